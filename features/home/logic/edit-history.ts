// Undo and redo over changes that are already saved: each entry knows how to take itself back and do itself again.
import { create } from 'zustand';
import type { Change } from '@/map';

const MOST = 50;

interface EditHistory {
  done: readonly Change[];
  undone: readonly Change[];
  busy: boolean;
  push(change: Change): void;
  /** Takes the newest change back; answers it, or null when there was none or one is under way. */
  undo(): Promise<Change | null>;
  redo(): Promise<Change | null>;
  /** A change was taken back by another way than `undo`. */
  forget(id: string): void;
  clear(): void;
}

export const useEditHistory = create<EditHistory>()((set, get) => {
  async function step(from: 'done' | 'undone', run: (change: Change) => Promise<void>) {
    const change = get()[from].at(-1);
    if (!change || get().busy) return null;
    set({ busy: true });
    try {
      await run(change);
      set(({ done, undone }) =>
        from === 'done'
          ? { done: done.slice(0, -1), undone: [...undone, change] }
          : { undone: undone.slice(0, -1), done: [...done, change] },
      );
      return change;
    } finally {
      set({ busy: false });
    }
  }
  return {
    done: [],
    undone: [],
    busy: false,
    push: (change) => set(({ done }) => ({ done: [...done, change].slice(-MOST), undone: [] })),
    undo: () => step('done', (c) => c.undo()),
    redo: () => step('undone', (c) => c.redo()),
    forget: (id) => set(({ done }) => ({ done: done.filter((c) => c.id !== id) })),
    clear: () => set({ done: [], undone: [] }),
  };
});
