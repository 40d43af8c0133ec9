// Writes small GeoTIFFs by hand, good and bad.

/** A little-endian TIFF of one byte a pixel with the tags given; 33550 and 33922 place it in degrees. */
export function writeTiff(more: Record<number, number> = {}, next = 0, placed = true): Buffer {
  const [width, height] = [more[256] ?? 20, more[257] ?? 10];
  const data = 600;
  const tags: [number, number, number, number][] = Object.entries({
    256: width, 257: height, 258: 8, 259: 1, 262: 1, 273: data, 277: 1, 278: height, 279: width * height, ...more,
  }).map(([tag, value]) => [Number(tag), 4, 1, value % 2 ** 32]); // biome-ignore format: tags
  // Pixel size, the corner's place, and the key directory that says EPSG:4326.
  if (placed) tags.push([33550, 12, 3, 300], [33922, 12, 6, 330], [34735, 3, 16, 390]);
  const bytes = Buffer.alloc(data + 200);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(tags.length, 8);
  tags
    .sort((a, b) => a[0] - b[0])
    .forEach(([tag, type, count, value], i) => {
      bytes.writeUInt16LE(tag, 10 + i * 12);
      bytes.writeUInt16LE(type, 12 + i * 12);
      bytes.writeUInt32LE(count, 14 + i * 12);
      bytes.writeUInt32LE(value, 18 + i * 12);
    });
  bytes.writeUInt32LE(next, 10 + tags.length * 12);
  [0.05, 0.05, 0].forEach((n, i) => void bytes.writeDoubleLE(n, 300 + i * 8));
  [0, 0, 0, 51, 36, 0].forEach((n, i) => void bytes.writeDoubleLE(n, 330 + i * 8));
  [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326].forEach(
    (n, i) => void bytes.writeUInt16LE(n, 390 + i * 2),
  );
  for (let i = data; i < bytes.length; i++) bytes[i] = i % 256;
  return bytes;
}
