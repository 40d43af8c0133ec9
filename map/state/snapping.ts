// What catches the pointer while one draws or reshapes, and the exact shapes of the records that it meets. Lives as long as the page.
import { create } from 'zustand';
import type { Geometry } from '@/contract/schemas/common';
import type { SnapKinds } from '../geo/snap';
import type { RecordHit } from '../types';

/** Bounds of the reach, CSS pixels. */
export const LEAST_REACH = 2;
export const MAX_REACH = 50;
/** Exact shapes that are kept at once; the oldest give way. */
const MAX_KNOWN = 200;

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
  held: boolean;
  /** Records that the pointer met, and whose whole shape is wanted: a tile holds but a rounded piece of it. */
  wanted: readonly RecordHit[];
  /** Whole shapes by `hitKey`; null where the server gave none, and the tile's piece has to do. */
  known: ReadonlyMap<string, Geometry | null>;
  change(settings: Partial<SnapSettings>): void;
  hold(held: boolean): void;
  want(hit: RecordHit): void;
  know(hit: RecordHit, geometry: Geometry | null): void;
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
  held: false,
  wanted: [],
  known: new Map(),
  change: (settings) => set(settings),
  hold: (held) => set({ held }),
  want: (hit) => {
    const { wanted, known } = get();
    if (known.has(hitKey(hit)) || wanted.some((w) => hitKey(w) === hitKey(hit))) return;
    set({ wanted: [...wanted, hit] });
  },
  know: (hit, geometry) =>
    set(({ wanted, known }) => ({
      wanted: wanted.filter((w) => hitKey(w) !== hitKey(hit)),
      known: new Map([...known, [hitKey(hit), geometry] as const].slice(-MAX_KNOWN)),
    })),
  forget: () => set({ wanted: [], known: new Map(), held: false }),
}));

/** Whether a stretch between two caught vertices follows the record now. */
export const tracesNow = ({ on, tracing, held } = useSnapping.getState()): boolean => on && (tracing || held);
