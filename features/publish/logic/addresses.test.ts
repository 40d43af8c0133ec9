// The texts that people copy into other programs, to the letter.
import { expect, it } from 'vitest';
import { type AddressOf, type Door, PROGRAMS, partsOf, programsOf } from './addresses';

const of = (door: Door): AddressOf => ({
  origin: 'https://gis.example.ir',
  layer: 7,
  type: 1,
  door,
  open: 'abcdefghijkl',
  isJalali: true,
});
const texts = (program: (typeof PROGRAMS)[number], door: Door) => partsOf(program, of(door)).map(({ text }) => text);

it('signs in with any name and the key', () => {
  expect(texts('qgis', 'key')).toEqual(['https://gis.example.ir/ogc', 'pahneh', '<KEY>', 'layer_7', 'https://gis.example.ir/ogc/collections/layer_7/style.qml']); // biome-ignore format: one line
  expect(texts('gdal', 'key')).toEqual([
    'ogr2ogr -f GPKG layer_7.gpkg "OAPIF:https://gis.example.ir/ogc" layer_7 -oo USERPWD="pahneh:<KEY>" -oo PAGE_SIZE=1000',
  ]);
  expect(texts('curl', 'key')).toEqual([
    'curl -u "pahneh:<KEY>" "https://gis.example.ir/ogc/collections/layer_7/items?limit=1"',
  ]);
  expect(texts('maplibre', 'key')[0]).toContain("headers: { Authorization: 'Bearer <KEY>' }");
});

it('puts the key into the address, or needs none', () => {
  expect(texts('excel', 'address')).toEqual([
    'https://gis.example.ir/ogc/t/<KEY>/collections/layer_7/items.csv?dates=jalali',
  ]);
  expect(texts('qgisTiles', 'open')[0]).toBe(
    'https://gis.example.ir/ogc/o/abcdefghijkl/collections/layer_7/tiles/WebMercatorQuad/{z}/{y}/{x}',
  );
  for (const program of PROGRAMS) expect(texts(program, 'open').join(' ')).not.toContain('<KEY>');
});

it('offers pictures of services and rasters to those who draw pictures', () => {
  expect([programsOf(4), programsOf(6)]).toEqual([
    ['qgisPictures', 'maplibre'],
    ['qgisPictures', 'maplibre'],
  ]);
  expect(programsOf(1)).not.toContain('qgisPictures');
  const [code] = partsOf('maplibre', { ...of('open'), type: 6 });
  expect(code?.text).toContain("type: 'raster'");
  expect(texts('qgisPictures', 'open')[0]).toMatch(/layer_7\/map\/tiles\/WebMercatorQuad\/\{z\}\/\{y\}\/\{x\}$/);
  expect(partsOf('qgis', { ...of('key'), type: 0 }).map(({ name }) => name)).not.toContain('style');
});

it('never puts a key behind a question mark: programs lose it there, and logs keep it', () => {
  for (const program of PROGRAMS)
    for (const door of ['key', 'address'] as const)
      for (const text of texts(program, door)) expect(text).not.toMatch(/\?[^\s"']*<KEY>/);
});
