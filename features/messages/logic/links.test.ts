// Which parts of a text are addresses, and which of them are ours.
import { expect, it } from 'vitest';
import { mapLink } from '@/lib/routes/map-link';
import { partsOf, targetOf, targetsOf } from './links';

const HOST = 'https://map.test';

it('finds addresses between words, without what ends their sentence', () => {
  expect(partsOf('این را ببینید: https://a.test/x?y=1. ممنون')).toEqual([
    { text: 'این را ببینید: ', link: null },
    { text: 'https://a.test/x?y=1', link: 'https://a.test/x?y=1' },
    { text: '. ممنون', link: null },
  ]);
  expect(partsOf('javascript:alert(1)')).toEqual([{ text: 'javascript:alert(1)', link: null }]);
  expect(partsOf('')).toEqual([]);
});

it('knows records, layers, their views, projects and the map of this host alone', () => {
  const at = (path: string, host = HOST) => targetOf(host + path, HOST);
  expect(at('/app/layer-data/7?record=12')).toEqual({ kind: 'record', layer: 7, record: 12, href: '/app/layer-data/7?record=12' }); // biome-ignore format: one row
  expect(at('/app/layer-data/7')).toEqual({ kind: 'layer', layer: 7, href: '/app/layer-data/7' });
  expect(at('/app/layer-data/7?view=4&q=x')).toEqual({ kind: 'view', layer: 7, view: 4, href: '/app/layer-data/7?view=4&q=x' }); // biome-ignore format: one row
  expect(at('/app/layer-data/7?view=4&record=12')?.kind).toBe('record');
  expect(at('/app/project-details/3')).toEqual({ kind: 'project', project: 3, href: '/app/project-details/3' });
  expect(at('/app/home#map=1')).toEqual({ kind: 'map', center: null, layers: [], href: '/app/home#map=1' });
  const env = { layers: { order: [3, 1] }, view: { center: [51.4, 35.7], zoom: 9 } };
  expect(targetOf(mapLink(HOST, { env }), HOST)).toMatchObject({ kind: 'map', center: [51.4, 35.7], layers: [3, 1] });
  for (const path of ['/app/layer-data/x', '/app/users', '/']) expect(at(path)).toBeNull();
  expect(at('/app/layer-data/7', 'https://evil.test')).toBeNull();
});

it('gives each target once', () => {
  const link = `${HOST}/app/layer-data/7`;
  expect(targetsOf(`${link} ${link} ${HOST}/app/home`, HOST).map(({ kind }) => kind)).toEqual(['layer', 'map']);
});
