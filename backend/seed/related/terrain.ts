// The demo's raster: made-up heights from the plain of Varamin to Mount Damavand, in a GeoTIFF that is written here.
import { deflateSync } from 'node:zlib';
import { LAYER_TYPES } from '../../../contract/schemas/layer';
import type { RasterStyle } from '../../../contract/schemas/sources/raster';
import { firstConfig } from '../../areas/layers/first-look';
import * as layers from '../../areas/layers/store';
import type { Engine } from '../../db/engine';
import { readFacts } from '../../geo/raster/facts';
import type { World } from '../../http/context';
import { placeOf } from '../../storage';
import { type DemoBase, permitLayer } from '../demo-layers';
import { random } from '../random';

/** Where files of the demo go. */
export type DemoFiles = Pick<World, 'config' | 'storage'>;

const SIZE = 256;
const [WEST, NORTH] = [51.3, 36.2];
const RADIUS = 6_378_137;
/** Metres of EPSG:3857 that a pixel measures. */
const PIXEL = 520;
const KEY = 'rasters/demo';
const SEED = 97;
/** Sizes of ridges, each half of the one before. */
const OCTAVES = 5;

const xOf = (lon: number) => (RADIUS * lon * Math.PI) / 180;
const yOf = (lat: number) => RADIUS * Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));
const degreesOf = (x: number, y: number): [number, number] => [
  ((x / RADIUS) * 180) / Math.PI,
  (Math.atan(Math.sinh(y / RADIUS)) * 180) / Math.PI,
];

/** Numbers from 0 up to 1 at the corners of a lattice. */
function createLattice(): (x: number, y: number) => number {
  const next = random(SEED);
  const all = Float64Array.from({ length: 4096 }, next);
  return (x, y) => all[(Math.imul(x, 73) + Math.imul(y, 179)) & 4095] as number;
}
const smooth = (t: number) => t * t * (3 - 2 * t);

/** Crests between valleys, smaller ones on larger ones: about 0 to 1. */
function createRidges(): (x: number, y: number) => number {
  const at = createLattice();
  const noise = (x: number, y: number) => {
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [smooth(x - column), smooth(y - row)];
    const top = at(column, row) * (1 - u) + at(column + 1, row) * u;
    const bottom = at(column, row + 1) * (1 - u) + at(column + 1, row + 1) * u;
    return top * (1 - v) + bottom * v;
  };
  return (x, y) => {
    let sum = 0;
    for (let octave = 0; octave < OCTAVES; octave++) {
      const scale = 2 ** octave;
      sum += (1 - Math.abs(2 * noise(x * scale + octave * 31, y * scale + octave * 17) - 1)) / scale;
    }
    return sum / 2;
  };
}

/** Metres above the sea: a plain, the range north of it, and one high cone. */
function createHeights(): (lon: number, lat: number) => number {
  const ridges = createRidges();
  return (lon, lat) => {
    const rise = 1 / (1 + Math.exp(-(lat - 35.72 - 0.08 * ridges(lon * 3, 7)) * 18));
    const crest = ridges(lon * 9, lat * 13 + lon * 2);
    const cone = Math.exp(-(Math.hypot((lon - 52.11) * 0.81, lat - 35.955) / 0.055));
    return Math.round(860 + (lat - 35.2) * 120 + rise * (500 + crest * 2100) + cone * 2900 + crest * 60);
  };
}

function writeHeights(): Buffer {
  const [x0, y0] = [xOf(WEST), yOf(NORTH)];
  const heightAt = createHeights();
  const pixels = Buffer.alloc(SIZE * SIZE * 2);
  for (let row = 0; row < SIZE; row++)
    for (let column = 0; column < SIZE; column++)
      pixels.writeInt16LE(
        heightAt(...degreesOf(x0 + (column + 0.5) * PIXEL, y0 - (row + 0.5) * PIXEL)),
        (row * SIZE + column) * 2,
      );
  return tiffOf(deflateSync(pixels), [x0, y0]);
}

