// The systems in which a place is written and read. The arithmetic of projections is handed in, since it is loaded when needed.
import type { LngLat } from '../types';
import { type CoordinateStyle, formatCoordinate, normalizeText, parseCoordinate } from './coordinates';
import { UTM_SOUTH, utmDefinition, zoneOf } from './utm';

export type System =
  | { kind: 'degrees'; style: CoordinateStyle }
  /** `zone` null: the one that the place lies in. */
  | { kind: 'utm'; zone: number | null; south: boolean }
  /** A transverse Mercator of one's own: meridian in degrees, scale on it, false easting and northing in metres. */
  | { kind: 'custom'; meridian: number; scale: number; east: number; north: number }
  /** One of the server's list; `proj4` is its definition. */
  | { kind: 'listed'; srid: number; proj4: string; units: 'degrees' | 'metres' };

export const DEGREES: System = { kind: 'degrees', style: 'dd' };
/** UTM's own numbers, about a meridian in the middle of Iran. */
export const CUSTOM: Extract<System, { kind: 'custom' }> = {
  kind: 'custom',
  meridian: 54,
  scale: 0.9996,
  east: 500_000,
  north: 0,
};

export type XY = readonly [number, number];
/** Between degrees of WGS84 and a system; null where the system has no such place. */
export interface Converter {
  forward(definition: string, at: LngLat): XY | null;
  inverse(definition: string, xy: XY): LngLat | null;
}

/** Whether places are written as metres. */
export const isMetric = (system: System): boolean =>
  system.kind === 'utm' || system.kind === 'custom' || (system.kind === 'listed' && system.units === 'metres');

/** Whether a converter is needed to write in it. */
export const isProjected = (system: System): boolean => system.kind !== 'degrees';

/** What PROJ is told of the system; UTM without a zone takes that of `near`. Null for plain degrees, and where there is no zone. */
export const definitionOf = (system: System, near: LngLat): string | null => {
  switch (system.kind) {
    case 'degrees':
      return null;
    case 'utm': {
      const zone = system.zone === null ? zoneOf(near) : { zone: system.zone, south: system.south };
      return zone && utmDefinition(zone.zone, zone.south);
    }
    case 'custom':
      return `+proj=tmerc +lat_0=0 +lon_0=${system.meridian} +k=${system.scale} +x_0=${system.east} +y_0=${system.north} +datum=WGS84 +units=m +no_defs`;
    case 'listed':
      return system.proj4;
  }
};

/** Whether metres are those of a zone or of its neighbours: those of the other side of the earth tell nothing, and are not read. */
const isInReach = ([x, y]: XY): boolean => Math.abs(x) < 2_000_000 && Math.abs(y) <= 10_000_000;

/** The band of latitude, eight degrees from 80 S on. */
const bandOf = ([, lat]: LngLat): string =>
  'CDEFGHJKLMNPQRSTUVWX'[Math.min(19, Math.floor((lat - UTM_SOUTH) / 8))] ?? '';

/**
 * A place in the system, Latin digits: degrees latitude first, metres easting first (after the zone, "39N", where it is UTM; in the
 * southern half with its band, since S would be read as that of the north).
 * Null without a converter that the system needs, and where the system has no such place.
 */
export const formatIn = (system: System, at: LngLat, convert: Converter | null, decimals?: number): string | null => {
  if (system.kind === 'degrees') return formatCoordinate(at, system.style, decimals);
  const definition = definitionOf(system, at);
  const xy = definition && convert?.forward(definition, at);
  if (!xy) return null;
  if (!isMetric(system)) return formatCoordinate([xy[0], xy[1]], 'dd');
  const metres = `${xy[0].toFixed(2)}, ${xy[1].toFixed(2)}`;
  if (system.kind !== 'utm') return metres;
  if (!isInReach(xy)) return null;
  const zone = system.zone === null ? zoneOf(at) : system;
  return `${zone?.zone}${zone?.south ? bandOf(at) : 'N'} ${metres}`;
};

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
const PREFIXED = new RegExp(`([ENXY])\\s*[:=]?\\s*(${NUMBER})`, 'g');
const SUFFIXED = new RegExp(`(${NUMBER})\\s*([ENXY])?`, 'g');

