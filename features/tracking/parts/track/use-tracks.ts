// The tracks of the people that the address names: read, and what they say; or everybody's lines where it names nobody.
'use client';
import { useMemo } from 'react';
import { api } from '@/contract/index';
import type { Person } from '@/contract/schemas/session';
import type { TrackLine, TrackRecord } from '@/contract/schemas/tracking';
import { useRead } from '@/lib/api/hooks';
import { readTrack, type StopRules, type Track } from '../../logic/track';
import { colourOf, rangeQuery, type TrackView } from '../../logic/view';

export interface PersonTrack {
  user: Person;
  colour: string;
  track: Track;
  records: readonly TrackRecord[];
}

export interface Tracks {
  people: readonly PersonTrack[];
  team: readonly TrackLine[];
  isPending: boolean;
  error: unknown;
  retry: () => void;
}

const NO_RECORDS: readonly TrackRecord[] = [];
/** Zooms for which lines are drawn: between them the finer ones are kept on screen. */
const ZOOM_STEP = 2;
const MAX_LINE_ZOOM = 18;

export function useTracks(view: TrackView, rules: StopRules, zoom: number, isEnabled: boolean): Tracks {
  const range = rangeQuery(view);
  const query = { ...range, user_ids: view.people };
  const isTeam = view.people.length === 0;
  const replay = useRead(api.tracking.replay, { query }, { enabled: isEnabled && !isTeam, staleTime: 60_000 });
  const recordRead = useRead(api.tracking.records, { query }, { enabled: isEnabled && !isTeam, staleTime: 60_000 });
  const lines = useRead(
    api.tracking.lines,
    { query: { ...range, zoom: Math.min(MAX_LINE_ZOOM, Math.ceil(zoom / ZOOM_STEP) * ZOOM_STEP) } },
    { enabled: isEnabled && isTeam, keep: true, staleTime: 60_000 },
  );
  const { minutes, metres } = rules;
  const tracks = useMemo(
    () => (replay.data ?? []).map(({ points }) => readTrack(points, { minutes, metres })),
    [replay.data, minutes, metres],
  );
  const people = useMemo(
    () =>
      (isTeam ? [] : (replay.data ?? [])).map(({ user }, i) => ({
        user,
        colour: colourOf(i),
        track: tracks[i] as Track,
        records: recordRead.data?.filter((record) => record.user === user.id) ?? NO_RECORDS,
      })),
    [replay.data, tracks, recordRead.data, isTeam],
  );
  const read = isTeam ? lines : replay;
  return {
    people,
    team: isTeam ? (lines.data ?? []) : [],
    isPending: read.isPending,
    error: read.error,
    retry: () => void read.refetch(),
  };
}
