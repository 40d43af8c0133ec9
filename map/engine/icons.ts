// Draws the pictures of points when the map first needs them.
import type { StyleImageInterface } from 'maplibre-gl';
import { BLANK_ICON, readIconId } from '../style/icon-image';
import { ICON_SIDE, loadOutlines } from '../style/icons';
import { type Corner, LEADER, readLeaderId } from '../style/points/callouts';
import { readMarkerId } from '../style/points/own-marker';
import { RING, type Ring, readRingId, ringArcs } from '../style/points/ring-image';

/** Pixels drawn for each CSS pixel: enough for large marks on fine screens. */
const ICON_DENSITY = 4;
/** The same of a ring, which is never drawn much larger. */
const RING_DENSITY = 2;
/** Pixels of an uploaded marker's square. */
const MARKER_SIDE = 128;
const MISSING = { fill: '#5c6270', rim: '#ffffff' } as const;
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

/** A marker that cannot be had is a plain disc: its points are still there. */
const drawDisc = (pen: CanvasRenderingContext2D, side: number): void => {
  pen.beginPath();
  pen.arc(side / 2, side / 2, side / 3, 0, 2 * Math.PI);
  pen.fillStyle = MISSING.fill;
  pen.fill();
  pen.strokeStyle = MISSING.rim;
  pen.lineWidth = side / 16;
  pen.stroke();
};

/** A layer's own marker, as large as fits into the square of a symbol. */
const drawMarker = async (address: string): Promise<IconPicture | null> => {
  const pen = createPen(MARKER_SIDE);
  if (!pen) return null;
  const image = new Image();
  image.src = address;
  const isThere = await image.decode().then(
    () => image.naturalWidth > 0,
    () => false,
  );
  if (isThere) {
    const scale = MARKER_SIDE / Math.max(image.naturalWidth, image.naturalHeight);
    const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale];
    pen.drawImage(image, (MARKER_SIDE - width) / 2, (MARKER_SIDE - height) / 2, width, height);
  } else drawDisc(pen, MARKER_SIDE);
  return pictureOf(pen, MARKER_SIDE, MARKER_SIDE / ICON_SIDE);
};

/** A line from the point's corner of the picture to the opposite one, which the label begins at. */
const drawLeader = (corner: Corner, colour: string): IconPicture | null => {
  const [width, height] = [LEADER.width * RING_DENSITY, LEADER.height * RING_DENSITY];
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pen = canvas.getContext('2d');
  if (!pen) return null;
  const [fromX, toX] = corner.endsWith('right') ? [0, width] : [width, 0];
  const [fromY, toY] = corner.startsWith('top') ? [height, 0] : [0, height];
  // It begins beside the mark and ends level with the label's middle.
  pen.strokeStyle = colour;
  pen.lineWidth = RING_DENSITY;
  pen.beginPath();
  pen.moveTo(fromX + (toX - fromX) * 0.18, fromY + (toY - fromY) * 0.24);
  pen.lineTo(fromX + (toX - fromX) * 0.75, toY + Math.sign(fromY - toY));
  pen.lineTo(toX, toY + Math.sign(fromY - toY));
  pen.stroke();
  const { data } = pen.getImageData(0, 0, width, height);
  return { image: { width, height, data: new Uint8ClampedArray(data.buffer) }, pixelRatio: RING_DENSITY };
};

/** Null for an id that names no picture of ours. */
export const drawIcon = async (id: string): Promise<IconPicture | null> => {
  if (id === BLANK_ICON) return { image: { width: 1, height: 1, data: new Uint8ClampedArray(4) }, pixelRatio: 1 };
  const ring = readRingId(id);
  if (ring) return drawRing(ring);
  const leader = readLeaderId(id);
  if (leader) return drawLeader(leader.corner, leader.colour);
  const marker = readMarkerId(id);
  if (marker) return drawMarker(marker);
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
