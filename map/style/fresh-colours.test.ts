// The colours of fresh layers are seen on every ground and told apart by everybody, as far as colours can be.
import { describe, expect, it } from 'vitest';
import { FRESH_COLOURS } from '@/contract/schemas/style';
import { baseColours } from './base-colours';

type Triple = [number, number, number];
const linear = (hex: string): Triple =>
  [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as Triple;
const luminance = ([r, g, b]: Triple) => 0.2126 * r + 0.7152 * g + 0.0722 * b;
const contrast = (a: string, b: string) => {
  const [low = 0, high = 0] = [luminance(linear(a)), luminance(linear(b))].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};

/** CIE L*a*b* under D65. */
const lab = ([r, g, b]: Triple): Triple => {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(luminance([r, g, b]));
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};
/** What eyes make of a colour: Machado, Oliveira and Fernandes 2009, severity 1. */
const EYES: Record<string, [Triple, Triple, Triple]> = {
  usual: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
}; // biome-ignore format: matrices
const perceive = (hex: string, eye: string): Triple => {
  const c = linear(hex);
  const rows = EYES[eye] as [Triple, Triple, Triple];
  return lab(rows.map((row) => Math.min(1, Math.max(0, row[0] * c[0] + row[1] * c[1] + row[2] * c[2]))) as Triple);
};
const distance = (a: Triple, b: Triple) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
const closest = (colours: readonly string[], eye: string) =>
  Math.min(...colours.flatMap((a, i) => colours.slice(i + 1).map((b) => distance(perceive(a, eye), perceive(b, eye)))));

describe('the colours of fresh layers', () => {
  const grounds = (['light', 'dark'] as const).flatMap((theme) => [
    baseColours(theme, false),
    baseColours(theme, true),
  ]);
  it('stand out from land by 3 to 1 and from water by 2 to 1, in both themes, in colour and grey', () => {
    for (const colour of FRESH_COLOURS)
      for (const { land, water, halo } of grounds) {
        expect(contrast(colour, land), `${colour} on ${land}`).toBeGreaterThan(2.95);
        expect(contrast(colour, water), `${colour} on ${water}`).toBeGreaterThan(2);
        expect(contrast(colour, halo)).toBeGreaterThan(2.95);
      }
  });
  it('are told apart, the first four best', () => {
    expect(closest(FRESH_COLOURS, 'usual')).toBeGreaterThan(40);
    for (const eye of Object.keys(EYES)) {
      expect(closest(FRESH_COLOURS, eye), eye).toBeGreaterThan(17);
      expect(closest(FRESH_COLOURS.slice(0, 4), eye), eye).toBeGreaterThan(20);
    }
  });
});
