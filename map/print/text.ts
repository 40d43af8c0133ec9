// Text as it stands on paper: letters joined, directions ordered, every glyph knowing which letters it stands for.
import bidiFactory from 'bidi-js';
import * as fontkit from 'fontkit';
import type { Step } from './items';

const bidi = bidiFactory();

/** One file of a font. */
export interface Face {
  /** Names the file in the PDF: stable, letters only. */
  name: string;
  /** The file itself, TrueType. */
  bytes: Uint8Array;
  font: fontkit.Font;
}
/** Faces in the order of asking: a letter that one lacks is taken from the next. */
export interface Faces {
  regular: readonly Face[];
  bold: readonly Face[];
}
export interface Glyph {
  face: Face;
  /** Its number in the face. */
  id: number;
  /** The letters that it stands for, in the order of writing; '' for a mark that belongs to its neighbour. */
  text: string;
  /** Ems from the line's left end. */
  x: number;
  /** Ems to the next glyph. */
  advance: number;
  /** Ems by which it is drawn aside from there: marks over and under letters. */
  dx: number;
  dy: number;
  /** Whether its letters were written from right to left. */
  rtl: boolean;
}
export interface Line {
  /** As it was typed. */
  text: string;
  glyphs: readonly Glyph[];
  /** Ems. */
  width: number;
}
export type Direction = 'rtl' | 'ltr';

/** Reads a font file. Throws where it is none. */
export const readFace = (name: string, bytes: Uint8Array): Face => {
  const font = fontkit.create(bytes as Buffer);
  if (!('layout' in font)) throw new Error(`${name} holds several fonts`);
  // The library keeps one object for each shape, with the letters that it stood for when it was first met; here each use has its own.
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => Object.create(getGlyph(id), { codePoints: { value: codePoints } });
  return { name, bytes, font };
};

const outlines = new Map<Face, Map<number, Step[]>>();

/** A glyph's outline in ems from its own foot, y upwards. */
export const outline = ({ face, id }: Pick<Glyph, 'face' | 'id'>): readonly Step[] => {
  const outlinesOfFace = outlines.get(face) ?? new Map<number, Step[]>();
  outlines.set(face, outlinesOfFace);
  const outline = outlinesOfFace.get(id);
  if (outline) return outline;
  const em = face.font.unitsPerEm;
  let [px, py] = [0, 0];
  const steps = face.font.getGlyph(id).path.commands.map(({ command, args }): Step => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = args.map((n) => n / em);
    const [x0, y0] = [px, py];
    const to = (x: number, y: number) => {
      [px, py] = [x, y];
    };
    switch (command) {
      case 'closePath':
        return ['Z'];
      case 'bezierCurveTo':
        to(e, f);
        return ['C', a, b, c, d, e, f];
      case 'quadraticCurveTo':
        to(c, d);
        // The same curve with two handles.
        return ['C', x0 + (2 / 3) * (a - x0), y0 + (2 / 3) * (b - y0), c + (2 / 3) * (a - c), d + (2 / 3) * (b - d), c, d]; // biome-ignore format: a line
      default:
        to(a, b);
        return [command === 'moveTo' ? 'M' : 'L', a, b];
    }
  });
  outlinesOfFace.set(id, steps);
  return steps;
};

/** Unseen marks of direction. */
const [LRM, RLM] = ['\u200e', '\u200f'];
/** Letters that are seen by what they do to others only: joiners, marks of direction. */
const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff]/;

const faceFor = (faces: readonly Face[], point: number): Face =>
  faces.find(({ font }) => font.hasGlyphForCodePoint(point)) ?? (faces[0] as Face);

/** Whether some face has every letter of a text. */
export const writes = (faces: readonly Face[], text: string): boolean =>
  [...text].every(
    (letter) =>
      /\s/.test(letter) ||
      UNSEEN.test(letter) ||
      faces.some(({ font }) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0)),
  );

/** A stretch of one direction and one face. */
interface Stretch {
  face: Face;
  level: number;
  text: string;
}

const stretches = (faces: readonly Face[], text: string, levels: Uint8Array): Stretch[] => {
  const stretches: Stretch[] = [];
  let at = 0;
  for (const letter of text) {
    const level = levels[at] ?? 0;
    const last = stretches.at(-1);
    // A joiner, a mark or a space goes with the letter before it, so that nothing is torn apart.
    const follows = last && last.level === level && (UNSEEN.test(letter) || /[\p{M}\s]/u.test(letter));
    const face = follows ? last.face : faceFor(faces, letter.codePointAt(0) ?? 0);
    if (last && last.level === level && last.face === face) last.text += letter;
    else stretches.push({ face, level, text: letter });
    at += letter.length;
  }
  return stretches;
};

