// Pictures of rasters, pixel by pixel beside those that GDAL's own programs make of the same file.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decode } from 'fast-png';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Box } from '../../../contract/ogc-request';
import { firstRasterStyle, type RasterFacts, type RasterStyle } from '../../../contract/schemas/sources/raster';
import { dem, HILLS, hasGdal, infoOf, makeRaster, pixelsOf, translate } from '../../../testing/oracle/gdal-rasters';
import { readFacts } from './facts';
import { renderRaster } from './render';

const [WIDTH, HEIGHT] = [64, 48];
const BOX: Box = [5_720_000, 4_260_000 - HEIGHT * 30, 5_720_000 + WIDTH * 30, 4_260_000];
const isHole = (x: number, y: number) => x < 6 && y < 5;
const folder = mkdtempSync(join(tmpdir(), 'pahneh-raster-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GREY = ['#000000', '#ffffff'];
const base: Pick<RasterStyle, 'nodata' | 'opacity' | 'hillshade' | 'resampling'> = { nodata: null, opacity: 1, hillshade: null, resampling: 'nearest' }; // biome-ignore format: one value

describe.skipIf(!hasGdal)('beside GDAL', () => {
  let path: string;
  let facts: RasterFacts;
  let stats: { minimum: number; maximum: number; mean: number; stdDev: number };
  beforeAll(async () => {
    path = makeRaster(folder, 'hills', (x, y) => (isHole(x, y) ? Number.NaN : HILLS(x, y)), {
      width: WIDTH,
      height: HEIGHT,
    });
    facts = await readFacts({ path }, infoOf(path).bands);
    stats = infoOf(path, '-stats').bands[0];
  });

  async function render(style: Partial<RasterStyle>, width = WIDTH, height = HEIGHT, box = BOX) {
    const whole = { ...firstRasterStyle(facts), ...base, ...style };
    const png = await renderRaster({ path }, { box, width, height }, whole, facts);
    const { data } = decode(png as Buffer);
    return (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)];
  }
  /** The largest difference of a colour, over the pixels that `where` takes. */
  function differences(
    ours: (x: number, y: number) => number[],
    theirs: Uint8Array,
    bands: number,
    width = WIDTH,
    height = HEIGHT,
    where = (x: number, y: number) => !isHole(x, y),
  ) {
    // biome-ignore format: one line
    let most = 0;
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++)
        if (where(x, y))
          for (let band = 0; band < bands; band++)
            most = Math.max(
              most,
              Math.abs((ours(x, y)[band] as number) - (theirs[(y * width + x) * bands + band] as number)),
            );
    return most;
  }

  it('knows the statistics that gdalinfo finds', () => {
    const [band] = facts.bands;
    expect(facts).toMatchObject({ alpha: null, palette: null });
    expect(band).toMatchObject({ type: 'Float32', role: 'grey', nodata: -9999 });
    expect([band?.min, band?.max, band?.mean, band?.deviation]).toEqual([stats.minimum, stats.maximum, stats.mean, stats.stdDev].map((n) => expect.closeTo(n, 2))); // biome-ignore format: one row
  });

  it.each([
    ['minmax', { kind: 'minmax' }, () => [stats.minimum, stats.maximum]],
    ['a range', { kind: 'range', from: 300, to: 600 }, () => [300, 600]],
    [
      'deviations',
      { kind: 'deviation', times: 1.5 },
      () => [stats.mean - 1.5 * stats.stdDev, stats.mean + 1.5 * stats.stdDev],
    ],
  ] as const)('stretches by %s as gdal_translate -scale does', async (_, stretch, limits) => {
    const ours = await render({ paint: { kind: 'ramp', band: 1, ramp: GREY }, stretch });
    const out = join(folder, 'scaled.tif');
    translate(path, out, '-ot', 'Byte', '-scale', ...limits().map(String), '0', '255');
    expect(differences(ours, pixelsOf(out, folder), 1)).toBeLessThanOrEqual(1);
    // What has no value is transparent, the rest is not.
    expect([ours(2, 2)[3], ours(20, 20)[3]]).toEqual([0, 255]);
  });

  it('gives up two percent on each side', async () => {
    const ours = await render({
      paint: { kind: 'ramp', band: 1, ramp: GREY },
      stretch: { kind: 'percentile', cut: 2 },
    });
    let [black, white, all] = [0, 0, 0];
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++)
        if (!isHole(x, y)) {
          all++;
          if (ours(x, y)[0] === 0) black++;
          if (ours(x, y)[0] === 255) white++;
        }
    expect([black / all, white / all]).toEqual([expect.closeTo(0.02, 1), expect.closeTo(0.02, 1)]);
    expect(Math.min(black, white)).toBeGreaterThan(all * 0.015);
  });

  it('colours by a ramp as gdaldem color-relief does', async () => {
    const ramp = ['#440154', '#21918c', '#fde725'];
    const ours = await render({
      paint: { kind: 'ramp', band: 1, ramp },
      stretch: { kind: 'range', from: 200, to: 800 },
    });
    const table = join(folder, 'ramp.txt');
    writeFileSync(table, '200 68 1 84\n500 33 145 140\n800 253 231 37\n');
    const out = join(folder, 'relief.tif');
    dem('color-relief', path, out, table);
    expect(differences(ours, pixelsOf(out, folder), 3)).toBeLessThanOrEqual(1);
  });

  it.each([
    [315, 45, 1],
    [120, 30, 3],
  ])(
    'shades hills as gdaldem hillshade does, sun at %d/%d, heights times %d',
    async (azimuth, altitude, exaggeration) => {
      const ours = await render({ paint: { kind: 'shade', band: 1 }, hillshade: { azimuth, altitude, exaggeration } });
      const out = join(folder, 'shade.tif');
      // A metre of Web Mercator is shorter on the ground by the cosine of the latitude.
      const scale = 1 / Math.cosh((BOX[1] + BOX[3]) / 2 / 6378137);
      dem(
        'hillshade',
        path,
        out,
        '-az',
        String(azimuth),
        '-alt',
        String(altitude),
        '-z',
        String(exaggeration),
        '-s',
        String(scale),
      );
      const inside = (x: number, y: number) => x > 7 && x < WIDTH - 1 && y > 6 && y < HEIGHT - 1;
      expect(differences(ours, pixelsOf(out, folder), 1, WIDTH, HEIGHT, inside)).toBeLessThanOrEqual(1);
      const wrong = await render({ paint: { kind: 'shade', band: 1 }, hillshade: { azimuth: (azimuth + 180) % 360, altitude, exaggeration } }); // biome-ignore format: one line
      expect(differences(wrong, pixelsOf(out, folder), 1, WIDTH, HEIGHT, inside)).toBeGreaterThan(20);
    },
  );

  it.each(['nearest', 'bilinear', 'cubic'] as const)('enlarges by %s as gdal_translate does', async (resampling) => {
    const style = { paint: { kind: 'ramp' as const, band: 1, ramp: GREY }, stretch: { kind: 'range' as const, from: 0, to: 1000 }, resampling }; // biome-ignore format: one value
    const ours = await render(style, WIDTH * 3, HEIGHT * 3);
    const [grown, out] = [join(folder, 'grown.tif'), join(folder, 'grown8.tif')];
    translate(path, grown, '-outsize', '300%', '300%', '-r', resampling);
    translate(grown, out, '-ot', 'Byte', '-scale', '0', '1000', '0', '255');
    const inside = (x: number, y: number) => x > 27 && x < WIDTH * 3 - 9 && y > 24 && y < HEIGHT * 3 - 9;
    expect(differences(ours, pixelsOf(out, folder), 1, WIDTH * 3, HEIGHT * 3, inside)).toBeLessThanOrEqual(1);
  });

  it('makes a value transparent that the person names, and all of it fainter', async () => {
    const flat = makeRaster(folder, 'flat', (x) => (x < 32 ? 7 : 9), { width: WIDTH, height: HEIGHT });
    const other = await readFacts({ path: flat }, infoOf(flat).bands);
    const style: RasterStyle = {
      ...firstRasterStyle(other),
      ...base,
      stretch: { kind: 'minmax' },
      nodata: 7,
      opacity: 0.5,
    };
    const { data } = decode(
      (await renderRaster({ path: flat }, { box: BOX, width: WIDTH, height: HEIGHT }, style, other)) as Buffer,
    );
    expect([data[10 * 4 + 3], data[40 * 4 + 3]]).toEqual([0, 128]);
  });

  it('draws nothing where the raster does not reach', async () => {
    const away: Box = [0, 0, 1000, 1000];
    expect(await renderRaster({ path }, { box: away, width: 8, height: 8 }, firstRasterStyle(facts), facts)).toBeNull();
  });

  it('takes bands in any order', async () => {
    const colours = ['red', 'green', 'blue'].map((_, band) => makeRaster(folder, `c${band}`, (x) => (x % 3 === band ? 250 : 5), { width: WIDTH, height: HEIGHT, args: ['-ot', 'Byte', '-a_nodata', 'none'] })); // biome-ignore format: one list
    const vrt = join(folder, 'rgb.vrt');
    const { execFileSync } = await import('node:child_process');
    execFileSync('gdalbuildvrt', ['-q', '-separate', vrt, ...colours]);
    const rgb = join(folder, 'rgb.tif');
    translate(vrt, rgb, '-of', 'GTiff', '-colorinterp', 'red,green,blue');
    const other = await readFacts({ path: rgb }, infoOf(rgb).bands);
    expect(firstRasterStyle(other).paint).toEqual({ kind: 'rgb', red: 1, green: 2, blue: 3 });
    const draw = async (paint: RasterStyle['paint']) => {
      const style: RasterStyle = { ...firstRasterStyle(other), ...base, paint };
      const { data } = decode(
        (await renderRaster({ path: rgb }, { box: BOX, width: WIDTH, height: HEIGHT }, style, other)) as Buffer,
      );
      return [...data.subarray(0, 3)];
    };
    expect(await draw({ kind: 'rgb', red: 1, green: 2, blue: 3 })).toEqual([250, 5, 5]);
    expect(await draw({ kind: 'rgb', red: 3, green: 2, blue: 1 })).toEqual([5, 5, 250]);
  });
});
