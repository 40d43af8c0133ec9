// What is said of a service that has changed since a layer was made of it.
import { expect, it } from 'vitest';
import type { ServiceCapabilities, ServiceLayer, ServiceSource } from '@/contract/schemas/sources/service';
import { NEW_SERVICE, toSource } from './service-values';
import { sourceChanges, undrawable } from './source-changes';

const layer = (name: string, more: Partial<ServiceLayer> = {}): ServiceLayer => ({
  name,
  title: name.toUpperCase(),
  depth: 1,
  extent: null,
  min_zoom: null,
  max_zoom: null,
  has_mercator: true,
  styles: [],
  has_legend: false,
  formats: ['image/png', 'image/jpeg'],
  matrix_sets: [],
  templates: [],
  attribution: null,
  ...more,
});
const offer = (layers: ServiceLayer[], kind: 'wms' | 'wmts' = 'wms'): ServiceCapabilities => ({
  kind,
  url: 'https://maps.example/wms',
  removed: [],
  title: 'Office',
  version: kind === 'wms' ? '1.3.0' : '1.0.0',
  layers,
  is_cut: false,
});
const SOURCE: ServiceSource = {
  kind: 'wms',
  url: 'https://maps.example/wms',
  layers: 'soil,city:roads',
  version: '1.3.0',
  format: 'image/png',
  styles: 'brown,',
  titles: 'Main roads\nSoil',
  offered: 'city:roads\nsoil',
};
const SOIL = layer('soil', { styles: [{ name: 'brown', title: 'Brown' }] });

it('says nothing where nothing has changed', () => {
  expect(sourceChanges(SOURCE, offer([layer('city:roads'), SOIL]))).toEqual([]);
});

it('tells a layer that is gone from one that has another workspace, spelling or name under its title', () => {
  const change = (...layers: ServiceLayer[]) => sourceChanges(SOURCE, offer([SOIL, ...layers]))[0];
  expect(change()).toEqual({ kind: 'layerGone', name: 'city:roads' });
  expect(change(layer('office:Roads'))).toEqual({ kind: 'layerRenamed', name: 'city:roads', to: 'office:Roads' });
  expect(change(layer('ways', { title: 'main ROADS' }))).toEqual({ kind: 'layerRenamed', name: 'city:roads', to: 'ways' }); // biome-ignore format: one row
  // Two that would do are no answer.
  expect(change(layer('a:roads'), layer('b:roads'))).toEqual({ kind: 'layerGone', name: 'city:roads' });
  // One that was there before is another layer.
  expect(sourceChanges({ ...SOURCE, offered: 'city:roads\nsoil\nb:roads' }, offer([SOIL, layer('b:roads')]))[0]).toEqual({ kind: 'layerGone', name: 'city:roads' }); // biome-ignore format: one row
  expect(change(layer('city:roads', { has_mercator: false }))).toEqual({ kind: 'layerNoMercator', name: 'city:roads' });
});

it('tells styles, formats and grids that are gone, and layers that are new', () => {
  const roads = layer('city:roads', { formats: ['image/jpeg'] });
  const soil = layer('soil', { styles: [{ name: 'grey', title: 'Grey' }] });
  expect(sourceChanges(SOURCE, offer([roads, soil, ...Array.from({ length: 7 }, (_, i) => layer(`new${i}`))]))).toEqual(
    [
      { kind: 'styleGone', name: 'soil', style: 'brown' },
      { kind: 'formatGone', name: 'image/png', to: 'image/jpeg' },
      { kind: 'layersNew', names: ['new0', 'new1', 'new2', 'new3', 'new4'], count: 7 },
    ],
  );
  const tiles = { ...SOURCE, kind: 'wmts' as const, layers: 'a,b', styles: '', tile_matrix_set: 'OLD', offered: 'a,b' };
  const set = { name: 'Web', matrices: '', min_zoom: 0, max_zoom: 18 };
  expect(sourceChanges(tiles, offer([layer('a,b', { matrix_sets: [set] })], 'wmts'))).toEqual([
    { kind: 'setGone', name: 'OLD', to: 'Web' },
  ]);
});

it('hinders a save only by layers that cannot be drawn', () => {
  const layers = offer([SOIL, layer('x', { has_mercator: false })]);
  expect(undrawable(layers, ['soil', 'x', 'gone'])).toEqual(['x', 'gone']);
});

it('draws the first layer on top and each in its own style', () => {
  const layers = offer([layer('city:roads'), SOIL]);
  const values = { ...NEW_SERVICE, layers: ['city:roads', 'soil'], styles: { soil: 'brown' }, version: '1.1.1' };
  expect(toSource(values, layers)).toMatchObject({ layers: 'soil,city:roads', styles: 'brown,', version: '1.1.1' });
  expect(toSource({ ...values, styles: { soil: 'no such' } }, layers)).not.toHaveProperty('styles');
});
