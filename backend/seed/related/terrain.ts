// The demo's raster: made-up heights from the plain of Varamin to Mount Damavand, in a GeoTIFF that is written at the seed.
import { writeArrayBuffer } from 'geotiff';
import proj4 from 'proj4';
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
/** Metres of EPSG:3857 that a pixel measures. */
const PIXEL = 520;
const KEY = 'rasters/demo';
const SEED = 97;
/** Sizes of ridges, each half of the one before. */
const OCTAVES = 5;

type Position = [number, number];
const WEB = proj4('EPSG:4326', 'EPSG:3857');
/** In degrees, by columns and rows from the corner in the north-west. */
function lonLat(column: number, row: number): Position {
  const [west, north] = WEB.forward([WEST, NORTH]) as Position;
  return WEB.inverse([west + column * PIXEL, north - row * PIXEL]) as Position;
}

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

/** Whole numbers of 16 bits in EPSG:3857. */
function writeHeights(): Buffer {
  const [west, north] = WEB.forward([WEST, NORTH]) as Position;
  const heightAt = createHeights();
  const lons = Array.from({ length: SIZE }, (_, i) => lonLat(i + 0.5, 0)[0]);
  const lats = Array.from({ length: SIZE }, (_, i) => lonLat(0, i + 0.5)[1]);
  const heights = Uint16Array.from(lats.flatMap((lat) => lons.map((lon) => heightAt(lon, lat))));
  const file = writeArrayBuffer(heights, {
    width: SIZE,
    height: SIZE,
    // Signed; the writer knows no such numbers, which are the same bytes as long as none is below zero.
    SampleFormat: [2],
    ModelPixelScale: [PIXEL, PIXEL, 0],
    ModelTiepoint: [0, 0, 0, west, north, 0],
    GTModelTypeGeoKey: 1,
    GTRasterTypeGeoKey: 1,
    ProjectedCSTypeGeoKey: 3857,
  });
  return Buffer.from(file);
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
  const [east, south] = lonLat(SIZE, SIZE);
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
