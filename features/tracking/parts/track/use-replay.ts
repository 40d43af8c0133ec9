// One clock for all tracks, with what its keys and buttons do.
'use client';
import { useCallback, useMemo, useState } from 'react';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useFormat } from '@/lib/i18n/use-format';
import { indexAt, nearestTime, spanOf, stopBeside } from '../../logic/track';
import type { RoomView } from '../use-view';
import { type Clock, RATES, useClock } from './use-clock';
import type { PersonTrack } from './use-tracks';

export interface Replay {
  people: readonly PersonTrack[];
  clock: Clock;
  span: { from: number; to: number } | null;
  isFollowing: boolean;
  setFollowing: (is: boolean) => void;
  /** To the stop after or before the moment. */
  goStop: (way: 1 | -1) => void;
  /** To the next or the previous place that was reported. */
  step: (way: 1 | -1) => void;
  /** To the moment at which the person was nearest to a place on the map. */
  goNear: (person: number, at: readonly [number, number]) => void;
}

export function useReplay(people: readonly PersonTrack[], { view, change }: RoomView, isEnabled: boolean): Replay {
  const { lang } = useFormat();
  const tracks = useMemo(() => people.map(({ track }) => track), [people]);
  const span = useMemo(() => spanOf(tracks), [tracks]);
  const handleRest = useCallback((at: number) => change({ at }), [change]);
  const clock = useClock(span, view.at, handleRest);
  const [isFollowing, setFollowing] = useState(false);

  const goStop = (way: 1 | -1) => {
    const at = stopBeside(tracks, clock.t, way);
    if (at !== null) clock.seek(at);
  };
  const step = (way: 1 | -1) => {
    const moments = tracks.flatMap(({ places }) => {
      const i = indexAt(places, clock.t);
      const place = places[way === 1 ? i + 1 : (places[i]?.t ?? 0) < clock.t - 0.5 ? i : i - 1];
      return place ? [place.t] : [];
    });
    if (moments.length) clock.seek(way === 1 ? Math.min(...moments) : Math.max(...moments));
  };
  const goNear = (person: number, at: readonly [number, number]) => {
    const track = tracks[person];
    const moment = track ? nearestTime(track, at) : null;
    if (moment !== null) clock.seek(moment);
  };
  const changeRate = (way: 1 | -1) => {
    const rate = RATES[RATES.indexOf(clock.rate) + way];
    if (rate) clock.setRate(rate);
  };
  const later = lang === 'fa' ? 'ArrowLeft' : 'ArrowRight';
  const earlier = lang === 'fa' ? 'ArrowRight' : 'ArrowLeft';
  useHotkeys(
    'screen',
    [
      { keys: 'Space', run: clock.toggle },
      { keys: later, run: () => step(1), repeats: true },
      { keys: earlier, run: () => step(-1), repeats: true },
      { keys: ['Equal', 'Shift+Equal', 'NumpadAdd'], run: () => changeRate(1) },
      { keys: ['Minus', 'NumpadSubtract'], run: () => changeRate(-1) },
      { keys: 'BracketLeft', run: () => goStop(-1) },
      { keys: 'BracketRight', run: () => goStop(1) },
      { keys: 'KeyF', run: () => setFollowing(!isFollowing) },
    ],
    isEnabled && span !== null,
  );
  return { people, clock, span, isFollowing, setFollowing, goStop, step, goNear };
}
