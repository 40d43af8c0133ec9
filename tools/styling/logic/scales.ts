// Zooms of the map as scales 1:n, the way people and printed maps name them.
import { metresPerPixel } from '@/map/geo/scale';

/** Metres of a pixel as OGC standardises it: 0.28 mm. */
const PIXEL = 0.00028;

/** The n of 1:n at a latitude (degrees) and zoom. */
export const scaleAt = (lat: number, zoom: number): number => metresPerPixel(lat, zoom) / PIXEL;

/** The zoom at which the map has the scale 1:n at a latitude, between 0 and 24. */
export const zoomAt = (lat: number, n: number): number =>
  Math.min(24, Math.max(0, Math.log2(metresPerPixel(lat, 0) / PIXEL / n)));

/** Scales that are offered, from far to near. */
export const SCALES = [
  20_000_000, 10_000_000, 5_000_000, 2_000_000, 1_000_000, 500_000, 250_000, 100_000, 50_000, 24_000, 10_000, 5000,
  2000, 1000, 500,
] as const;

/** A scale as it is spoken of: three digits that count. */
export const roundToThreeDigits = (n: number): number => Number(n.toPrecision(3));
