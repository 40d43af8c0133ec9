// The sheet of one record on upright pages: its title, where it lies, what it says, its pictures and what belongs to it. Pure.
import { type Item, type Page, rectangle } from '../items';
import { type Box, PAPERS } from '../paper';
import type { Direction, Faces, Line } from '../text';
import { wrapText } from '../wrap';
import { INK, lineHeight, QUIET, toMillimetres, writer } from '../writer';

/** What a sheet says; all texts are in the reader's language. */
export interface Sheet {
  /** Stands small above the title: the layer. */
  kicker: string;
  title: string;
  parts: readonly { heading: string | null; rows: readonly { label: string; value: string }[] }[];
  hasMap: boolean;
  /** `name` is that of a decoded picture, `ratio` its width by its height. */
  pictures: readonly { name: string; ratio: number; label: string }[];
  /** What belongs to the record; `more` tells of what has no room. */
  lists: readonly { heading: string; rows: readonly string[]; more: string | null }[];
}

/** What stands at the foot of each page. */
export interface SheetFoot {
  note: string;
  page: (number: number, of: number) => string;
}

export interface SheetPages {
  pages: Page[];
  /** Where the map lies on the first page. */
  map: Box | null;
}

/** Sheets of paper, in millimetres; the half one is for what says little and shows neither a map nor pictures. */
const SHEETS = { A4: PAPERS.A4, A5: [148, 210] } as const;
export type SheetPaper = keyof typeof SHEETS;
const MARGIN = 15;
const roomOf = (paper: SheetPaper) => SHEETS[paper][0] - 2 * MARGIN;
const ROOM = roomOf('A4');
const FOOT = 10;
const RULE = '#c9cedb';
const [SMALL, TEXT, HEADING, TITLE] = [8, 10, 12, 17].map(toMillimetres) as [number, number, number, number];
const LABEL_ROOM = { A4: 50, A5: 38 };
const GAP = 4;
/** Lines of one value. Longer ones end in an ellipsis. */
const MAX_LINES = 40;
/** The box of every map: its size is the same on all sheets, so that one map draws them. */
export const MAP_BOX: Box = { x: MARGIN, y: 0, width: ROOM, height: 80 };
const PICTURES = 3;
const PICTURE = { width: (ROOM - (PICTURES - 1) * GAP) / PICTURES, height: 44 };

/** Things set one below the other, on as many pages as they need. */
function flow(faces: Faces, direction: Direction, paper: SheetPaper) {
  const [width, height] = SHEETS[paper];
  const room = roomOf(paper);
  /** Where what flows ends. */
  const bottom = height - MARGIN - FOOT;
  const pages: Item[][] = [[]];
  let y = MARGIN;
  const start = direction === 'rtl' ? width - MARGIN : MARGIN;
  /** Millimetres from the reading's beginning as a place on the sheet. */
  const from = (mm: number) => (direction === 'rtl' ? start - mm : start + mm);
  const items = () => pages.at(-1) as Item[];
  const breakPage = () => {
    pages.push([]);
    y = MARGIN;
  };
  /** Goes on to a new page where so many millimetres have no room. */
  const need = (more: number) => {
    if (y + more > bottom) breakPage();
  };
  const write = (text: Line, at: number, size: number, color = INK) =>
    writer(faces, direction, items()).put(text, from(at), y + size * 1.15, size, 'start', color);
  const lineOf = (text: string, room: number, size: number, bold = false) =>
    writer(faces, direction, items()).line(text, room, size, bold);
  const rule = () => {
    items().push({ kind: 'path', steps: [['M', MARGIN, y], ['L', width - MARGIN, y]], stroke: RULE, width: 0.2 }); // biome-ignore format: one path
    y += GAP / 2;
  };
  /** One line over the whole width. */
  const line = (text: string, size: number, { bold = false, color = INK } = {}) => {
    need(lineHeight(size));
    write(lineOf(text, room, size, bold), 0, size, color);
    y += lineHeight(size);
  };
  /** A heading, which does not stay alone at the foot of a page. */
  const heading = (text: string) => {
    y += GAP;
    need(lineHeight(HEADING) + 2 * lineHeight(TEXT));
    line(text, HEADING, { bold: true });
    rule();
  };
  const skip = (more: number) => {
    y += more;
  };
  return {
    width,
    height,
    room,
    labelRoom: LABEL_ROOM[paper],
    pages,
    items,
    from,
    need,
    write,
    lineOf,
    rule,
    line,
    heading,
    skip,
    at: () => y,
  };
}
type Flow = ReturnType<typeof flow>;

