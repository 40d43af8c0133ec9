// Draws a ready look as a small picture, from shapes of the layer itself.
import type { Geometry } from '@/contract/schemas/common';
import type { Mark } from '@/contract/schemas/style';
import { colours, type Ramp, rampById } from '../logic/ramps';
import type { Mode } from './modes';

type Place = readonly [number, number];
/** A shape in pixels of the picture: points, or lines and rings. */
interface Piece {
  kind: 'point' | 'line' | 'area';
  parts: Place[][];
  middle: Place;
}

const partsOf = (geometry: Geometry): [Piece['kind'], Place[][]] => {
  switch (geometry.type) {
    case 'Point':
      return ['point', [[geometry.coordinates as unknown as Place]]];
    case 'MultiPoint':
      return ['point', [geometry.coordinates as unknown as Place[]]];
    case 'LineString':
      return ['line', [geometry.coordinates as unknown as Place[]]];
    case 'MultiLineString':
      return ['line', geometry.coordinates as unknown as Place[][]];
    case 'Polygon':
      return ['area', geometry.coordinates as unknown as Place[][]];
    case 'MultiPolygon':
      return ['area', (geometry.coordinates as unknown as Place[][][]).flat()];
    default:
      return ['point', []];
  }
};

/** Shapes scaled into a picture, the outermost hundredth of the places left out of account so that a stray one does not shrink all. */
export const fitShapes = (shapes: readonly Geometry[], width: number, height: number): Piece[] => {
  const all = shapes.map(partsOf).filter(([, parts]) => parts.length > 0);
  const places = all.flatMap(([, parts]) => parts.flat());
  if (places.length === 0) return [];
  const range = (axis: 0 | 1): [number, number] => {
    const sorted = places.map((p) => p[axis]).sort((a, b) => a - b);
    const cut = Math.floor(sorted.length / 100);
    return [sorted[cut] as number, sorted[sorted.length - 1 - cut] as number];
  };
  const [[west, east], [south, north]] = [range(0), range(1)];
  const margin = 4;
  // A degree of longitude is shorter than one of latitude.
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = Math.max(
    (width - 2 * margin) / Math.max(1e-6, (east - west) * squeeze),
    (height - 2 * margin) / Math.max(1e-6, north - south),
  );
  const toPixel = ([x, y]: Place): Place => [
    width / 2 + (x - (west + east) / 2) * squeeze * scale,
    height / 2 - (y - (south + north) / 2) * scale,
  ];
  return all.map(([kind, parts]) => {
    const pixels = parts.map((part) => part.map(toPixel));
    const [first = []] = pixels;
    const mean = (axis: 0 | 1) => first.reduce((sum, p) => sum + p[axis], 0) / Math.max(1, first.length);
    return { kind, parts: pixels, middle: [mean(0), mean(1)] };
  });
};

const trace = (pen: CanvasRenderingContext2D, { parts, kind }: Piece): void => {
  pen.beginPath();
  for (const part of parts) {
    for (const [i, [x, y]] of part.entries())
      if (i === 0) pen.moveTo(x, y);
      else pen.lineTo(x, y);
    if (kind === 'area') pen.closePath();
  }
};

const disc = (pen: CanvasRenderingContext2D, [x, y]: Place, radius: number): void => {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 2 * Math.PI);
};

const drawPiece = (pen: CanvasRenderingContext2D, piece: Piece, mark: Mark, color: string, share: number): void => {
  const casing = Math.min(1, mark.stroke_width);
  if (piece.kind === 'point') {
    pen.fillStyle = color;
    pen.strokeStyle = mark.stroke;
    pen.lineWidth = casing;
    for (const place of piece.parts.flat()) {
      disc(pen, place, 2.6 * share);
      pen.fill();
      if (casing > 0) pen.stroke();
    }
    return;
  }
  trace(pen, piece);
  if (piece.kind === 'area') {
    pen.globalAlpha = Math.max(0.35, mark.opacity);
    pen.fillStyle = color;
    pen.fill('evenodd');
    pen.globalAlpha = 1;
    pen.strokeStyle = mark.stroke === mark.color ? color : mark.stroke;
    pen.lineWidth = 0.8;
  } else {
    pen.strokeStyle = color;
    pen.lineWidth = 1.5 * share;
    pen.lineJoin = 'round';
  }
  pen.stroke();
};

const drawHeat = (pen: CanvasRenderingContext2D, pieces: readonly Piece[], ramp: readonly string[]): void => {
  for (const [i, color] of ramp.entries())
    for (const { middle } of pieces) {
      const glow = pen.createRadialGradient(...middle, 0, ...middle, 12 - i * 2);
      glow.addColorStop(0, `${color}66`);
      glow.addColorStop(1, `${color}00`);
      pen.fillStyle = glow;
      disc(pen, middle, 12 - i * 2);
      pen.fill();
    }
};

/** Points put together in a grid, as the tiles put them together. */
const drawClusters = (pen: CanvasRenderingContext2D, pieces: readonly Piece[], color: string): void => {
  const CELL = 20;
  const cells = new Map<string, Place[]>();
  for (const { middle } of pieces) {
    const key = `${Math.floor(middle[0] / CELL)}/${Math.floor(middle[1] / CELL)}`;
    cells.set(key, [...(cells.get(key) ?? []), middle]);
  }
  const most = Math.max(1, ...[...cells.values()].map((places) => places.length));
  for (const places of cells.values()) {
    const mean = (axis: 0 | 1) => places.reduce((sum, p) => sum + p[axis], 0) / places.length;
    const radius = places.length === 1 ? 2 : 3.5 + 4.5 * Math.sqrt(places.length / most);
    pen.fillStyle = `${color}55`;
    disc(pen, [mean(0), mean(1)], radius + 1.5);
    pen.fill();
    pen.fillStyle = color;
    disc(pen, [mean(0), mean(1)], radius);
    pen.fill();
  }
};

const VARIED: Partial<Record<Mode, { ramp: string; count: number }>> = {
  categorised: { ramp: 'fresh', count: 4 },
  graduated: { ramp: 'viridis', count: 5 },
  rule: { ramp: 'fresh', count: 2 },
};

const drawMarks = (pen: CanvasRenderingContext2D, mode: Mode, pieces: readonly Piece[], mark: Mark): void => {
  const varied = VARIED[mode];
  const paints = varied ? colours(rampById(varied.ramp) as Ramp, varied.count) : [mark.color];
  for (const [i, piece] of pieces.entries()) {
    const color = paints[i % paints.length] as string;
    drawPiece(pen, piece, mark, color, mode === 'bubbles' ? 0.6 + (i % 5) * 0.45 : 1);
  }
};

/** `width` and `height` are CSS pixels; the pen is scaled for the screen. */
export const drawThumbnail = (
  pen: CanvasRenderingContext2D,
  mode: Mode,
  shapes: readonly Geometry[],
  mark: Mark,
  width: number,
  height: number,
): void => {
  pen.clearRect(0, 0, width, height);
  const pieces = fitShapes(shapes, width, height);
  if (mode === 'heatmap') drawHeat(pen, pieces, colours(rampById('ylorrd') as Ramp, 5));
  else if (mode === 'cluster') drawClusters(pen, pieces, mark.color);
  else drawMarks(pen, mode, pieces, mark);
};
