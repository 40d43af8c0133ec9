// The map grid at every scale and place: enough lines and not too many, true to UTM, cut at the zones' borders.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Extent } from '@/contract/schemas/common';
import { loadConverter } from './coordinates-proj';
import type { Converter } from './coordinates-systems';
import { angleText, clipPath, coarsenStep, degreeLines, MAX_OWN, metreStep, sparseness, utmLines } from './graticule';
import { utmDefinition, zoneOf } from './utm';

/** A window of 1440 by 900 pixels at a zoom of MapLibre's 512-pixel world. */
const window = (lng: number, lat: number, zoom: number, width = 1440, height = 900): Extent => {
  const across = (width * 360) / (512 * 2 ** zoom);
  const up = (height * 360 * Math.cos((lat * Math.PI) / 180)) / (512 * 2 ** zoom);
  return [lng - across / 2, lat - up / 2, lng + across / 2, lat + up / 2];
};
let convert: Converter;
beforeAll(async () => {
  convert = await loadConverter();
});

describe('a graticule', () => {
  it('has 2 to 8 lines a side at every zoom, on a wide screen and a phone', () => {
    for (let zoom = 1; zoom <= 22; zoom += 0.25)
      for (const [width, height] of [
        [1440, 900],
        [390, 844],
      ] as const) {
        // biome-ignore format: two screens
        const lines = degreeLines(window(51.4, 35.7, zoom, width, height));
        const meridians = lines.filter(({ path: [a, b] }) => a?.[0] === b?.[0]).length;
        expect([zoom, meridians >= 2 && meridians <= 8]).toEqual([zoom, true]);
        expect([zoom, lines.length - meridians >= 2 && lines.length - meridians <= 8]).toEqual([zoom, true]);
      }
  });
  it('is named with what its step needs, and with the side of the earth', () => {
    expect(angleText(51 * 3600, 3600, 'lng')).toBe('51°E');
    expect(angleText(-35.5 * 3600, 1800, 'lat')).toBe('35°30′S');
    expect(angleText(51 * 3600 + 61.5, 0.5, 'lng')).toBe('51°01′01.5″E');
    expect(angleText(0, 3600, 'lat')).toBe('0°');
    expect(angleText(190 * 3600, 36_000, 'lng')).toBe('170°W');
    expect(angleText(-180 * 3600, 36_000, 'lng')).toBe('180°');
  });
  it('goes on over the date line and stays within the earth', () => {
    expect(degreeLines([170, 10, 190, 20]).map(({ text }) => text)).toContain('175°W');
    for (const { path } of degreeLines([-600, -90, 600, 90]))
      for (const [x, y] of path) expect(Math.abs(x) <= 180 && Math.abs(y) <= 85).toBe(true);
  });
});

describe("a spacing of one's own", () => {
  it('is kept where the window can hold it, and stretched in round steps where not', () => {
    expect(degreeLines([51, 35, 52, 36], 450).map(({ text }) => text)).toContain('51°07′30″E');
    expect(degreeLines([51, 35, 52, 36], 90).filter(({ path: [a, b] }) => a?.[0] === b?.[0])).toHaveLength(41);
    expect(sparseness([51, 35, 52, 36], 'degrees', 90)).toBe(1);
    expect([1, 2, 3, 5, 6, 12, 21].map((times) => coarsenStep(10, times * 10 * MAX_OWN) / 10)).toEqual([
      1, 2, 5, 5, 10, 20, 50,
    ]); // biome-ignore format: one list
    expect(sparseness([51, 35, 52, 36], 'degrees', 0.01)).toBe(10_000);
  });
  it('never fills a window with lines, whatever is asked', () => {
    for (const own of [0.01, 1, 7, 3600, 216_000])
      for (const zoom of [1, 5, 10, 15, 22]) {
        const lines = degreeLines(window(51.4, 35.7, zoom), own);
        expect([own, zoom, lines.length <= 2 * (MAX_OWN + 1)]).toEqual([own, zoom, true]);
      }
    for (const own of [0.1, 250, 1_000_000])
      for (const zoom of [6, 12, 18]) {
        const names = new Set(utmLines(window(51, 35.7, zoom), convert, own).map(({ text }) => text));
        expect([own, zoom, names.size <= 3 * (MAX_OWN + 1)]).toEqual([own, zoom, true]);
      }
  });
  it('lays the squares of UTM at its multiples', () => {
    const values = utmLines(window(51.4, 35.7, 10), convert, 7500).flatMap(({ text, border }) =>
      border ? [] : [Number(text) % 7500],
    );
    expect(values.length).toBeGreaterThan(10);
    expect(new Set(values)).toEqual(new Set([0]));
  });
});

