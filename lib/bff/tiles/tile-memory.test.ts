// What the web process keeps of tiles: their own bytes, and of who may see them nothing that is over.
import { expect, it } from 'vitest';
import { memoryInUse } from '../../../testing/setup/memory';
import { createTileMemory, TILE_SCOPE } from './tile-memory';

const SCOPE = 'scope-of-sixteen-letters';
const MAX_BYTES = 1024 * 1024;
const PLACE = { z: 3, x: 5, y: 3 };
const answer = (body: Uint8Array) => ({ status: 200, headers: { [TILE_SCOPE]: `${SCOPE} 1000`, etag: '"1"' }, body });

it('holds a tile by its own bytes, not by all that came with it', () => {
  const memory = createTileMemory(() => 0, MAX_BYTES);
  const read = Buffer.alloc(60_000, 7);
  memory.remember('token', '/path', PLACE, 0, answer(read.subarray(100, 200)));
  const body = memory.find('token', '/path', PLACE, undefined)?.body as Uint8Array;
  expect([body.length, body.buffer.byteLength, body[0]]).toEqual([100, 100, 7]);
});

it('lets go of what sessions saw once that is over', () => {
  let clock = 1;
  const memory = createTileMemory(() => clock, MAX_BYTES);
  const tile = new Uint8Array(10);
  const before = memoryInUse().heapUsed;
  for (let i = 0; i < 15_000; i++) {
    clock += 10;
    memory.remember(`${i} ${'token'.repeat(400)}`.toUpperCase(), '/path', PLACE, clock, answer(tile));
  }
  expect(memoryInUse().heapUsed - before).toBeLessThan(5_000_000);
});

it('keeps no more of them than it may, the latest', () => {
  const memory = createTileMemory(() => 0, MAX_BYTES);
  const at = (x: number) => ({ ...PLACE, x });
  for (const x of [1, 2, 3]) memory.remember('token', '/path', at(x), 0, answer(new Uint8Array(400_000)));
  expect([1, 2, 3].map((x) => memory.find('token', '/path', at(x), undefined)?.status)).toEqual([undefined, 200, 200]);
});