function setRow(f: Flow, faces: Faces, direction: Direction, { label, value }: { label: string; value: string }) {
  const labels = wrapText(faces.regular, label, direction, f.labelRoom / TEXT, 3);
  const lines = wrapText(faces.regular, value, direction, (f.room - f.labelRoom - GAP) / TEXT, MAX_LINES);
  const rows = Math.max(labels.length, lines.length, 1);
  for (let i = 0; i < rows; i += 1) {
    f.need(lineHeight(TEXT));
    const [left, right] = [labels[i], lines[i]];
    if (left) f.write(left, 0, TEXT, QUIET);
    if (right) f.write(right, f.labelRoom + GAP, TEXT);
    f.skip(lineHeight(TEXT));
  }
}

function setPictures(f: Flow, { pictures }: Sheet) {
  for (let i = 0; i < pictures.length; i += PICTURES) {
    f.need(PICTURE.height + lineHeight(SMALL) + GAP);
    for (const [column, { name, ratio, label }] of pictures.slice(i, i + PICTURES).entries()) {
      const near = column * (PICTURE.width + GAP);
      const left = Math.min(f.from(near), f.from(near + PICTURE.width));
      const width = Math.min(PICTURE.width, PICTURE.height * ratio);
      const height = width / ratio;
      const box = { x: left + (PICTURE.width - width) / 2, y: f.at() + (PICTURE.height - height) / 2, width, height };
      f.items().push({ kind: 'image', name, ...box });
      const frame = rectangle(left, f.at(), PICTURE.width, PICTURE.height);
      f.items().push({ kind: 'path', steps: frame, stroke: RULE, width: 0.2 });
      f.skip(PICTURE.height);
      f.write(f.lineOf(label, PICTURE.width, SMALL), near, SMALL, QUIET);
      f.skip(-PICTURE.height);
    }
    f.skip(PICTURE.height + lineHeight(SMALL) + GAP);
  }
}

/** Sets a sheet; `headings` name its pictures. */
export function layOutSheet(
  sheet: Sheet,
  { note, page: pageText }: SheetFoot,
  headings: { pictures: string },
  faces: Faces,
  direction: Direction,
  paper: SheetPaper = 'A4',
): SheetPages {
  const f = flow(faces, direction, paper);
  f.line(sheet.kicker, SMALL, { color: QUIET });
  f.line(sheet.title, TITLE, { bold: true });
  f.rule();
  let map: Box | null = null;
  if (sheet.hasMap) {
    map = { ...MAP_BOX, y: f.at() };
    f.items().push({ kind: 'map', ...map });
    f.items().push({ kind: 'path', steps: rectangle(map.x, map.y, map.width, map.height), stroke: RULE, width: 0.2 });
    f.skip(map.height + GAP);
  }
  for (const { heading, rows } of sheet.parts) {
    if (heading !== null) f.heading(heading);
    for (const row of rows) setRow(f, faces, direction, row);
  }
  if (sheet.pictures.length > 0) {
    f.heading(headings.pictures);
    setPictures(f, sheet);
  }
  for (const { heading, rows, more } of sheet.lists) {
    f.heading(heading);
    for (const row of rows) f.line(row, TEXT);
    if (more !== null) f.line(more, TEXT, { color: QUIET });
  }
  const count = f.pages.length;
  const pages = f.pages.map((items, i) => {
    const { put, line } = writer(faces, direction, items);
    const y = f.height - MARGIN;
    const number = line(pageText(i + 1, count), f.room / 3, SMALL);
    put(line(note, (f.room * 2) / 3, SMALL), f.from(0), y, SMALL, 'start', QUIET);
    put(number, f.from(f.room - number.width * SMALL), y, SMALL, 'start', QUIET);
    return { width: f.width, height: f.height, items };
  });
  return { pages, map };
}
