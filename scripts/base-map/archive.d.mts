/** Vector tiles (MVT) as one PMTiles file. `bounds` is west, south, east, north, `center` longitude, latitude and zoom. */
export function archive(
  tiles: { z: number; x: number; y: number; data: Buffer }[],
  metadata: object,
  place: { bounds: number[]; center: number[] },
): Buffer;
