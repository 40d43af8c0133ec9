// Undo and redo over changes that are already saved: each entry knows how to take itself back and do itself again.
// It lives as long as the page: leaving the map and coming back keeps it.
import { create } from 'zustand';
import type { Change, WrittenRecords } from '@/map';

const MAX_STEPS = 50;

/** A step that was taken, and what it wrote where it says so. */
export interface Step {
  change: Change;
  written: WrittenRecords | null;
}

interface EditHistory {
  done: readonly Change[];
  undone: readonly Change[];
  busy: boolean;
  push(change: Change): void;
  /** Takes the newest change back; returns it, or null when there was none or one is under way. */
  undo(): Promise<Step | null>;
  redo(): Promise<Step | null>;
  /** A change was taken back by another way than `undo`. */
  forget(id: string): void;
  clear(): void;
}

export const useEditHistory = create<EditHistory>()((set, get) => {
  async function step(from: 'done' | 'undone', run: (change: Change) => ReturnType<Change['undo']>) {
    const change = get()[from].at(-1);
    if (!change || get().busy) return null;
    set({ busy: true });
    try {
      const written = (await run(change)) ?? null;
      set(({ done, undone }) =>
        from === 'done'
          ? { done: done.slice(0, -1), undone: [...undone, change] }
          : { undone: undone.slice(0, -1), done: [...done, change] },
      );
      return { change, written };
    } finally {
      set({ busy: false });
    }
  }
  return {
    done: [],
    undone: [],
    busy: false,
    push: (change) => set(({ done }) => ({ done: [...done, change].slice(-MAX_STEPS), undone: [] })),
    undo: () => step('done', (c) => c.undo()),
    redo: () => step('undone', (c) => c.redo()),
    forget: (id) => set(({ done }) => ({ done: done.filter((c) => c.id !== id) })),
    clear: () => set({ done: [], undone: [] }),
  };
});
