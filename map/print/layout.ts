// Where everything stands on a page: pure, from the settings and the facts to a list of things in millimetres.
import type { PageFacts } from './facts';
import { drawFoot, drawGrid, drawNorth } from './furniture';
import { type Item, type Page, rectangle } from './items';
import { drawLegend } from './legend-part';
import { type Box, type Place, sheetSize } from './paper';
import type { Faces } from './text';
import { drawWords, type MapWord, type PlacedWord, placeWords } from './words';
import { wrapText } from './wrap';
import { INK, lineHeight, QUIET, toMillimetres, type Write, writer } from './writer';

const MARGIN = 10;
const GAP = 3;
/** Room for the names of the grid's lines outside the map. */
const GRID_ROOM = 4.5;
const MAX_DESCRIPTION = 3;

interface Frame {
  map: Box;
  head: Box;
  foot: Box;
  legend: Box | null;
}

/** The boxes of a page: known before anything is written, so that the frame on the map is the one on paper. */
export const frameOf = (facts: PageFacts, faces: Faces): Frame => {
  const [width, height] = sheetSize(facts.paper, facts.landscape);
  const size = toMillimetres(facts.fontSize);
  const inner = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN };
  const logo = facts.logo ? 14 : 0;
  const roomForText = inner.width - (facts.logo ? Math.min(45, logo * facts.logo.ratio) + GAP : 0);
  const described = facts.description
    ? wrapText(faces.regular, facts.description, facts.direction, roomForText / (size * 0.9), MAX_DESCRIPTION).length
    : 0;
  const head = Math.max(logo, (facts.title ? lineHeight(size * 1.6) : 0) + described * lineHeight(size * 0.9));
  const foot = Math.max(lineHeight(size * 0.85) * 2, 9);
  const grid = facts.grid ? GRID_ROOM : 0;
  const top = inner.y + head + (head > 0 ? GAP : 0) + grid;
  let bottom = inner.y + inner.height - foot - GAP - grid;
  let [left, right] = [inner.x + grid, inner.x + inner.width - grid];
  let legend: Box | null = null;
  if (facts.legend && facts.legend.rows.length > 0) {
    if (facts.landscape) {
      const wide = Math.min(70, inner.width * 0.19);
      // The legend stands where the reading ends.
      const rtl = facts.direction === 'rtl';
      legend = {
        x: rtl ? inner.x : inner.x + inner.width - wide,
        y: top - grid,
        width: wide,
        height: bottom + grid - (top - grid),
      };
      if (rtl) left += wide + GAP;
      else right -= wide + GAP;
    } else {
      const columns = Math.max(1, Math.floor(inner.width / 55));
      const rows = Math.ceil(facts.legend.rows.length / columns) + 1;
      const high = Math.min(inner.height * 0.25, rows * lineHeight(size * 0.85) + 2);
      legend = { x: inner.x, y: bottom + grid - high, width: inner.width, height: high };
      bottom -= high + GAP;
    }
  }
  return {
    head: { x: inner.x, y: inner.y, width: inner.width, height: head },
    foot: { x: inner.x, y: inner.y + inner.height - foot, width: inner.width, height: foot },
    map: { x: left, y: top, width: right - left, height: bottom - top },
    legend,
  };
};

const drawHead = (facts: PageFacts, faces: Faces, { x, y, width }: Box, { put, line }: Write, items: Item[]) => {
  const rtl = facts.direction === 'rtl';
  const size = toMillimetres(facts.fontSize);
  let room = width;
  if (facts.logo) {
    const high = Math.min(14, 45 / facts.logo.ratio);
    const wide = high * facts.logo.ratio;
    items.push({ kind: 'image', name: facts.logo.name, x: rtl ? x : x + width - wide, y, width: wide, height: high });
    room -= Math.min(45, 14 * facts.logo.ratio) + GAP;
  }
  const start = rtl ? x + width : x;
  let at = y;
  if (facts.title) {
    const big = size * 1.6;
    put(line(facts.title, room, big, true), start, at + big * 1.1, big, 'start');
    at += lineHeight(big);
  }
  const small = size * 0.9;
  if (!facts.description) return;
  for (const text of wrapText(faces.regular, facts.description, facts.direction, room / small, MAX_DESCRIPTION)) {
    put(text, start, at + small * 1.05, small, 'start', QUIET);
    at += lineHeight(small);
  }
};

/** The page with its map at a place, and where those of `words` stand on it that have room. */
export const layOut = (
  facts: PageFacts,
  place: Place,
  faces: Faces,
  words: readonly MapWord[] = [],
): { page: Page; map: Box; placed: PlacedWord[] } => {
  const [width, height] = sheetSize(facts.paper, facts.landscape);
  const items: Item[] = [];
  const frame = frameOf(facts, faces);
  const write = writer(faces, facts.direction, items);
  drawHead(facts, faces, frame.head, write, items);
  items.push({ kind: 'map', ...frame.map });
  const placed = placeWords(words, place, frame.map, faces, facts.direction);
  drawWords(placed, frame.map, items);
  drawGrid(facts, place, frame.map, write, items);
  const { x, y, width: w, height: h } = frame.map;
  items.push({ kind: 'path', steps: rectangle(x, y, w, h), stroke: INK, width: 0.35 });
  if (facts.north) drawNorth(frame.map, facts.direction, place.bearing, write, items);
  if (frame.legend) drawLegend(facts, frame.legend, write, items);
  drawFoot(facts, place, frame.foot, write, items);
  return { page: { width, height, items }, map: frame.map, placed };
};