/** One strip of 16 bit whole numbers in EPSG:3857, after the tags and what they point to. */
function tiffOf(strip: Buffer, [x, y]: [number, number]): Buffer {
  const SHORT = 3;
  const LONG = 4;
  const DOUBLE = 12;
  const doubles = [PIXEL, PIXEL, 0, 0, 0, 0, x, y, 0];
  const keys = [1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 3857];
  const TAGS = 14;
  const pointed = 8 + 2 + TAGS * 12 + 4;
  const keysAt = pointed + doubles.length * 8;
  const data = keysAt + keys.length * 2;
  const tags: readonly [number, number, number, number][] = [
    [256, LONG, 1, SIZE],
    [257, LONG, 1, SIZE],
    [258, SHORT, 1, 16],
    [259, SHORT, 1, 8],
    [262, SHORT, 1, 1],
    [273, LONG, 1, data],
    [277, SHORT, 1, 1],
    [278, LONG, 1, SIZE],
    [279, LONG, 1, strip.length],
    [284, SHORT, 1, 1],
    [339, SHORT, 1, 2],
    [33550, DOUBLE, 3, pointed],
    [33922, DOUBLE, 6, pointed + 24],
    [34735, SHORT, keys.length, keysAt],
  ];
  const head = Buffer.alloc(data);
  head.write('II*\0', 'latin1');
  head.writeUInt32LE(8, 4);
  head.writeUInt16LE(tags.length, 8);
  for (const [i, [tag, type, count, value]] of tags.entries()) {
    head.writeUInt16LE(tag, 10 + i * 12);
    head.writeUInt16LE(type, 12 + i * 12);
    head.writeUInt32LE(count, 14 + i * 12);
    head.writeUInt32LE(value, 18 + i * 12);
  }
  for (const [i, n] of doubles.entries()) head.writeDoubleLE(n, pointed + i * 8);
  for (const [i, n] of keys.entries()) head.writeUInt16LE(n, keysAt + i * 2);
  return Buffer.concat([head, strip]);
}

const STYLE: RasterStyle = {
  paint: { kind: 'ramp', band: 1, ramp: ['#3f7f5f', '#a9bf7a', '#e3d3a0', '#b98b5e', '#8a6a58', '#ffffff'] },
  stretch: { kind: 'range', from: 800, to: 4600 },
  nodata: null,
  opacity: 0.85,
  hillshade: { azimuth: 315, altitude: 45, exaggeration: 1 },
  resampling: 'bilinear',
};

/** The file in the store and the layer that draws it. */
export async function createTerrain(
  engine: Engine,
  { customer, owner, roles, created }: Pick<DemoBase, 'customer' | 'owner' | 'roles' | 'created'>,
  files: DemoFiles,
): Promise<number> {
  const bytes = writeHeights();
  const [key, original] = [`${KEY}.tif`, `${KEY}.original`];
  await files.storage.put(key, bytes);
  await files.storage.put(original, bytes);
  const raster = { facts: await readFacts(await placeOf(files, key)), style: STYLE };
  const [x0, y0] = [xOf(WEST), yOf(NORTH)];
  const [east, south] = degreesOf(x0 + SIZE * PIXEL, y0 - SIZE * PIXEL);
  const source = { kind: 'raster', key, file: 'elevation.tif', original, original_size: bytes.length, width: SIZE, height: SIZE, bands: 1, srid: 3857, size: bytes.length * 2 }; // biome-ignore format: one value
  const layer = await layers.reserveId(engine.db);
  const config = { ...firstConfig(LAYER_TYPES.raster, [], source, layer), raster };
  await engine.db.transaction().execute((tx) =>
    layers.insert(
      tx,
      {
        customer,
        owner,
        label: 'ارتفاع نمونه، ورامین تا دماوند',
        type: LAYER_TYPES.raster,
        config,
        extent: [WEST, south, east, NORTH],
      },
      layer,
    ),
  );
  await engine.db.updateTable('layer').set({ created }).where('id', '=', layer).execute();
  await permitLayer(engine, roles, layer);
  return layer;
}
