// Asks before a page with unsaved work is left. Who has unsaved work says so by a name; the session clears them all when it ends.

const holders = new Set<string>();
const onBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();

/** Says that `holder` has unsaved work, or no longer has. */
export function guardUnload(holder: string, unsaved: boolean): void {
  if (unsaved) holders.add(holder);
  else holders.delete(holder);
  if (holders.size > 0) addEventListener('beforeunload', onBeforeUnload);
  else removeEventListener('beforeunload', onBeforeUnload);
}

/** Whether this holder, or anybody on this page, has unsaved work. */
export const hasUnsaved = (holder?: string): boolean => (holder === undefined ? holders.size > 0 : holders.has(holder));

/** Lets the page go without asking. */
export function clearUnloadGuard(): void {
  holders.clear();
  removeEventListener('beforeunload', onBeforeUnload);
}
