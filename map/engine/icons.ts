// Draws the pictures of points when the map first needs them.
import type { StyleImageInterface } from 'maplibre-gl';
import { BLANK_ICON, readIconId } from '../style/icon-image';
import { ICON_SIDE, loadOutlines } from '../style/icons';
import { RING, type Ring, readRingId, ringArcs } from '../style/points/ring-image';

/** Pixels drawn for each CSS pixel: enough for large marks on fine screens. */
const ICON_DENSITY = 4;
/** The same of a ring, which is never drawn much larger. */
const RING_DENSITY = 2;
/** A rim wider than this would hide the outline's holes; it is also the margin round the picture. */
const MAX_RIM = 4;

/** A picture and how many of its pixels make one CSS pixel. */
export interface IconPicture {
  image: StyleImageInterface;
  pixelRatio: number;
}

const createPen = (side: number): CanvasRenderingContext2D | null => {
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  return canvas.getContext('2d');
};

const pictureOf = (pen: CanvasRenderingContext2D, side: number, pixelRatio: number): IconPicture => {
  const { data } = pen.getImageData(0, 0, side, side);
  return { image: { width: side, height: side, data: new Uint8ClampedArray(data.buffer) }, pixelRatio };
};

const drawRing = ({ middle, parts }: Ring): IconPicture | null => {
  const side = (2 * RING.outer + 2) * RING_DENSITY;
  const pen = createPen(side);
  if (!pen) return null;
  pen.scale(RING_DENSITY, RING_DENSITY);
  pen.translate(RING.outer + 1, RING.outer + 1);
  pen.fillStyle = middle;
  pen.beginPath();
  pen.arc(0, 0, RING.outer + 0.75, 0, 2 * Math.PI);
  pen.fill();
  const top = -Math.PI / 2;
  for (const { color, from, to } of ringArcs(parts)) {
    pen.fillStyle = color;
    pen.beginPath();
    pen.arc(0, 0, RING.outer, top + from, top + to);
    pen.arc(0, 0, RING.inner, top + to, top + from, true);
    pen.fill();
  }
  return pictureOf(pen, side, RING_DENSITY);
};

/** Null for an id that names no picture of ours. */
export const drawIcon = async (id: string): Promise<IconPicture | null> => {
  if (id === BLANK_ICON) return { image: { width: 1, height: 1, data: new Uint8ClampedArray(4) }, pixelRatio: 1 };
  const ring = readRingId(id);
  if (ring) return drawRing(ring);
  const icon = readIconId(id);
  const outline = icon && (await loadOutlines())[icon.name];
  if (!icon || !outline) return null;
  const side = (ICON_SIDE + 2 * MAX_RIM) * ICON_DENSITY;
  const pen = createPen(side);
  if (!pen) return null;
  pen.scale(ICON_DENSITY, ICON_DENSITY);
  pen.translate(MAX_RIM, MAX_RIM);
  const path = new Path2D(outline);
  if (icon.rim > 0) {
    pen.lineJoin = 'round';
    pen.lineWidth = 2 * Math.min(icon.rim, MAX_RIM);
    pen.strokeStyle = icon.stroke;
    pen.stroke(path);
  }
  pen.fillStyle = icon.color;
  pen.fill(path);
  return pictureOf(pen, side, ICON_DENSITY);
};
