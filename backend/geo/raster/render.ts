// Renders pictures from a raster layer's file by its style, in the small pieces that a picture needs.
import { encode } from 'fast-png';
import type { Box } from '../../../contract/ogc-request';
import { type RasterFacts, type RasterStyle, stretchLimits } from '../../../contract/schemas/sources/raster';
import { isSame } from './facts';
import { flatShade, shadeOf } from './hillshade';
import { type Opened, openRaster, type Plane, type RasterPlace, readWindow, type Window } from './opened';
import { type Grid, neighbours, pixelAt } from './sampling';

/** Pixels round a window that the widest of the kernels looks at: two of the resampling, one of the shade. */
const MARGIN = 4;
/** Steps of a ramp: finer than a picture's own 256. */
const STEPS = 4096;
const R = 6378137;

/** Colours that a value is looked up in. */
type Colours = Uint8ClampedArray;

const parts = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));

/** Red, green, blue by step from the first colour to the last. */
function rampColours(ramp: readonly string[]): Colours {
  const stops = ramp.map(parts);
  const colours = new Uint8ClampedArray(STEPS * 3);
  for (let step = 0; step < STEPS; step++) {
    const place = (step / (STEPS - 1)) * (stops.length - 1);
    const at = Math.min(stops.length - 2, Math.floor(place));
    const [from, to] = [stops[at] as number[], stops[at + 1] as number[]];
    for (let part = 0; part < 3; part++)
      colours[step * 3 + part] =
        (from[part] as number) + ((to[part] as number) - (from[part] as number)) * (place - at);
  }
  return colours;
}

/** Bands of the file, from 0 on, that a paint looks at. */
const bandsOf = ({ paint }: RasterStyle, { alpha }: RasterFacts): number[] => {
  // Numbers of bands leave out the one that says where there are pixels.
  const at = (band: number) => (alpha !== null && band >= alpha ? band : band - 1);
  const bands =
    paint.kind === 'rgb' ? [paint.red, paint.green, paint.blue] : [paint.kind === 'palette' ? 1 : paint.band];
  return [...bands.map(at), ...(alpha === null ? [] : [alpha - 1])];
};

/** Where a window has values: a pixel of colours is empty where none of them has one. */
function gridOf({ width, height, planes }: Window, colours: number, { noData }: Opened, style: RasterStyle): Grid {
  const valid = new Uint8Array(width * height);
  const alpha = planes[colours];
  for (let at = 0; at < valid.length; at++) {
    if (alpha && !((alpha[at] as number) > 0)) continue;
    for (let band = 0; band < colours; band++) {
      const value = planes[band]?.[at] as number;
      if (Number.isFinite(value) && !isSame(value, noData) && !isSame(value, style.nodata)) valid[at] = 1;
    }
  }
  return { width, height, valid };
}

/** What turns the values of one place into a colour. */
type Painter = (values: Float64Array, shade: number, into: Uint8ClampedArray, at: number) => void;

function painterOf(style: RasterStyle, facts: RasterFacts): Painter {
  const { paint, stretch, hillshade } = style;
  if (paint.kind === 'palette') {
    const colours = (facts.palette ?? []).map((colour) => [...parts(colour), Number.parseInt(colour.slice(7, 9), 16)]);
    return (values, _, into, at) => into.set(colours[values[0] as number] ?? [0, 0, 0, 0], at);
  }
  if (paint.kind === 'shade')
    return (_, shade, into, at) => {
      into[at] = into[at + 1] = into[at + 2] = shade;
      into[at + 3] = 255;
    };
  if (paint.kind === 'rgb') {
    const limits = [paint.red, paint.green, paint.blue].map((band) => stretchLimits(stretch, facts.bands[band - 1]));
    return (values, _, into, at) => {
      for (let part = 0; part < 3; part++) {
        const [low, high] = limits[part] as [number, number];
        into[at + part] = (((values[part] as number) - low) / (high - low)) * 255;
      }
      into[at + 3] = 255;
    };
  }
  const [low, high] = stretchLimits(stretch, facts.bands[paint.band - 1]);
  const colours = rampColours(paint.ramp);
  const flat = hillshade ? flatShade(hillshade) : 1;
  return (values, shade, into, at) => {
    const share = ((values[0] as number) - low) / (high - low);
    const step = Math.round(Math.max(0, Math.min(1, share)) * (STEPS - 1)) * 3;
    const light = hillshade ? shade / flat : 1;
    for (let part = 0; part < 3; part++) into[at + part] = (colours[step + part] as number) * light;
    into[at + 3] = 255;
  };
}

