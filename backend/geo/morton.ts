// Morton keys: Web Mercator, 30 bits an axis, interleaved. Records near each other have near keys.

/** Bits of one axis: at zoom 18 a tile still has its full 4096 steps (18 + 12). One step is 3.7 cm at the equator. */
export const BITS = 30;
const SIZE = 2 ** BITS;
/** The latitude at which Web Mercator is square. */
export const MAX_LATITUDE = 85.0511287798066;

/** Longitude in degrees to 0..1 from the antimeridian eastward. */
export const worldX = (lon: number): number => lon / 360 + 0.5;

/** Latitude in degrees to 0..1 from the north southward, clamped to the square. */
export function worldY(lat: number): number {
  const sin = Math.sin((Math.max(-MAX_LATITUDE, Math.min(MAX_LATITUDE, lat)) * Math.PI) / 180);
  return 0.5 - (0.25 * Math.log((1 + sin) / (1 - sin))) / Math.PI;
}

export const lonOf = (x: number): number => (x - 0.5) * 360;
export const latOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;

/** 15 bits spread to every second place. */
function spread(v: number): number {
  let n = v & 0x7fff;
  n = (n | (n << 8)) & 0x00ff00ff;
  n = (n | (n << 4)) & 0x0f0f0f0f;
  n = (n | (n << 2)) & 0x33333333;
  return (n | (n << 1)) & 0x55555555;
}
function gather(v: number): number {
  let n = v & 0x55555555;
  n = (n | (n >> 1)) & 0x33333333;
  n = (n | (n >> 2)) & 0x0f0f0f0f;
  n = (n | (n >> 4)) & 0x00ff00ff;
  return (n | (n >> 8)) & 0x7fff;
}

const cell = (v: number) => Math.min(SIZE - 1, Math.max(0, Math.floor(v * SIZE)));

/** The key of a place, as decimal text: it has 60 bits, more than a JavaScript number holds. */
export function keyOf(lon: number, lat: number): string {
  const x = cell(worldX(lon));
  const y = cell(worldY(lat));
  const high = spread(x >>> 15) + spread(y >>> 15) * 2;
  const low = spread(x & 0x7fff) + spread(y & 0x7fff) * 2;
  return ((BigInt(high) << 30n) | BigInt(low)).toString();
}

/** The place of a key from its two 30-bit halves, as 0..2^30 steps of each axis. */
export function stepsOf(high: number, low: number): [number, number] {
  return [gather(high) * 0x8000 + gather(low), gather(high >>> 1) * 0x8000 + gather(low >>> 1)];
}

/** The place of a key inside of a tile, whose bits are 30 at most, as steps of each axis. */
export const placeIn = (key: number): [number, number] => [gather(key), gather(key >>> 1)];

/** The first key of a tile, the first after it, and the number of key bits below a cell of the given tile grid (2^cellBits squared). */
export function tileRange(
  z: number,
  x: number,
  y: number,
  cellBits: number,
): { from: string; to: string; shift: number } {
  const bits = BigInt(2 * (BITS - z));
  let key = 0n;
  for (let i = 0; i < z; i++)
    key |= (BigInt((x >> i) & 1) << BigInt(2 * i)) | (BigInt((y >> i) & 1) << BigInt(2 * i + 1));
  return {
    from: (key << bits).toString(),
    to: ((key + 1n) << bits).toString(),
    shift: Math.max(0, 2 * (BITS - z - cellBits)),
  };
}
