// Values between pixels: nearest, bilinear and cubic (Catmull-Rom), where only pixels with a value weigh. Pure.
import type { RasterStyle } from '../../../contract/schemas/sources/raster';

export interface Grid {
  width: number;
  height: number;
  /** 1 where a pixel has a value. */
  valid: Uint8Array;
}

/** Weights of two or four neighbours at a share of the way from one centre to the next. */
const WEIGHTS = {
  bilinear: (t: number): number[] => [1 - t, t],
  cubic: (t: number): number[] => [
    ((-0.5 * t + 1) * t - 0.5) * t,
    (1.5 * t - 2.5) * t * t + 1,
    ((-1.5 * t + 2) * t + 0.5) * t,
    (0.5 * t - 0.5) * t * t,
  ],
};

const clamp = (value: number, most: number) => (value < 0 ? 0 : value > most ? most : value);

/** The pixel that a place (in pixels of the grid, 0 is its left or upper edge) lies in. */
export const pixelAt = ({ width, height }: Grid, x: number, y: number): number =>
  clamp(Math.floor(y), height - 1) * width + clamp(Math.floor(x), width - 1);

/**
 * Neighbours of a place and their weights, as [pixel, weight, pixel, weight …] in `into`; returns how many. A pixel without a value
 * weighs nothing, and the others share its weight.
 */
export function neighbours(
  grid: Grid,
  x: number,
  y: number,
  kind: RasterStyle['resampling'],
  into: Float64Array,
): number {
  // biome-ignore format: one line
  if (kind === 'nearest') {
    into[0] = pixelAt(grid, x, y);
    into[1] = 1;
    return 1;
  }
  const [fx, fy] = [x - 0.5, y - 0.5];
  const [column, row] = [Math.floor(fx), Math.floor(fy)];
  const [across, down] = [WEIGHTS[kind](fx - column), WEIGHTS[kind](fy - row)];
  const first = kind === 'cubic' ? -1 : 0;
  let count = 0;
  let total = 0;
  for (let j = 0; j < down.length; j++)
    for (let i = 0; i < across.length; i++) {
      const at = clamp(row + first + j, grid.height - 1) * grid.width + clamp(column + first + i, grid.width - 1);
      if (grid.valid[at] === 0) continue;
      const weight = (across[i] as number) * (down[j] as number);
      into[count * 2] = at;
      into[count * 2 + 1] = weight;
      total += weight;
      count++;
    }
  if (count === 0 || Math.abs(total) < 1e-6) return neighbours(grid, x, y, 'nearest', into);
  for (let at = 0; at < count; at++) into[at * 2 + 1] = (into[at * 2 + 1] as number) / total;
  return count;
}
