// Degrees as people write them: decimal, with minutes, with seconds; digits of either script, letters or Persian words.
import { latinDigits } from '@/contract/schemas/common';
import type { LngLat } from '../types';

export type CoordinateStyle = 'dd' | 'dm' | 'dms';

type Axis = 'lat' | 'lng';
interface Angle {
  degrees: number;
  axis: Axis | null;
}

/**
 * Persian words and what they stand for: north, south, east, west with or without their adjective ending, degree, minute, second,
 * "and", metre. Escaped because sources carry no Persian letters.
 */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\u0634\u0645\u0627\u0644\u06cc?/g, 'N'],
  [/\u062c\u0646\u0648\u0628\u06cc?/g, 'S'],
  [/\u0634\u0631\u0642\u06cc?/g, 'E'],
  [/\u063a\u0631\u0628\u06cc?/g, 'W'],
  [/\s*\u062f\u0631\u062c\u0647/g, '\u00b0'],
  [/\s*\u062f\u0642\u06cc\u0642\u0647/g, "'"],
  [/\s*\u062b\u0627\u0646\u06cc\u0647/g, '"'],
  [/\u0645\u062a\u0631/g, 'M'],
  [/\s\u0648(?=\s)/g, ' '],
];
/** "Latitude" and "longitude", before or after which a number may stand. */
const LATITUDE = /\u0639\u0631\u0636|LATITUDE|LAT\b/;
const LONGITUDE = /\u0637\u0648\u0644|LONGITUDE|LON\b|LNG\b/;

