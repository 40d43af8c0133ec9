// Row: a tile of a raster of 10,000 x 10,000 pixels, beside one of 1,000 x 1,000 and beside a process of GDAL that cuts the same tile.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { readFacts } from '../../backend/geo/raster/facts';
import { renderRaster } from '../../backend/geo/raster/render';
import type { Box } from '../../contract/ogc-request';
import { firstRasterStyle, type RasterStyle } from '../../contract/schemas/sources/raster';
import { HILLS, hasGdal, makeRaster } from '../../testing/oracle/gdal-rasters';
import { typical } from '../load';
import { atMost, type Line, ms } from '../report';
import type { Stage } from '../stage';

const SIDE = 256;
/** Metres of EPSG:3857: all sizes cover the same ground. */
const [WEST, NORTH, GROUND] = [5_720_000, 4_260_000, 300_000];
const TIMES = 9;

/** A cloud-optimised raster of heights with so many pixels on a side. */
function makeCog(folder: string, side: number): string {
  const seed = makeRaster(folder, `seed${side}`, HILLS, { width: 100, height: 100 });
  const path = join(folder, `cog${side}.tif`);
  const ground = ['-a_ullr', `${WEST}`, `${NORTH}`, `${WEST + GROUND}`, `${NORTH - GROUND}`];
  const size = ['-outsize', `${side}`, `${side}`, '-r', 'cubic'];
  execFileSync('gdal_translate', ['-q', '-of', 'COG', '-co', 'COMPRESS=DEFLATE', ...size, ...ground, seed, path]);
  return path;
}

/** Boxes of tiles from all of the ground to a hundredth of it, each another one. */
const boxAt = (share: number, turn: number): Box => {
  const reach = GROUND * share;
  const [left, top] = [WEST + ((turn * 0.137) % (1 - share + 1e-9)) * GROUND, NORTH - ((turn * 0.211) % (1 - share + 1e-9)) * GROUND]; // biome-ignore format: one corner
  return [left, top - reach, left + reach, top];
};

export async function* run({ folder }: Stage): AsyncGenerator<Line> {
  if (!hasGdal) return yield { name: 'a raster tile', value: '', beside: 'GDAL is not installed' };
  const [large, small] = [makeCog(folder, 10_000), makeCog(folder, 1000)];
  const facts = await readFacts({ path: large }, undefined, true);
  const shaded: RasterStyle = {
    ...firstRasterStyle(facts),
    hillshade: { azimuth: 315, altitude: 45, exaggeration: 1 },
  };
  for (const share of [1, 0.1, 0.03]) {
    const measure = (path: string) => {
      let turn = 0;
      return typical(TIMES, () => renderRaster({ path }, { box: boxAt(share, turn++), width: SIDE, height: SIDE }, shaded, facts)); // biome-ignore format: one line
    };
    const [ours, other] = [await measure(large), await measure(small)];
    const name = `a shaded tile of ${share * 100}% of a raster of 10000 x 10000`;
    yield { name, value: ms(ours), beside: `of 1000 x 1000: ${ms(other)}`, ratio: ours / other, target: atMost(3) };
    let turn = 0;
    const peer = await typical(TIMES, async () => {
      const [w, s, e, n] = boxAt(share, turn++);
      const out = join(folder, 'tile.png');
      const size = [
        '-outsize',
        `${SIDE}`,
        `${SIDE}`,
        '-r',
        'bilinear',
        '-ot',
        'Byte',
        '-scale',
        '0',
        '1000',
        '0',
        '255',
      ];
      execFileSync('gdal_translate', [
        '-q',
        '-of',
        'PNG',
        ...size,
        '-projwin',
        `${w}`,
        `${n}`,
        `${e}`,
        `${s}`,
        large,
        out,
      ]);
    });
    yield { name, value: ms(ours), beside: `gdal_translate, a process each, no shade: ${ms(peer)}`, ratio: ours / peer, target: atMost(1) }; // biome-ignore format: one row
  }
}
