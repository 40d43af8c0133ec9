// One PMTiles file (specification 3, https://github.com/protomaps/PMTiles) of vector tiles. The package reads such files and writes none.
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

const HEADER = 127;
const [GZIP, MVT] = [2, 1];
/** The root directory must lie within the first 16 kB of a file. */
const MAX_ROOT = 16384 - HEADER;

function varints(numbers) {
  const bytes = [];
  for (let n of numbers) {
    while (n > 127) {
      bytes.push((n % 128) + 128);
      n = Math.floor(n / 128);
    }
    bytes.push(n);
  }
  return Buffer.from(bytes);
}

/** Entries by rising id as columns: gaps between ids, run lengths, lengths, offsets (0: right after the one before). */
function directory(entries) {
  return gzipSync(
    varints([
      entries.length,
      ...entries.map(({ id }, i) => id - (entries[i - 1]?.id ?? 0)),
      ...entries.map(({ run }) => run),
      ...entries.map(({ length }) => length),
      ...entries.map(({ offset }, i) => {
        const before = entries[i - 1];
        return before && offset === before.offset + before.length ? 0 : offset + 1;
      }),
    ]),
    { level: 9 },
  );
}

/** Root and leaves: one directory where it fits, else leaves of equal size. */
function directories(entries) {
  const whole = directory(entries);
  if (whole.length <= MAX_ROOT) return { root: whole, leaves: Buffer.alloc(0) };
  const roots = [];
  const leaves = [];
  let offset = 0;
  for (let i = 0; i < entries.length; i += 2048) {
    const leaf = directory(entries.slice(i, i + 2048));
    roots.push({ id: entries[i].id, run: 0, length: leaf.length, offset });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: directory(roots), leaves: Buffer.concat(leaves) };
}

/** `tiles`: `{z, x, y, data}` with data as MVT. `center` is longitude, latitude and zoom. Equal tiles are held once. */
export function archive(tiles, metadata, { bounds, center }) {
  const byId = tiles.map((tile) => ({ ...tile, id: zxyToTileId(tile.z, tile.x, tile.y) })).sort((a, b) => a.id - b.id);
  const entries = [];
  const data = [];
  const byContent = new Map();
  let size = 0;
  for (const { id, data: raw } of byId) {
    const hash = raw.toString('latin1');
    let place = byContent.get(hash);
    if (!place) {
      const packed = gzipSync(raw, { level: 9 });
      place = { offset: size, length: packed.length };
      byContent.set(hash, place);
      data.push(packed);
      size += packed.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === place.offset && last.id + last.run === id) last.run += 1;
    else entries.push({ id, run: 1, ...place });
  }
  const { root, leaves } = directories(entries);
  const about = gzipSync(JSON.stringify(metadata), { level: 9 });
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles', 0, 'latin1');
  header[7] = 3;
  const parts = [root.length, about.length, leaves.length, size];
  let at = HEADER;
  for (const [i, length] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(at), 8 + i * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + i * 16);
    at += length;
  }
  for (const [i, count] of [byId.length, entries.length, byContent.size].entries())
    header.writeBigUInt64LE(BigInt(count), 72 + i * 8);
  const zooms = byId.map(({ z }) => z);
  header.set([1, GZIP, GZIP, MVT, Math.min(...zooms), Math.max(...zooms)], 96);
  for (const [i, degrees] of bounds.entries()) header.writeInt32LE(Math.round(degrees * 1e7), 102 + i * 4);
  header[118] = center[2];
  for (const [i, degrees] of center.slice(0, 2).entries()) header.writeInt32LE(Math.round(degrees * 1e7), 119 + i * 4);
  return Buffer.concat([header, root, about, leaves, ...data]);
}
