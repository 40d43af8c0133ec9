// How big a pixel is on the ground, and a round length for the scale bar.

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
