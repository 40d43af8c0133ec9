// The session's own edits, drawn over tiles that may be older or hold only a sample.
import { create } from 'zustand';
import type { FreshRecord } from '../types';

/** More than this many and the oldest give way: the tiles are fresh long before. */
const MAX_FRESH = 500;

interface FreshState {
  records: readonly FreshRecord[];
  /** Puts or replaces; a record without geometry only hides its older self (deleted, or moved out of sight). */
  put(record: FreshRecord): void;
  drop(layer: number, ids?: readonly number[]): void;
  clear(): void;
}

export const useFresh = create<FreshState>()((set) => ({
  records: [],
  put: (record) =>
    set(({ records }) => ({
      records: [...records.filter((r) => r.layer !== record.layer || r.id !== record.id), record].slice(-MAX_FRESH),
    })),
  drop: (layer, ids) =>
    set(({ records }) => ({ records: records.filter((r) => r.layer !== layer || (ids && !ids.includes(r.id))) })),
  clear: () => set({ records: [] }),
}));
