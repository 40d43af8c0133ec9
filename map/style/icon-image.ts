// The name of a point's picture says all that is needed to draw it: outline, colours, width of its rim.
import type { Mark } from '@/contract/schemas/style';
import { ICON_SIDE, isSymbol } from './icons';
import { hasMarker, markerId } from './points/own-marker';

export interface IconImage {
  name: string;
  color: string;
  stroke: string;
  /** In units of the outline's square. */
  rim: number;
}

/** A picture with nothing on it: a point that only takes room. */
export const BLANK_ICON = 'blank';

const ID = /^icon:([a-z][a-z0-9_-]*):(#[0-9a-f]{6}):(#[0-9a-f]{6}):([\d.]+)$/i;

/** A short name of a text (FNV-1a). */
export const nameOf = (text: string): string => {
  let hash = 2166136261;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619) >>> 0;
  return hash.toString(36);
};

/** A mark's size is a radius: the picture is as wide as the disc would be. */
export const iconScale = (mark: Mark): number => (mark.size * 2) / ICON_SIDE;

/** Whether there is a picture to draw: a name that we do not know is drawn as a disc. */
export const hasIcon = (mark: Mark, marker?: string | null): boolean => hasMarker(mark, marker) || isSymbol(mark.icon);

/** `marker` is the address of the layer's own one. Empty for a mark without a picture: the map draws none then. */
export const iconId = (mark: Mark, marker?: string | null): string => {
  if (hasMarker(mark, marker)) return markerId(marker);
  return hasIcon(mark)
    ? `icon:${mark.icon}:${mark.color}:${mark.stroke}:${(mark.stroke_width / iconScale(mark)).toFixed(1)}`
    : '';
};

export const readIconId = (id: string): IconImage | null => {
  const [, name, color, stroke, rim] = ID.exec(id) ?? [];
  return name && color && stroke ? { name, color, stroke, rim: Number(rim) } : null;
};