/** Signs that stand for one another, as keyboards and copied text bring them: Arabic letters, decimal point and comma, primes, minus. */
export const normalizeText = (text: string): string =>
  WORDS.reduce((all, [word, sign]) => all.replace(word, sign), latinDigits(text).replace(/\u064a/g, '\u06cc'))
    .replace(/[\u200c-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, '')
    .replace(/[\u060c\u061b;]/g, ',')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(/[\u2032\u2019\u02b9\u00b4`]/g, "'")
    .replace(/[\u2033\u201d\u02ba]|''/g, '"')
    .replace(/[\u00ba\u02da]/g, '\u00b0')
    .toUpperCase()
    .trim();

const AXIS: Record<string, { axis: Axis; sign: 1 | -1 }> = {
  N: { axis: 'lat', sign: 1 },
  S: { axis: 'lat', sign: -1 },
  E: { axis: 'lng', sign: 1 },
  W: { axis: 'lng', sign: -1 },
};

const NUMBER = String.raw`\d+(?:\.\d+)?`;
const MARKED = new RegExp(`^(${NUMBER})\u00b0(?:\\s*(${NUMBER})')?(?:\\s*(${NUMBER})")?$`);
const SPACED = new RegExp(`^(${NUMBER})(?:[\\s:](${NUMBER}))?(?:[\\s:](${NUMBER}))?$`);

const parseAngle = (text: string): Angle | null => {
  const letters = text.match(/[NSEW]/g) ?? [];
  if (letters.length > 1) return null;
  const letter = letters[0];
  if (letter && !text.startsWith(letter) && !text.endsWith(letter)) return null;
  const bare = text
    .replace(/[NSEW]/, '')
    .trim()
    .replace(/\s+/g, ' ');
  const negative = bare.startsWith('-');
  const match = MARKED.exec(bare.replace(/^[-+]\s*/, '')) ?? SPACED.exec(bare.replace(/^[-+]\s*/, ''));
  if (!match || (negative && letter)) return null;
  const [, d = '', m, s] = match;
  const minutes = Number(m ?? 0);
  const seconds = Number(s ?? 0);
  if (minutes >= 60 || seconds >= 60) return null;
  // A fraction may stand only in the last of the three numbers.
  if ((m !== undefined && d.includes('.')) || (s !== undefined && m?.includes('.'))) return null;
  const side = letter ? AXIS[letter] : undefined;
  const degrees = (Number(d) + minutes / 60 + seconds / 3600) * (negative ? -1 : (side?.sign ?? 1));
  return { degrees, axis: side?.axis ?? null };
};

/** Every way to cut the text into two angles: at a comma, at a letter, else in the middle of its words. */
const halves = (text: string): [string, string] | null => {
  const byComma = text.split(',').map((part) => part.trim());
  if (byComma.length === 2 && byComma[0] && byComma[1]) return [byComma[0], byComma[1]];
  if (byComma.length !== 1) return null;
  const byLetter = /^(.*[NSEW])\s*(.*[NSEW])$/.exec(text) ?? /^([NSEW].*?)\s*([NSEW].*)$/.exec(text);
  if (byLetter?.[1] && byLetter[2] && !/^[NSEW]/.test(text)) return [byLetter[1], byLetter[2]];
  if (/^[NSEW]/.test(text)) {
    const second = text.slice(1).search(/[NSEW]/) + 1;
    return second > 0 ? [text.slice(0, second).trim(), text.slice(second).trim()] : null;
  }
  const words = text.split(/\s+/);
  return words.length % 2 === 0
    ? [words.slice(0, words.length / 2).join(' '), words.slice(words.length / 2).join(' ')]
    : null;
};

/**
 * Reads "35.7, 51.4", "51.4E 35.7N", "35 41 21.5 N, 51 23 20 E" and the like, with Persian or Latin digits.
 * Without letters the order is latitude, longitude, as people write it; where the first number can only be a longitude
 * (beyond 90) the two change places. Answers null for what is not a place on earth.
 */
export const parseCoordinate = (text: string): LngLat | null => {
  const whole = normalizeText(text);
  // "Longitude ... latitude ..." names the order; with letters the words say nothing new.
  const named = whole.search(LONGITUDE) >= 0 && whole.search(LATITUDE) > whole.search(LONGITUDE);
  const bare = whole
    .replace(LATITUDE, ' ')
    .replace(LONGITUDE, ' ')
    .replace(/(^|[\s,])[:=]/g, '$1')
    .trim();
  const pair = halves(bare);
  if (!pair) return null;
  const first = parseAngle(pair[0]);
  const second = parseAngle(pair[1]);
  if (!first || !second || (first.axis && first.axis === second.axis)) return null;
  const turned =
    first.axis === 'lng' ||
    second.axis === 'lat' ||
    (!first.axis && !second.axis && (named || Math.abs(first.degrees) > 90));
  const [lat, lng] = turned ? [second.degrees, first.degrees] : [first.degrees, second.degrees];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? [lng, lat] : null;
};

const dms = (value: number, plus: string, minus: string): string => {
  // Rounded to hundredths of a second first, so that 59.999" carries over into the minute.
  const hundredths = Math.round(Math.abs(value) * 360_000);
  const seconds = (hundredths % 6000) / 100;
  const minutes = Math.floor(hundredths / 6000) % 60;
  const pad = (n: number, digits = 0) => n.toFixed(digits).padStart(digits ? 3 + digits : 2, '0');
  return `${Math.floor(hundredths / 360_000)}\u00b0${pad(minutes)}'${pad(seconds, 2)}" ${value < 0 && hundredths > 0 ? minus : plus}`;
};

const dm = (value: number, plus: string, minus: string): string => {
  const parts = Math.round(Math.abs(value) * 600_000);
  const minutes = ((parts % 600_000) / 10_000).toFixed(4).padStart(7, '0');
  return `${Math.floor(parts / 600_000)}\u00b0${minutes}' ${value < 0 && parts > 0 ? minus : plus}`;
};

/** A decimetre. */
const MAX_DECIMALS = 6;

/** Decimals of degrees that a pixel of the map is worth at a zoom. */
export const decimalsAt = (zoom: number): number =>
  Math.min(MAX_DECIMALS, Math.max(1, Math.ceil(Math.log10((512 * 2 ** zoom) / 360))));

/** Latitude first, Latin digits, 6 decimals (about 10 cm), ten-thousandths of a minute or hundredths of a second. Show it in a `dir="ltr"` element. */
export const formatCoordinate = (
  [lng, lat]: LngLat,
  style: CoordinateStyle = 'dd',
  decimals = MAX_DECIMALS,
): string => {
  if (style === 'dd') return `${lat.toFixed(decimals)}, ${lng.toFixed(decimals)}`;
  const write = style === 'dm' ? dm : dms;
  return `${write(lat, 'N', 'S')}, ${write(lng, 'E', 'W')}`;
};