/** Metres on the ground for one of EPSG:3857, in the middle of a box. */
const groundScale = ([, south, , north]: Box) => 1 / Math.cosh((south + north) / 2 / R);

interface Picture {
  box: Box;
  width: number;
  height: number;
}

/** Paints the pixels of a picture that lie in the raster. */
function paintPicture(
  window: Window,
  grid: Grid,
  raster: Opened,
  { box, width, height }: Picture,
  look: { style: RasterStyle; facts: RasterFacts },
): Uint8ClampedArray {
  // biome-ignore format: one line
  const { style, facts } = look;
  const { planes, resolution, left, top } = window;
  const colours = style.paint.kind === 'rgb' ? 3 : 1;
  const alpha = raster.bits === 8 ? planes[colours] : undefined;
  const scale = groundScale(box);
  const ground: [number, number] = [resolution[0] * scale, resolution[1] * scale];
  const shades = style.hillshade && shadeOf(planes[0] as Plane, grid, style.hillshade, ground);
  const paint = painterOf(style, facts);
  const kind = style.paint.kind === 'palette' ? 'nearest' : style.resampling;
  const data = new Uint8ClampedArray(width * height * 4);
  const values = new Float64Array(3);
  const near = new Float64Array(32);
  const [west, , , north] = raster.box;
  for (let row = 0; row < height; row++) {
    const y = (north - (box[3] - ((row + 0.5) * (box[3] - box[1])) / height)) / resolution[1] - top;
    if (y < 0 || y >= grid.height) continue;
    for (let column = 0; column < width; column++) {
      const x = (box[0] + ((column + 0.5) * (box[2] - box[0])) / width - west) / resolution[0] - left;
      if (x < 0 || x >= grid.width) continue;
      const pixel = pixelAt(grid, x, y);
      if (grid.valid[pixel] === 0) continue;
      const count = neighbours(grid, x, y, kind, near);
      values.fill(0);
      let shade = 0;
      for (let one = 0; one < count; one++) {
        const [at, weight] = [near[one * 2] as number, near[one * 2 + 1] as number];
        for (let band = 0; band < colours; band++)
          values[band] = (values[band] as number) + (planes[band]?.[at] as number) * weight;
        if (shades) shade += (shades[at] as number) * weight;
      }
      const at = (row * width + column) * 4;
      paint(values, shade, data, at);
      const cover = alpha ? (alpha[pixel] as number) / 255 : 1;
      data[at + 3] = (data[at + 3] as number) * cover * style.opacity;
    }
  }
  return data;
}

/** A picture as PNG, transparent where there are no data; null where the raster does not reach. */
export async function renderRaster(
  place: RasterPlace,
  picture: Picture,
  style: RasterStyle,
  facts: RasterFacts,
): Promise<Buffer | null> {
  // biome-ignore format: one line
  const raster = await openRaster(place);
  const { box, width, height } = picture;
  const window = await readWindow(raster, box, width, bandsOf(style, facts), MARGIN);
  if (!window) return null;
  const grid = gridOf(window, style.paint.kind === 'rgb' ? 3 : 1, raster, style);
  const data = paintPicture(window, grid, raster, picture, { style, facts });
  return Buffer.from(encode({ width, height, data: new Uint8Array(data.buffer), channels: 4, depth: 8 }));
}
