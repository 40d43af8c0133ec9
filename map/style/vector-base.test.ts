// The looks of vector base maps: whole and valid in each schema, theme and language; grey is grey.
import { validateStyleMin } from '@maplibre/maplibre-gl-style-spec';
import { describe, expect, it } from 'vitest';
import type { Lang, Theme, VectorBase } from '../types';
import { base, OSM, WORLD } from './base';
import { baseColours } from './base-colours';

const STREETS: VectorBase = { ...WORLD, id: 'streets', schema: 'openmaptiles', tiles: '/base-map/own/a-1/{z}/{x}/{y}' };
const look = (theme: Theme, lang: Lang, isGrey = false, isAreaNamed = false) => ({
  theme,
  lang,
  isGrey,
  isAreaNamed,
});
const CASES = [WORLD, STREETS].flatMap((map) =>
  (['light', 'dark'] as const).flatMap((theme) => (['fa', 'en'] as const).map((lang) => [map, theme, lang] as const)),
);
const isGreyColour = (colour: string) => /^#(..)\1\1$/.test(colour);

describe('a vector base map', () => {
  it.each(CASES)('of %# is a style that MapLibre takes, each layer named once', (map, theme, lang) => {
    const { sources, layers, labels } = base(map, look(theme, lang));
    const all = [...layers, ...labels];
    expect(validateStyleMin({ version: 8, sources, layers: all })).toEqual([]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.length).toBeGreaterThan(18);
  });

  it('writes names in the language of the reader first', () => {
    const [fa, en] = (['fa', 'en'] as const).map((lang) =>
      JSON.stringify(base(WORLD, look('light', lang)).labels.map(({ layout }) => layout)),
    );
    expect(fa).toContain('["get","name:fa"]');
    expect(en).not.toContain('name:fa');
  });

  it('stands on water where its tiles hold the land, and on land where they hold the water', () => {
    const ground = (map: VectorBase) => base(map, look('light', 'fa')).layers[0]?.paint;
    const { water, land } = baseColours('light', false);
    expect(ground(WORLD)).toEqual({ 'background-color': water });
    expect(ground(STREETS)).toEqual({ 'background-color': land });
  });

  it.each(['light', 'dark'] as const)('loses its hues but not its contrasts in grey, %s', (theme) => {
    const [colour, grey] = [baseColours(theme, false), baseColours(theme, true)];
    expect(Object.values(grey).filter((one) => !isGreyColour(one))).toEqual([]);
    expect(Object.values(colour).filter(isGreyColour).length).toBeLessThan(3);
    expect(grey.land).not.toBe(grey.water);
    const paints = JSON.stringify(base(WORLD, look(theme, 'fa', true)));
    for (const hex of paints.match(/#[0-9a-f]{6}/g) ?? []) expect(isGreyColour(hex), hex).toBe(true);
  });

  it('lets missing tiles be taken from those above', () => {
    expect(base(WORLD, look('light', 'fa')).sources).toMatchObject({ 'base-vector': { sparse: true, maxzoom: 8 } });
  });
});

it('pictures lose their hues in grey, too', () => {
  const paint = (isGrey: boolean) => base(OSM, look('light', 'fa', isGrey)).layers[1]?.paint;
  expect(paint(true)).toMatchObject({ 'raster-saturation': -1 });
  expect(paint(false)).not.toHaveProperty('raster-saturation');
});
