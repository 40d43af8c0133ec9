// Coordinates as people write them: decimal degrees or degrees-minutes-seconds, digits of either script.
import { latinDigits } from '@/contract/schemas/common';
import type { LngLat } from '../types';

export type CoordinateStyle = 'dd' | 'dms';

type Axis = 'lat' | 'lng';
interface Angle {
  degrees: number;
  axis: Axis | null;
}

/** Signs that stand for one another, as keyboards and copied text bring them: Arabic decimal point and comma, primes, minus. */
const plain = (text: string): string =>
  latinDigits(text)
    .replace(/[\u200c-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
    .replace(/\u066b/g, '.')
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
  const found = MARKED.exec(bare.replace(/^[-+]\s*/, '')) ?? SPACED.exec(bare.replace(/^[-+]\s*/, ''));
  if (!found || (negative && letter)) return null;
  const [, d = '', m, s] = found;
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
  const pair = halves(plain(text));
  if (!pair) return null;
  const first = parseAngle(pair[0]);
  const second = parseAngle(pair[1]);
  if (!first || !second || (first.axis && first.axis === second.axis)) return null;
  const turned =
    first.axis === 'lng' || second.axis === 'lat' || (!first.axis && !second.axis && Math.abs(first.degrees) > 90);
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

/** Latitude first, Latin digits, 6 decimals (about 10 cm) or hundredths of a second. Show it in a `dir="ltr"` element. */
export const formatCoordinate = ([lng, lat]: LngLat, style: CoordinateStyle = 'dd'): string =>
  style === 'dd' ? `${lat.toFixed(6)}, ${lng.toFixed(6)}` : `${dms(lat, 'N', 'S')}, ${dms(lng, 'E', 'W')}`;
