// What the address says about the room: tab, people, range, moment. Pure, so that a link shows the same to everyone.
import type { Geometry } from '@/contract/schemas/common';
import { MAX_TRACKED } from '@/contract/schemas/tracking';
import { linesOf, type Track } from './track';

export type Tab = 'now' | 'track';
export interface TrackView {
  tab: Tab;
  /** At most five. */
  people: number[];
  /** ISO days in Tehran, both included. */
  from: string;
  to: string;
  /** Hours ("08:30") at which the first day begins and the last one ends; empty for the whole day. */
  begin: string;
  end: string;
  region: number | null;
  role: number | null;
  search: string;
  order: 'seen' | 'name';
  /** Seconds since 1970; null for the beginning. */
  at: number | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const HOUR = /^([01]\d|2[0-3]):[0-5]\d$/;
const idOf = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : null);

export function readView(address: { get(name: string): string | null }, today: string): TrackView {
  const day = (name: string) => {
    const text = address.get(name) ?? '';
    return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : today;
  };
  const hour = (name: string) => (HOUR.test(address.get(name) ?? '') ? (address.get(name) as string) : '');
  const people = (address.get('people') ?? '').split(',').flatMap((text) => idOf(text) ?? []);
  const [from, to] = [day('from'), day('to')];
  const at = address.get('at') ?? '';
  return {
    tab: address.get('tab') === 'track' ? 'track' : 'now',
    people: [...new Set(people)].slice(0, MAX_TRACKED),
    from: from <= to ? from : to,
    to,
    begin: hour('begin'),
    end: hour('end'),
    region: idOf(address.get('region')),
    role: idOf(address.get('role')),
    search: address.get('q') ?? '',
    order: address.get('order') === 'name' ? 'name' : 'seen',
    at: /^\d{9,11}$/.test(at) ? Number(at) : null,
  };
}

/** The parameters of a change; null takes one away. */
export function writeView(change: Partial<TrackView>): Record<string, string | null> {
  const { people, search, tab, order, ...rest } = change;
  const plain = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, value === null || value === '' ? null : String(value)]),
  );
  return {
    ...plain,
    ...(tab === undefined ? {} : { tab: tab === 'now' ? null : tab }),
    ...(order === undefined ? {} : { order: order === 'seen' ? null : order }),
    ...(search === undefined ? {} : { q: search || null }),
    ...(people === undefined ? {} : { people: people.join(',') || null }),
  };
}

/** The range as the calls read it: days where no hour is chosen, else moments on the organisation's clocks. */
export function rangeQuery({ from, to, begin, end, region }: Omit<TrackView, 'people'>) {
  return {
    track_date_after: begin ? `${from}T${begin}:00` : from,
    track_date_before: end ? `${to}T${end}:59` : to,
    ...(region === null ? {} : { region }),
  };
}

/** A colour for each person, readable on every ground. */
export const COLOURS = ['#4263eb', '#e8590c', '#2b8a3e', '#c2255c', '#0b7285'] as const;
export const colourOf = (index: number): string => COLOURS[index % COLOURS.length] as string;

const MINUTE_MS = 60_000;
/** How fresh somebody is: within 5 minutes, within 30, or longer ago. */
export function freshness(lastSeen: string, now: number): 'fresh' | 'recent' | 'old' {
  const age = now - Date.parse(lastSeen);
  return age <= 5 * MINUTE_MS ? 'fresh' : age <= 30 * MINUTE_MS ? 'recent' : 'old';
}

/** A track as one shape on paper: the way that is known, else its places. Null for an empty track. */
export function geometryOf(track: Track): Geometry | null {
  const lines = linesOf(track).solid.map(({ coordinates }) => coordinates);
  if (lines.length > 0) return { type: 'MultiLineString', coordinates: lines };
  const places = track.places.map(({ lon, lat }): [number, number] => [lon, lat]);
  return places.length > 0 ? { type: 'MultiPoint', coordinates: places } : null;
}
