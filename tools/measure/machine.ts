// Measuring: one shape after the other is drawn; each is kept in a list until it is removed.
import type { Geometry } from '@/contract/schemas/common';
import type { MapEffect, Shape } from '@/map/tool-types';
import type { Machine } from '../define';
import { effectFromKey } from '../keys';

/** What is measured; an angle is that at the second of three points, a bearing that of a line of two. */
export const MEASURES = ['length', 'area', 'angle', 'bearing'] as const;
export type MeasureKind = (typeof MEASURES)[number];

/** Measurements that are kept at once; the oldest goes when there is one more. */
export const MAX_RESULTS = 50;

export interface Result {
  /** Unique and growing for as long as the tool remembers. */
  id: number;
  kind: MeasureKind;
  /** EPSG:4326. */
  geometry: Geometry;
  /** The record that was measured; null where it was drawn by hand. */
  title: string | null;
}
export interface MeasureState {
  kind: MeasureKind;
  /** Newest first. */
  results: readonly Result[];
  next: number;
}
export type MeasureAction =
  | { do: 'kind'; kind: MeasureKind }
  /** Vertices of the sketch: an angle and a bearing end by themselves. */
  | { do: 'vertices'; count: number }
  /** Measures what exists already; a point has nothing to measure and is passed over. */
  | { do: 'add'; geometry: Geometry; title: string }
  | { do: 'remove'; id: number }
  | { do: 'clear' }
  /** Brings back what was removed. */
  | { do: 'restore'; results: readonly Result[] };

const SHAPES: Record<MeasureKind, Shape> = { length: 'line', area: 'polygon', angle: 'line', bearing: 'line' };
/** Points after which the sketch is complete. */
const COMPLETE: Partial<Record<MeasureKind, number>> = { angle: 3, bearing: 2 };

const sketch = ({ kind }: MeasureState): MapEffect => ({ kind: 'sketch', shape: SHAPES[kind] });

const keep = (state: MeasureState, result: Omit<Result, 'id'>): MeasureState => ({
  ...state,
  results: [{ ...result, id: state.next }, ...state.results].slice(0, MAX_RESULTS),
  next: state.next + 1,
});

/** What a geometry can be measured as; null for points. */
export const kindOf = (g: Geometry): MeasureKind | null =>
  g.type.endsWith('Polygon') ? 'area' : g.type.endsWith('LineString') ? 'length' : null;

const act = (state: MeasureState, action: MeasureAction): [MeasureState, ...MapEffect[]] => {
  switch (action.do) {
    case 'kind': {
      const next = { ...state, kind: action.kind };
      return [next, sketch(next)];
    }
    case 'vertices':
      return action.count === COMPLETE[state.kind] ? [state, { kind: 'finishSketch' }] : [state];
    case 'add': {
      const kind = kindOf(action.geometry);
      return [kind ? keep(state, { kind, geometry: action.geometry, title: action.title }) : state];
    }
    case 'remove':
      return [{ ...state, results: state.results.filter(({ id }) => id !== action.id) }];
    case 'clear':
      return [{ ...state, results: [] }];
    case 'restore':
      return [
        {
          ...state,
          results: [...action.results, ...state.results].sort((a, b) => b.id - a.id).slice(0, MAX_RESULTS),
        },
      ];
  }
};

/** Whether the line has as many points as this kind needs: an angle or a bearing ended early says nothing. */
const isWhole = (kind: MeasureKind, g: Geometry): boolean => {
  const needed = COMPLETE[kind];
  return needed === undefined || (g.type === 'LineString' && g.coordinates.length === needed);
};

export const machine: Machine<MeasureState, MeasureAction> = {
  initial: { kind: 'length', results: [], next: 1 },
  step: (state, gesture) => {
    switch (gesture.kind) {
      case 'enter':
        return [state, sketch(state)];
      case 'exit':
        return [state, { kind: 'clearSketch' }];
      case 'typed':
        return [state, { kind: 'addPoint', at: gesture.at }];
      case 'drawn': {
        const { geometry } = gesture;
        const { kind } = state;
        const next = isWhole(kind, geometry) ? keep(state, { kind, geometry, title: null }) : state;
        return [next, sketch(next)];
      }
      case 'key':
        return [state, effectFromKey(gesture.name)];
      case 'action':
        return act(state, gesture.action);
      default:
        return [state];
    }
  },
  hint: ({ kind }) => kind,
};
