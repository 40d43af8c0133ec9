// Draws a security code as a raster picture: digits of both scripts, joined, warped and crossed by strokes of their own thickness.
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { encode } from 'fast-png';
import * as fontkit from 'fontkit';
import { randomBetween } from './captcha-random';

export const WIDTH = 180;
export const HEIGHT = 60;
/** Samples of each pixel along either axis. */
const SAMPLES = 3;
const INK = [43, 52, 74];
const PAPER = [241, 243, 245];
/** Digits whose Persian shape cannot be taken for another digit's Latin one. */
const PERSIAN: Record<string, string> = { 1: '۱', 2: '۲', 3: '۳', 4: '۴', 7: '۷', 8: '۸', 9: '۹' };
const WEIGHTS = ['Regular', 'Medium', 'Bold'];

type Point = readonly [number, number];
/** Closed outlines, in pixels. */
type Shape = Point[][];

const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)] as T;

const fonts = new Map<string, fontkit.Font>();
function loadFont(weight: string): fontkit.Font {
  const cached = fonts.get(weight);
  if (cached) return cached;
  const path = createRequire(import.meta.url).resolve(`vazirmatn/fonts/ttf/Vazirmatn-${weight}.ttf`);
  const font = fontkit.create(readFileSync(path)) as fontkit.Font;
  fonts.set(weight, font);
  return font;
}

const CURVE_STEPS = 6;

/** A letter's outline in ems, y downwards, curves cut into lines, and its advance. */
function outlineOf(letter: string): { shape: Shape; advance: number } {
  const font = loadFont(pick(WEIGHTS));
  const glyph = font.glyphForCodePoint(letter.codePointAt(0) as number);
  const shape: Point[][] = [];
  let [px, py] = [0, 0];
  for (const { command, args } of glyph.path.commands) {
    const n = args.map((value) => value / font.unitsPerEm);
    if (command === 'closePath') continue;
    const [x, y] = [n.at(-2) as number, n.at(-1) as number];
    if (command === 'moveTo') shape.push([[x, -y]]);
    const line = shape.at(-1) as Point[];
    if (command === 'lineTo') line.push([x, -y]);
    // Cubic curves are flattened through their Bernstein form; a quadratic one is the cubic with its control point twice, near enough here.
    if (command === 'quadraticCurveTo' || command === 'bezierCurveTo') {
      const [ax, ay] = [n[0] as number, n[1] as number];
      const [bx, by] = command === 'bezierCurveTo' ? [n[2] as number, n[3] as number] : [ax, ay];
      for (let i = 1; i <= CURVE_STEPS; i++) {
        const t = i / CURVE_STEPS;
        const at = (p0: number, p1: number, p2: number, p3: number) =>
          (1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t * t * p2 + t ** 3 * p3;
        line.push([at(px, ax, bx, x), -at(py, ay, by, y)]);
      }
    }
    [px, py] = [x, y];
  }
  return { shape, advance: glyph.advanceWidth / font.unitsPerEm };
}

/** A stroke of a given thickness along a smooth line across the whole picture. */
function strokeAcross(thickness: number): Shape {
  const [y, slope, swing, waves, phase] = [
    randomBetween(18, 42),
    randomBetween(-0.12, 0.12),
    randomBetween(4, 10),
    randomBetween(0.8, 1.8),
    randomBetween(0, 6),
  ];
  const edge = (dy: number): Point[] =>
    Array.from({ length: 31 }, (_, i) => {
      const x = (i / 30) * WIDTH;
      return [x, y + slope * (x - WIDTH / 2) + swing * Math.sin((x / WIDTH) * waves * 2 * Math.PI + phase) + dy];
    });
  return [[...edge(-thickness / 2), ...edge(thickness / 2).reverse()]];
}

/** Share of each pixel that a shape covers (non-zero winding), 0 to 1. */
function coverageOf(shape: Shape): Float32Array {
  const cover = new Float32Array(WIDTH * HEIGHT);
  const edges = shape.flatMap((line) =>
    line.map((from, i) => [from, line[(i + 1) % line.length] as Point] as const).filter(([a, b]) => a[1] !== b[1]),
  );
  for (let row = 0; row < HEIGHT * SAMPLES; row++) {
    const y = (row + 0.5) / SAMPLES;
    const crossings = edges
      .filter(([a, b]) => a[1] <= y !== b[1] <= y)
      .map(([a, b]) => ({ x: a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]), turn: a[1] < b[1] ? 1 : -1 }))
      .sort((a, b) => a.x - b.x);
    let winding = 0;
    for (let i = 0; i + 1 < crossings.length; i++) {
      const [from, to] = [crossings[i] as { x: number; turn: number }, crossings[i + 1] as { x: number }];
      winding += from.turn;
      if (winding === 0) continue;
      const [first, last] = [
        Math.max(0, Math.round(from.x * SAMPLES)),
        Math.min(WIDTH * SAMPLES, Math.round(to.x * SAMPLES)),
      ];
      for (let column = first; column < last; column++) {
        const at = Math.floor(row / SAMPLES) * WIDTH + Math.floor(column / SAMPLES);
        cover[at] = Math.min(1, (cover[at] as number) + 1 / (SAMPLES * SAMPLES));
      }
    }
  }
  return cover;
}

