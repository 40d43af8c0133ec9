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
