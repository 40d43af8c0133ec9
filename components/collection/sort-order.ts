// Moving rows of a list. Pure; positions count from 0.

/** The list with one item moved; the same list where nothing moves. */
export function moveItem<T>(items: readonly T[], from: number, to: number): readonly T[] {
  const item = items[from];
  const at = Math.max(0, Math.min(to, items.length - 1));
  if (item === undefined || from === at) return items;
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(at, 0, item);
}

/** Where Alt with an arrow, Home or End takes a row; null where the key says nothing or the row is there already. */
export function positionOfKey(key: string, from: number, count: number): number | null {
  const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: count - 1 }[key];
  return to === undefined || to < 0 || to >= count || to === from ? null : to;
}
