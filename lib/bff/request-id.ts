// Numbers of requests: UUIDs of version 7 (RFC 9562), which sort by the time of their making. Edge-safe.

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Random bytes are fetched for many numbers at once: asking for a few costs as much as asking for thousands. */
const POOL_NUMBERS = 256;
const BYTES = 16;
const pool = new Uint8Array(POOL_NUMBERS * BYTES);
let at = pool.length;

/** A fresh number. `now` in milliseconds since 1970. */
export function requestId(now: number = Date.now()): string {
  if (at === pool.length) {
    crypto.getRandomValues(pool);
    at = 0;
  }
  const bytes = pool.slice(at, at + BYTES);
  at += BYTES;
  for (let i = 5, rest = now; i >= 0; i--, rest = Math.floor(rest / 256)) bytes[i] = rest % 256;
  bytes[6] = 0x70 | ((bytes[6] as number) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] as number) & 0x3f);
  let hex = '';
  for (const byte of bytes) hex += HEX[byte];
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