describe('the UTM grid', () => {
  it('has 2 to 8 lines along the longer side and no more on the other', () => {
    for (let zoom = 6; zoom <= 22; zoom += 0.5) {
      const extent = window(51, 35.7, zoom);
      const texts = new Set(utmLines(extent, convert).flatMap(({ text, border }) => (border ? [] : [text])));
      expect([zoom, texts.size >= 3 && texts.size <= 18]).toEqual([zoom, true]);
    }
    expect(metreStep(7000)).toBe(1000);
    expect(metreStep(1)).toBe(0.2);
  });

  it('every point lies on the metres that its name says', () => {
    for (const extent of [window(51.4, 35.7, 10), window(54, 32, 8), window(-70, -33, 9), window(10, 60, 7)])
      for (const { path, text, border } of utmLines(extent, convert)) {
        if (border) continue;
        const [a, b] = [path[0], path.at(-1)];
        if (!a || !b) throw new Error('a line without ends');
        const zone = zoneOf([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
        if (!zone) throw new Error('a line outside UTM');
        const off = [a, b].map((p) => {
          const [x, y] = convert.forward(utmDefinition(zone.zone, zone.south), p) ?? [0, 0];
          return Math.min(Math.abs(x - Number(text)), Math.abs(y - Number(text)));
        });
        // Cut ends lie on a chord between two samples: a hundredth of a step at most.
        expect(Math.max(...off)).toBeLessThan(500);
      }
  });

  it('is cut at the border of two zones, and the border is named', () => {
    const lines = utmLines(window(54, 35, 8), convert);
    expect(lines.filter(({ border }) => border).map(({ text }) => text)).toEqual(['39 | 40']);
    for (const { path, border } of lines)
      if (!border) expect(path.every(([x]) => x <= 54 + 1e-9) || path.every(([x]) => x >= 54 - 1e-9)).toBe(true);
  });

  it('knows Norway, the equator, the date line, and that a wide window shows zones only', () => {
    expect(utmLines(window(3, 60, 7), convert).some(({ text, border }) => border && text === '31 | 32')).toBe(true);
    expect(utmLines(window(51, 0, 8), convert).some(({ text, border }) => border && text === '0')).toBe(true);
    const date = utmLines(window(180, 10, 8), convert);
    expect(date.some(({ text }) => text === '60 | 1')).toBe(true);
    for (const { path } of date) for (const [x] of path) expect(Math.abs(x - 180)).toBeLessThan(5);
    const world = utmLines([-180, -85, 180, 85], convert);
    expect(world.every(({ border }) => border)).toBe(true);
    expect(utmLines([0, 84.5, 1, 85], convert)).toEqual([]);
  });

  it('is quick everywhere', () => {
    const start = performance.now();
    let n = 0;
    for (let zoom = 4; zoom <= 20; zoom += 1) n += utmLines(window(54, 35, zoom), convert).length;
    expect(n).toBeGreaterThan(100);
    expect((performance.now() - start) / 17).toBeLessThan(50);
  });
});

describe('a path', () => {
  it('is cut where it leaves a box and begins anew where it returns', () => {
    const pieces = clipPath([[-5, 5], [5, 5], [5, 15], [8, 15], [8, 5]], [0, 0, 10, 10]); // biome-ignore format: a path
    expect(pieces).toEqual([
      [[0, 5], [5, 5], [5, 10]],
      [[8, 10], [8, 5]],
    ]); // biome-ignore format: two paths
    expect(clipPath([[20, 20], [30, 30]], [0, 0, 10, 10])).toEqual([]); // biome-ignore format: a path
  });
});
