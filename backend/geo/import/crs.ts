// Coordinate systems: those that need no library are turned into degrees here, all others go through GDAL (reproject.ts).
import type { Crs } from './types';

/** Changes [x, y] in place into longitude and latitude, degrees of WGS 84. */
export type Forward = (position: number[]) => void;

const DEG = 180 / Math.PI;
const A = 6378137;
const F = 1 / 298.257223563;

const mercator: Forward = (p) => {
  p[0] = ((p[0] as number) / A) * DEG;
  p[1] = Math.atan(Math.sinh((p[1] as number) / A)) * DEG;
};

// Inverse transverse Mercator by Krüger's series to the fourth power of n: well under a millimetre inside a zone.
const n = F / (2 - F);
const RADIUS = (A / (1 + n)) * (1 + n ** 2 / 4 + n ** 4 / 64);
const BETA = [
  n / 2 - (2 / 3) * n ** 2 + (37 / 96) * n ** 3 - n ** 4 / 360,
  n ** 2 / 48 + n ** 3 / 15 - (437 / 1440) * n ** 4,
  (17 / 480) * n ** 3 - (37 / 840) * n ** 4,
  (4397 / 161280) * n ** 4,
];
const E = Math.sqrt(F * (2 - F));

/** Geodetic from conformal latitude, as tangents, by Newton's method (Karney 2011, equations 7 to 9 and 19 to 21). */
function geodetic(tau1: number): number {
  let tau = tau1;
  for (let i = 0; i < 6; i++) {
    const root = Math.sqrt(1 + tau * tau);
    const sigma = Math.sinh(E * Math.atanh((E * tau) / root));
    const back = tau * Math.sqrt(1 + sigma * sigma) - sigma * root;
    const step = ((tau1 - back) / Math.sqrt(1 + back * back)) * ((1 + (1 - E * E) * tau * tau) / ((1 - E * E) * root));
    tau += step;
    if (Math.abs(step) < 1e-14 * Math.max(1, Math.abs(tau))) break;
  }
  return tau;
}

function utm(zone: number, south: boolean): Forward {
  const meridian = zone * 6 - 183;
  const northing = south ? 10_000_000 : 0;
  return (p) => {
    const xi = ((p[1] as number) - northing) / (0.9996 * RADIUS);
    const eta = ((p[0] as number) - 500_000) / (0.9996 * RADIUS);
    let x = xi;
    let e = eta;
    for (let j = 1; j <= 4; j++) {
      const beta = BETA[j - 1] as number;
      x -= beta * Math.sin(2 * j * xi) * Math.cosh(2 * j * eta);
      e -= beta * Math.cos(2 * j * xi) * Math.sinh(2 * j * eta);
    }
    const tau = geodetic(Math.sin(x) / Math.sqrt(Math.sinh(e) ** 2 + Math.cos(x) ** 2));
    p[0] = meridian + Math.atan2(Math.sinh(e), Math.cos(x)) * DEG;
    p[1] = Math.atan(tau) * DEG;
  };
}

/** How coordinates of an EPSG code become degrees without a library: a function, 'none' where they are, null if unknown. */
export function forward(srid: number | null): Forward | 'none' | null {
  if (srid === 4326 || srid === 4979) return 'none';
  if (srid === 3857 || srid === 900913 || srid === 102100 || srid === 102113) return mercator;
  if (srid !== null && srid >= 32601 && srid <= 32660) return utm(srid - 32600, false);
  if (srid !== null && srid >= 32701 && srid <= 32760) return utm(srid - 32700, true);
  return null;
}

const KEYWORD = /^\s*(?:PROJCS|GEOGCS|COMPD_CS|GEOCCS|LOCAL_CS|PROJCRS|GEOGCRS|GEODCRS|BOUNDCRS|COMPOUNDCRS)\s*\[/i;

/** Whether a text can be well-known text at all; nothing else is ever handed to GDAL as a coordinate system. */
export const isWkt = (text: string) => text.length < 20_000 && KEYWORD.test(text);

/** The CRS of a .prj text where its name alone settles it, as with most files; null sends it to GDAL. */
export function plainCrs(prj: string): Crs | null {
  const text = prj.trim();
  if (!/DATUM\["(D_)?WGS_1984"/i.test(text) || /VERTCS|COMPD_CS/i.test(text)) return null;
  const name = /^\w+\["([^"]+)"/.exec(text)?.[1];
  if (!name) return null;
  if (/^GEOGCS\[/i.test(text)) {
    return /UNIT\["degree",0\.01745329\d+/i.test(text) && /PRIMEM\["Greenwich",0(\.0+)?\]/i.test(text)
      ? { srid: 4326, text: name }
      : null;
  }
  if (!/UNIT\["met(er|re)",1(\.0+)?[\],]/i.test(text)) return null;
  const zone = /^WGS_1984_UTM_Zone_(\d{1,2})([NS])$/i.exec(name);
  const meridian = Number(/PARAMETER\["Central_Meridian",(-?[\d.]+)\]/i.exec(text)?.[1]);
  if (zone && meridian === Number(zone[1]) * 6 - 183) {
    return { srid: (zone[2]?.toUpperCase() === 'N' ? 32600 : 32700) + Number(zone[1]), text: name };
  }
  return name === 'WGS_1984_Web_Mercator_Auxiliary_Sphere' ? { srid: 3857, text: name } : null;
}
