// What can be undone: documents before and after the one that is shown. Pure.

const MAX_STEPS = 200;

export interface History<D> {
  past: readonly D[];
  present: D;
  future: readonly D[];
  /** What the last change was about: another one about the same is one step with it. */
  tag: string | null;
}

export const startHistory = <D>(present: D): History<D> => ({ past: [], present, future: [], tag: null });

/** Changes with one tag that follow each other, as those of typing, are undone together. */
export function record<D>(history: History<D>, present: D, tag: string | null = null): History<D> {
  if (present === history.present) return history;
  const isSame = tag !== null && tag === history.tag;
  const past = isSame ? history.past : [...history.past, history.present].slice(-MAX_STEPS);
  return { past, present, future: [], tag };
}

export function undo<D>({ past, present, future }: History<D>): History<D> | null {
  const previous = past.at(-1);
  if (previous === undefined) return null;
  return { past: past.slice(0, -1), present: previous, future: [present, ...future], tag: null };
}

export function redo<D>({ past, present, future }: History<D>): History<D> | null {
  const [next, ...rest] = future;
  if (next === undefined) return null;
  return { past: [...past, present], present: next, future: rest, tag: null };
}
