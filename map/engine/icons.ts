// Draws the pictures of points when the map first needs them.
import type { StyleImageInterface } from 'maplibre-gl';
import { BLANK_ICON, readIconId } from '../style/icon-image';
import { ICON_SIDE, loadOutlines } from '../style/icons';

/** Pixels drawn for each CSS pixel: enough for large marks on fine screens. */
export const ICON_DENSITY = 4;
/** A rim wider than this would hide the outline's holes; it is also the margin round the picture. */
const MAX_RIM = 4;

/** Null for an id that names no picture of ours. */
export const drawIcon = async (id: string): Promise<StyleImageInterface | null> => {
  if (id === BLANK_ICON) return { width: 1, height: 1, data: new Uint8ClampedArray(4) };
  const icon = readIconId(id);
  const outline = icon && (await loadOutlines())[icon.name];
  if (!icon || !outline) return null;
  const side = (ICON_SIDE + 2 * MAX_RIM) * ICON_DENSITY;
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext('2d');
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
  const { data } = pen.getImageData(0, 0, side, side);
  return { width: side, height: side, data: new Uint8ClampedArray(data.buffer) };
};
