// Snapping settings, and the exact shapes of the records near the pointer. Lives as long as the page.
import { create } from 'zustand';
import type { Geometry } from '@/contract/schemas/common';
import type { SnapKinds } from '../geo/snap';
import type { RecordHit } from '../types';

/** Bounds of the reach, CSS pixels. */
export const MIN_REACH = 2;
export const MAX_REACH = 50;
/** Exact shapes that are kept at once; the oldest give way. */
const MAX_WHOLE = 200;

/** What a person has set. */
export interface SnapSettings extends SnapKinds {
  on: boolean;
  /** CSS pixels within which a pointer is caught. */
  reach: number;
  /** The shape's own vertices, those in hand left out. */
  own: boolean;
  /** Layers whose records catch; empty for all that are seen. */
  only: readonly number[];
  /** Follow a record between two caught places of it. */
  tracing: boolean;
  /** Follow it the longer way round; a held Shift turns this over. */
  otherWay: boolean;
  /** Keep to whole steps of 15 degrees, as a held Shift does. */
  angles: boolean;
}

interface SnappingState extends SnapSettings {
  /** A held key turns tracing on for as long as it is held. */
  isTraceKeyDown: boolean;
  /** Records near the pointer whose whole shape is to be fetched: a tile holds but a rounded piece of it. */
  requested: readonly RecordHit[];
  /** Whole shapes by `hitKey`; null where the server gave none, and the tile's piece has to do. */
  wholeShapes: ReadonlyMap<string, Geometry | null>;
  change(settings: Partial<SnapSettings>): void;
  setTraceKeyDown(isTraceKeyDown: boolean): void;
  requestWhole(hit: RecordHit): void;
  storeWhole(hit: RecordHit, geometry: Geometry | null): void;
  /** The sketch is over: records may change before the next one. */
  forget(): void;
}

export const hitKey = ({ layer, id }: RecordHit): string => `${layer}/${id}`;

export const useSnapping = create<SnappingState>()((set, get) => ({
  on: true,
  reach: 12,
  vertices: true,
  edges: true,
  own: true,
  only: [],
  tracing: false,
  otherWay: false,
  angles: false,
  isTraceKeyDown: false,
  requested: [],
  wholeShapes: new Map(),
  change: (settings) => set(settings),
  setTraceKeyDown: (isTraceKeyDown) => set({ isTraceKeyDown }),
  requestWhole: (hit) => {
    const { requested, wholeShapes } = get();
    if (wholeShapes.has(hitKey(hit)) || requested.some((w) => hitKey(w) === hitKey(hit))) return;
    set({ requested: [...requested, hit] });
  },
  storeWhole: (hit, geometry) =>
    set(({ requested, wholeShapes }) => ({
      requested: requested.filter((w) => hitKey(w) !== hitKey(hit)),
      wholeShapes: new Map([...wholeShapes, [hitKey(hit), geometry] as const].slice(-MAX_WHOLE)),
    })),
  forget: () => set({ requested: [], wholeShapes: new Map(), isTraceKeyDown: false }),
}));

/** Whether a stretch between two caught vertices follows the record now. */
export const isTracing = ({ on, tracing, isTraceKeyDown } = useSnapping.getState()): boolean =>
  on && (tracing || isTraceKeyDown);