/** The digits in one line, each turned, sheared and pushed into its neighbour. */
function layOut(digits: string): Shape {
  const shape: Shape = [];
  let x = randomBetween(8, 16);
  for (const digit of digits) {
    const { shape: outline, advance } = outlineOf(pick([digit, PERSIAN[digit] ?? digit]));
    const [size, turn, shear, foot] = [
      randomBetween(40, 48),
      randomBetween(-0.32, 0.32),
      randomBetween(-0.2, 0.2),
      randomBetween(40, 48),
    ];
    const middle = (advance * size) / 2;
    for (const line of outline)
      shape.push(
        line.map(([ex, ey]) => {
          const [dx, dy] = [ex * size - middle - shear * ey * size, ey * size + size * 0.33];
          return [
            x + middle + dx * Math.cos(turn) - dy * Math.sin(turn),
            foot - size * 0.33 + dx * Math.sin(turn) + dy * Math.cos(turn),
          ];
        }),
      );
    // Neighbours touch, so that nobody can cut the picture into digits by its gaps.
    x += advance * size * randomBetween(0.8, 0.9) + 2;
  }
  // Spread over the width that is there.
  const free = WIDTH - 12 - x;
  const stretch = 1 + Math.max(-0.25, Math.min(0.25, free / x));
  return shape.map((line) => line.map(([px, py]): Point => [px * stretch, py]));
}

/** Waves in both directions. */
function warp(shape: Shape): Shape {
  const [ax, fx, px] = [randomBetween(1.5, 3), randomBetween(0.07, 0.11), randomBetween(0, 6)];
  const [ay, fy, py] = [randomBetween(2, 4), randomBetween(0.035, 0.055), randomBetween(0, 6)];
  return shape.map((line) =>
    line.map(([x, y]): Point => [x + ax * Math.sin(y * fx + px), y + ay * Math.sin(x * fy + py)]),
  );
}

/** A PNG of WIDTH x HEIGHT pixels that shows Latin `digits`, each in either script, to be read from the left. */
export function drawCaptcha(digits: string): Uint8Array {
  const ink = coverageOf(warp(layOut(digits)));
  const over = [coverageOf(strokeAcross(randomBetween(1.8, 2.8))), coverageOf(strokeAcross(randomBetween(1, 1.6)))];
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let at = 0; at < ink.length; at++) {
    const visible = Math.max(ink[at] as number, ...over.map((stroke) => stroke[at] as number));
    const grain = randomInt(-14, 15);
    for (let band = 0; band < 3; band++) {
      const value = (PAPER[band] as number) * (1 - visible) + (INK[band] as number) * visible + grain;
      data[at * 3 + band] = Math.max(0, Math.min(255, value));
    }
  }
  return encode({ width: WIDTH, height: HEIGHT, data, channels: 3, depth: 8 });
}
