// Light and shadow of heights, by Horn's formula as GDAL has it. Pure.
import type { Hillshade } from '../../../contract/schemas/sources/raster';
import type { Plane } from './opened';
import type { Grid } from './sampling';

/** Shade of flat ground: what a colour is measured by. */
export const flatShade = ({ altitude }: Hillshade): number => 1 + 254 * Math.sin((altitude * Math.PI) / 180);

/** Shades from 1 to 255 by pixel. `resolution` is what a pixel measures on the ground, in metres. */
export function shadeOf(
  heights: Plane,
  { width, height, valid }: Grid,
  sun: Hillshade,
  resolution: readonly [number, number],
): Float32Array {
  // biome-ignore format: one line
  const shades = new Float32Array(width * height);
  const azimuth = (sun.azimuth * Math.PI) / 180;
  const altitude = (sun.altitude * Math.PI) / 180;
  const z = sun.exaggeration / 8;
  const up = 254 * Math.sin(altitude);
  const [toX, toY] = [
    254 * Math.sin(azimuth) * Math.cos(altitude) * z,
    254 * Math.cos(azimuth) * Math.cos(altitude) * z,
  ];
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const at = row * width + column;
      if (valid[at] === 0) continue;
      const middle = heights[at] as number;
      /** A neighbour without a height is as high as the pixel. */
      const near = (dx: number, dy: number): number => {
        const [x, y] = [column + dx, row + dy];
        if (x < 0 || y < 0 || x >= width || y >= height) return middle;
        const there = y * width + x;
        return valid[there] === 0 ? middle : (heights[there] as number);
      };
      const [nw, n, ne, w, e, sw, s, se] = [near(-1, -1), near(0, -1), near(1, -1), near(-1, 0), near(1, 0), near(-1, 1), near(0, 1), near(1, 1)]; // biome-ignore format: the eight neighbours
      const x = (nw + 2 * w + sw - (ne + 2 * e + se)) / resolution[0];
      const y = -(sw + 2 * s + se - (nw + 2 * n + ne)) / resolution[1];
      const shade = (up - (y * toY - x * toX)) / Math.sqrt(1 + z * z * (x * x + y * y));
      shades[at] = shade <= 0 ? 1 : 1 + shade;
    }
  return shades;
}
