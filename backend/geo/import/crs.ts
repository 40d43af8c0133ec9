// Coordinate systems: the web's and UTM's are turned into degrees here, by proj4; all others go through GDAL (reproject.ts).
import proj4 from 'proj4';
import type { Crs } from './types';

/** Changes [x, y] in place into longitude and latitude, degrees of WGS 84. */
export type Forward = (position: number[]) => void;

/** By proj4, which throws for numbers that it cannot turn: they become NaN, and the row that they stand in is told. */
function by(definition: string): Forward {
  const { forward } = proj4(definition, 'EPSG:4326');
  return (p) => {
    try {
      [p[0], p[1]] = forward([p[0] as number, p[1] as number]) as [number, number];
    } catch {
      [p[0], p[1]] = [Number.NaN, Number.NaN];
    }
  };
}

const utm = (zone: number, south: boolean) => by(`+proj=utm +zone=${zone}${south ? ' +south' : ''} +datum=WGS84 +units=m +no_defs`); // biome-ignore format: one text

/** How coordinates of an EPSG code become degrees without GDAL: a function, 'none' where they are, null if unknown. */
export function forward(srid: number | null): Forward | 'none' | null {
  if (srid === 4326 || srid === 4979) return 'none';
  if (srid === 3857 || srid === 900913 || srid === 102100 || srid === 102113) return by('EPSG:3857');
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