/** The order from left to right: from the highest level down, every row of stretches at or above it is turned round (rule L2). */
const visual = (list: Stretch[]): Stretch[] => {
  const order = [...list];
  for (let level = Math.max(0, ...list.map((s) => s.level)); level > 0; level -= 1)
    for (let i = 0; i < order.length; i += 1) {
      let end = i;
      while (end < order.length && (order[end] as Stretch).level >= level) end += 1;
      if (end > i + 1) order.splice(i, end - i, ...order.slice(i, end).reverse());
      i = Math.max(i, end - 1);
    }
  return order;
};

/** A stretch as the font shapes it: brackets of a right-to-left stretch are drawn turned round, and still stand for what was typed. */
const shapeStretch = ({ face, level, text }: Stretch): { glyphs: Glyph[]; width: number } => {
  const { font } = face;
  const em = font.unitsPerEm;
  const rtl = level % 2 === 1;
  const visual = rtl ? [...text].map((letter) => bidi.getMirroredCharacter(letter) ?? letter).join('') : text;
  const run = font.layout(visual, undefined, undefined, undefined, rtl ? 'rtl' : 'ltr');
  const source = [...text];
  const codePoints = run.glyphs.reduce((sum, glyph) => sum + glyph.codePoints.length, 0);
  // In the order of writing each glyph takes as many letters as the font says it stands for. What the font says of a joiner, or of
  // a bracket that is turned round, is not what was typed.
  const order = run.glyphs.map((_, i) => (rtl ? run.glyphs.length - 1 - i : i));
  const letters = new Map<number, string>();
  let next = 0;
  for (const i of order) {
    const points = run.glyphs[i]?.codePoints ?? [];
    const typed = source.slice(next, next + points.length).join('');
    letters.set(i, codePoints === source.length ? typed : String.fromCodePoint(...points));
    next += points.length;
  }
  let x = 0;
  const glyphs = run.glyphs.map((glyph, i): Glyph => {
    const position = run.positions[i] as fontkit.GlyphPosition;
    const glyphRun = {
      face,
      id: glyph.id,
      text: letters.get(i) ?? '',
      x: x / em,
      advance: position.xAdvance / em,
      dx: position.xOffset / em,
      dy: position.yOffset / em,
      rtl,
    };
    x += position.xAdvance;
    return glyphRun;
  });
  return { glyphs, width: x / em };
};

const shaped = new WeakMap<readonly Face[], Map<string, Line>>();
/** Lines that are remembered for one list of faces; a page has some dozens. */
const MAX_REMEMBERED = 2000;

/** One line of text, shaped. `direction` is that of the page; the first strong letter of the text decides where there is one. */
export const shape = (faces: readonly Face[], text: string, direction: Direction): Line => {
  const linesOfFaces = shaped.get(faces) ?? new Map<string, Line>();
  shaped.set(faces, linesOfFaces);
  const key = `${direction}/${text}`;
  const cachedLine = linesOfFaces.get(key);
  if (cachedLine) return cachedLine;
  if (linesOfFaces.size >= MAX_REMEMBERED) linesOfFaces.clear();
  const line = shapeAnew(faces, text, direction);
  linesOfFaces.set(key, line);
  return line;
};

const shapeAnew = (faces: readonly Face[], text: string, direction: Direction): Line => {
  const strong = /\p{L}/u.exec(text)?.[0];
  const base = strong ? (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/.test(strong) ? 'rtl' : 'ltr') : direction;
  const { levels } = bidi.getEmbeddingLevels(text, base);
  let x = 0;
  const glyphs: Glyph[] = [];
  const foreign = (s: Stretch) => (s.level % 2 === 1) !== (base === 'rtl');
  const fence = ({ face }: Stretch) => {
    const id = face.font.glyphForCodePoint(32).id;
    glyphs.push({ face, id, text: base === 'rtl' ? RLM : LRM, x, advance: 0, dx: 0, dy: 0, rtl: base === 'rtl' });
  };
  for (const stretch of visual(stretches(faces, text, levels))) {
    // Programs that read text out of a file would count what follows a stretch of the other direction to it.
    if (foreign(stretch) && base === 'rtl') fence(stretch);
    const shaped = shapeStretch(stretch);
    for (const glyph of shaped.glyphs) glyphs.push({ ...glyph, x: glyph.x + x });
    x += shaped.width;
    if (foreign(stretch) && base === 'ltr') fence(stretch);
  }
  return { text, glyphs, width: x };
};
