// Pictures lose where they were taken and keep their pixels; a second program reads them again.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JPEG, PNG, WEBP } from '../../../testing/pictures';
import { withoutTraces } from './pictures';

const hasGdal = spawnSync('gdalinfo', ['--version']).status === 0;

/** What a second program makes of a picture. */
function describePicture(name: string, bytes: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-picture-'));
  try {
    writeFileSync(join(folder, name), bytes);
    return execFileSync('gdalinfo', ['-checksum', join(folder, name)], { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const sums = (text: string) => text.match(/Checksum=\d+/g);

const chunk = (kind: string, body: Buffer, big: boolean): Buffer => {
  const size = Buffer.alloc(4);
  if (big) size.writeUInt32BE(body.length);
  else size.writeUInt32LE(body.length);
  const padded = !big && body.length % 2 ? Buffer.concat([body, Buffer.alloc(1)]) : body;
  return big
    ? Buffer.concat([size, Buffer.from(kind, 'latin1'), body, Buffer.alloc(4)])
    : Buffer.concat([Buffer.from(kind, 'latin1'), size, padded]);
};

describe('pictures without traces', () => {
  it('takes place and device out of a photo and keeps its turn', () => {
    expect(JPEG.includes('SecretPhone')).toBe(true);
    const clean = withoutTraces('image/jpeg', JPEG) as Buffer;
    expect(clean.includes('SecretPhone')).toBe(false);
    expect(clean.length).toBeLessThan(JPEG.length);
    const at = clean.indexOf('Exif');
    expect([clean.readUInt16BE(at + 6 + 10), clean.readUInt16BE(at + 6 + 18)]).toEqual([0x0112, 6]);
    expect(withoutTraces('image/jpeg', clean)).toEqual(clean);
  });

  it.skipIf(!hasGdal)('leaves every pixel as it was, says a second program', () => {
    expect(describePicture('a.jpg', JPEG)).toContain('EXIF_GPSLatitude');
    for (const [name, type, bytes] of [
      ['a.jpg', 'image/jpeg', JPEG],
      ['a.png', 'image/png', PNG],
      ['a.webp', 'image/webp', WEBP],
    ] as const) {
      const clean = describePicture(name, withoutTraces(type, bytes) as Buffer);
      expect(sums(clean)).toEqual(sums(describePicture(name, bytes)));
      expect(sums(clean)).toHaveLength(3);
      expect(clean).not.toMatch(/GPS|SecretPhone|DateTime/);
    }
  });

  it('drops what is hidden in notes and behind the end', () => {
    const hidden = Buffer.from('<script>HIDDEN</script>');
    const note = Buffer.concat([Buffer.from([0xff, 0xfe, 0, hidden.length + 2]), hidden]);
    const xmp = Buffer.from('http://ns.adobe.com/xap/1.0/\0<x>HIDDEN GPS</x>', 'latin1');
    const app1 = Buffer.concat([Buffer.from([0xff, 0xe1, 0, xmp.length + 2]), xmp]);
    const jpeg = Buffer.concat([JPEG.subarray(0, 2), note, app1, JPEG.subarray(2), hidden]);
    const end = PNG.length - 12;
    const png = Buffer.concat([
      PNG.subarray(0, end),
      chunk('tEXt', hidden, true),
      chunk('eXIf', hidden, true),
      PNG.subarray(end),
      hidden,
    ]);
    const body = Buffer.concat([WEBP.subarray(12), chunk('EXIF', hidden, false), chunk('XMP ', hidden, false)]);
    const head = Buffer.from(WEBP.subarray(0, 12));
    head.writeUInt32LE(4 + body.length, 4);
    for (const [type, plain, bytes] of [
      ['image/jpeg', JPEG, jpeg],
      ['image/png', PNG, png],
      ['image/webp', WEBP, Buffer.concat([head, body, hidden])],
    ] as const) {
      expect(bytes.includes('HIDDEN')).toBe(true);
      expect(withoutTraces(type, bytes)).toEqual(withoutTraces(type, plain));
    }
  });

  it('refuses broken pictures and never throws', () => {
    for (const [type, bytes] of [
      ['image/jpeg', JPEG],
      ['image/png', PNG],
      ['image/webp', WEBP],
    ] as const) {
      expect(withoutTraces(type, bytes.subarray(0, bytes.length - 20))).toBeNull();
      const edits = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 8 });
      fc.assert(
        fc.property(edits, fc.nat(bytes.length), (list, length) => {
          const broken = Buffer.from(bytes.subarray(0, length));
          for (const [at, value] of list) if (at < broken.length && at >= 12) broken[at] = value;
          const clean = broken.length < 12 ? null : withoutTraces(type, broken);
          if (clean) expect(clean.length).toBeLessThanOrEqual(broken.length + 40);
        }),
        { numRuns: 500 },
      );
    }
  });

  it('leaves other files alone', () => {
    const text = Buffer.from('Exif');
    expect(withoutTraces('text/plain', text)).toBe(text);
  });
});
