// Coordinates: every click and every written place joins a list.
import type { LngLat } from '@/map/types';
import type { Machine } from '../define';

/** Places that are kept at once; the oldest goes when there is one more. */
export const MAX_PLACES = 200;

export interface Place {
  /** Unique and growing for as long as the tool remembers; also the number beside it on the map. */
  id: number;
  at: LngLat;
}
export interface CoordinatesState {
  /** Newest first. */
  places: readonly Place[];
  next: number;
}
export type CoordinatesAction =
  | { do: 'remove'; id: number }
  | { do: 'clear' }
  /** Brings back what was removed, under its numbers; places that have taken one of these meanwhile get new ones. */
  | { do: 'restore'; places: readonly Place[] };

const restored = (state: CoordinatesState, back: readonly Place[]): CoordinatesState => {
  const restored = new Set(back.map(({ id }) => id));
  let next = Math.max(state.next, ...back.map(({ id }) => id + 1));
  const others = state.places.toReversed().map((place) => (restored.has(place.id) ? { ...place, id: next++ } : place));
  return { places: [...back, ...others].sort((a, b) => b.id - a.id).slice(0, MAX_PLACES), next };
};

/** Longitude in [-180, 180): a map that is turned round the earth counts on. */
const wrapped = ([lng, lat]: LngLat): LngLat => [
  lng >= -180 && lng <= 180 ? lng : ((((lng + 180) % 360) + 360) % 360) - 180,
  lat,
];

export const machine: Machine<CoordinatesState, CoordinatesAction> = {
  initial: { places: [], next: 1 },
  step: (state, gesture) => {
    switch (gesture.kind) {
      case 'click':
      case 'longpress':
      case 'typed': {
        const place = { id: state.next, at: wrapped(gesture.at) };
        return [{ places: [place, ...state.places].slice(0, MAX_PLACES), next: state.next + 1 }];
      }
      case 'action': {
        const { action } = gesture;
        if (action.do === 'clear') return [{ places: [], next: 1 }];
        if (action.do === 'restore') return [restored(state, action.places)];
        return [{ ...state, places: state.places.filter(({ id }) => id !== action.id) }];
      }
      default:
        return [state];
    }
  },
  hint: () => 'take',
};
