// Distances on the WGS84 ellipsoid between places of a track. Neighbours of a track are near one another: the radii of curvature at their
// middle are exact to a millionth there, and cost a hundredth of the geodesic. Pure.
import { lengthOf } from '@/map';

const A = 6_378_137;
const F = 1 / 298.257223563;
const E2 = F * (2 - F);
const RAD = Math.PI / 180;
/** Metres up to which the earth is as round as its curvature here says. */
const NEAR = 2000;

/** Metres between two places given in degrees. */
export function distance(lon1: number, lat1: number, lon2: number, lat2: number): number {
  const sin = Math.sin(((lat1 + lat2) / 2) * RAD);
  const w2 = 1 - E2 * sin * sin;
  const prime = A / Math.sqrt(w2);
  const meridian = (prime * (1 - E2)) / w2;
  const east = prime * Math.sqrt(1 - sin * sin) * (lon2 - lon1) * RAD;
  const north = meridian * (lat2 - lat1) * RAD;
  const metres = Math.hypot(east, north);
  if (metres <= NEAR) return metres;
  return lengthOf({ type: 'LineString', coordinates: [[lon1, lat1], [lon2, lat2]] }); // biome-ignore format: one line
}

/** Vertices of a circle that is drawn. */
const CORNERS = 48;
/** A circle round a place, as a polygon; the radius is in metres. */
export function circle(lon: number, lat: number, radius: number): { type: 'Polygon'; coordinates: number[][][] } {
  const [degree, shrink] = [111_320, Math.max(0.01, Math.cos(lat * RAD))];
  const ring = Array.from({ length: CORNERS + 1 }, (_, i) => {
    const turn = (2 * Math.PI * (i % CORNERS)) / CORNERS;
    return [lon + (radius * Math.cos(turn)) / degree / shrink, lat + (radius * Math.sin(turn)) / degree];
  });
  return { type: 'Polygon', coordinates: [ring] };
}
