// How big a pixel is on the ground, a round length for the scale bar, and places in Mercator's square.
import type { LngLat } from '../types';

/** Mercator ends here, in degrees. */
export const POLE = 85.051_129;

/** Metres round the equator over the 512 px of zoom 0: what one CSS pixel covers at the equator. */
const METRES_PER_PIXEL = (2 * Math.PI * 6_378_137) / 512;

/** Ground metres that one CSS pixel covers at a latitude (degrees) and zoom of the Web Mercator map. */
export const metresPerPixel = (lat: number, zoom: number): number =>
  (METRES_PER_PIXEL * Math.cos((Math.min(85, Math.abs(lat)) * Math.PI) / 180)) / 2 ** zoom;

/** The metres round a click within which a record counts as met, for `px` CSS pixels. At least 1 cm. */
export const toleranceMetres = (lat: number, zoom: number, px = 6): number =>
  Math.max(0.01, metresPerPixel(lat, zoom) * px);

/** The longest of 1, 2, 3, 5 x 10^n metres that fits into `px` pixels, and its width there. */
export const scaleBar = (lat: number, zoom: number, px: number): { metres: number; width: number } => {
  const perPixel = metresPerPixel(lat, zoom);
  const most = perPixel * px;
  const ten = 10 ** Math.floor(Math.log10(most));
  const metres = ten * ([5, 3, 2].find((n) => n * ten <= most) ?? 1);
  return { metres, width: Math.round(metres / perPixel) };
};

/** A place in Mercator's square: both from 0 to 1, y downwards. */
export const toWorld = ([lng, lat]: LngLat): [number, number] => {
  const sin = Math.sin((Math.max(-POLE, Math.min(POLE, lat)) * Math.PI) / 180);
  return [lng / 360 + 0.5, 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)];
};
export const fromWorld = (x: number, y: number): [number, number] => [
  (x - 0.5) * 360,
  (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI,
];