/** Two numbers of metres, easting first unless letters (E, N, X, Y) say otherwise; commas between thousands are allowed. */
const parsePair = (text: string): XY | null => {
  const grouped = text.replace(/(?<![\d,.])\d{1,3}(?:,\d{3})+(?![\d,])/g, (n) => n.replaceAll(',', ''));
  const bare = grouped.replace(/(\d)\s*M(?=[ENXY\s,]|$)/g, '$1').trim();
  const prefixed = /^[ENXY]/.test(bare);
  const matches = [...bare.matchAll(prefixed ? PREFIXED : SUFFIXED)];
  if (matches.length !== 2 || !/^[\s,]*$/.test(bare.replace(prefixed ? PREFIXED : SUFFIXED, ''))) return null;
  const [a, b] = matches.map((m) => ({ letter: prefixed ? m[1] : m[2], value: Number(prefixed ? m[2] : m[1]) }));
  if (!a || !b) return null;
  const isNorth = (letter: string | undefined) => letter === 'N' || letter === 'Y';
  if (a.letter && b.letter && isNorth(a.letter) === isNorth(b.letter)) return null;
  const turned = a.letter ? isNorth(a.letter) : b.letter !== undefined && !isNorth(b.letter);
  return turned ? [b.value, a.value] : [a.value, b.value];
};

/** Northings of band S, 32 to 40 degrees north, with room for the edges of its zones. */
const BAND_S = [3_530_000, 4_450_000] as const;

const ZONED = /^(?:ZONE|UTM)?\s*(\d{1,2})\s*([C-HJ-NP-X])(?![A-Z])[\s,]*(.*)$/;
/** Metres as UTM has them: "35N 51 23" is no such thing, but degrees with a letter in the middle. */
const isUtm = (xy: XY): boolean => isInReach(xy) && Math.abs(xy[1]) > 1000;

/** How a written zone was understood, where its letter has two meanings: the band of latitude that it names, or half of the earth. */
export interface ZoneReading {
  zone: number;
  letter: string;
  as: 'band' | 'half';
}

/**
 * "39N 537123 3950123" and the like. The letter is a band of latitude, C to X, as GPS units, MGRS and Google Earth write it: "39S"
 * lies in the north. Only where no place in the band has such metres does S say the southern half, as "39S 535205 6050453" does; N, a
 * band of the north, says the northern half.
 */
const parseUtm = (text: string): { definition: string; xy: XY; reading: ZoneReading } | null => {
  const [, digits, letter = '', rest = ''] = ZONED.exec(text) ?? [];
  const zone = Number(digits);
  if (!(zone >= 1 && zone <= 60)) return null;
  const xy = parsePair(rest);
  if (!xy || !isUtm(xy)) return null;
  const isBand = letter !== 'S' || (xy[1] > BAND_S[0] && xy[1] < BAND_S[1]);
  return {
    definition: utmDefinition(zone, isBand ? letter < 'N' : true),
    xy,
    reading: { zone, letter, as: isBand && letter !== 'N' ? 'band' : 'half' },
  };
};

/** How the zone in a written place is understood, to be said to whoever meant the other; null where none is written, or its letter has one meaning. */
export const zoneReading = (text: string): ZoneReading | null => {
  const reading = parseUtm(normalizeText(text))?.reading;
  return reading?.letter === 'S' ? reading : null;
};

/** Numbers up to this are degrees even in a system of metres: nobody means a place 50 metres off its origin. */
const MAX_DEGREES = 180;

/** Whether reading the text takes a converter. */
export const needsConverter = (system: System, text: string): boolean =>
  isProjected(system) || parseUtm(normalizeText(text)) !== null;

/**
 * Reads a place written in the system; degrees and UTM with a zone are understood in every system. `near` says which zone is
 * meant where none is written. Null for what is not a place on earth.
 */
export const parseIn = (system: System, text: string, near: LngLat, convert: Converter | null): LngLat | null => {
  const written = normalizeText(text);
  const zoned = parseUtm(written);
  if (zoned) return convert?.inverse(zoned.definition, zoned.xy) ?? null;
  const definition = definitionOf(system, near);
  if (isMetric(system)) {
    const xy = parsePair(written);
    if (xy && Math.max(Math.abs(xy[0]), Math.abs(xy[1])) > MAX_DEGREES)
      return (definition && convert?.inverse(definition, xy)) || null;
    return parseCoordinate(text);
  }
  const at = parseCoordinate(text);
  return at && definition ? (convert?.inverse(definition, at) ?? null) : at;
};
