// The look of sets on a plain map: where they lie, and that each role is told apart without its colour.
import { expect, it } from 'vitest';
import { TILE_LAYER } from '@/contract/ogc';
import { bandsOf } from '../engine/bands';
import { OSM, WORLD } from '../style/base';
import { PALETTE } from '../style/palette';
import { groundOf, plainStyle, ROLE_LOOKS, type ShapeSet, setOfSource, sourceOfSet } from './sets';

const ROLES = ['before', 'after', 'region', 'found', 'track'] as const;
const set = (role: ShapeSet['role']): ShapeSet => ({
  id: role,
  role,
  shapes: [{ id: 7, geometry: { type: 'Point', coordinates: [51, 35] } }],
});

it('lays the sets over the layers and under what is drawn, a later one on top', () => {
  const { layers, sources } = plainStyle(
    { base: 'none', layers: [], sets: [set('before'), set('after')] },
    'dark',
    'fa',
  );
  const bands = bandsOf(layers);
  const ids = layers.map(({ id }) => id).filter((id) => setOfSource(id));
  expect(ids.map((id) => bands.get(id))).toEqual(ids.map(() => 'selection'));
  expect(ids.indexOf('set:before:point')).toBeLessThan(ids.indexOf('set:after:fill'));
  expect(sources[sourceOfSet('after')]).toMatchObject({ data: { features: [{ id: 7 }] } });
});

it('tells roles apart by dash, width or fill, and cases every line', () => {
  const looks = ROLES.map((role) => {
    const { dash, width, fill, isHollow, radius } = ROLE_LOOKS[role];
    return JSON.stringify({ dash, width, fill, isHollow, radius });
  });
  expect(new Set(looks).size).toBe(ROLES.length);
  const { layers } = plainStyle({ base: 'none', layers: [], sets: ROLES.map(set) }, 'light', 'en');
  for (const role of ROLES) {
    const [casing, line] = ['casing', 'line'].map((part) => layers.find(({ id }) => id === `set:${role}:${part}`));
    expect(casing?.paint).toMatchObject({
      'line-color': PALETTE.light.markHalo,
      'line-width': ROLE_LOOKS[role].width + 3,
    });
    expect(line?.paint).toMatchObject({ 'line-color': PALETTE.light.roles[role] });
  }
});

it('takes the colours for dark ground over a photograph', () => {
  expect(groundOf({ ...OSM, night: false }, 'light')).toBe('dark');
  expect(groundOf(OSM, 'light')).toBe('light');
  expect(groundOf(WORLD, 'dark')).toBe('dark');
});

it('draws the tiles of a set with its look, under its shapes', () => {
  const { layers, sources } = plainStyle(
    { base: 'none', layers: [], sets: [{ ...set('after'), tiles: '/tiles/{z}/{x}/{y}' }, set('found')] },
    'light',
    'fa',
  );
  expect(sources['set:after:tiles']).toMatchObject({ type: 'vector', tiles: ['/tiles/{z}/{x}/{y}'] });
  const [own, tiled] = ['set:after:point', 'set:after:tiles:point'].map((id) => layers.find((one) => one.id === id));
  expect(tiled).toMatchObject({ source: 'set:after:tiles', 'source-layer': TILE_LAYER });
  expect(tiled?.paint).toEqual(own?.paint);
  const ids = layers.map(({ id }) => id);
  expect(ids.indexOf('set:after:tiles:point')).toBeLessThan(ids.indexOf('set:after:fill'));
  expect(Object.keys(sources).filter((id) => id.endsWith(':tiles'))).toEqual(['set:after:tiles']);
});
