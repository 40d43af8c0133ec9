// The parts of a page that one key leads through: whoever has no mouse need not pass every control between two of them.
'use client';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { isShown, stopsIn } from './stops';

/** Marks a part: `<aside {...REGION}>`. Parts do not lie in each other: a screen that marks its own is none itself. */
export const REGION = { 'data-region': '' } as const;

/** What had the focus last in each part. */
const last = new WeakMap<Element, HTMLElement>();

/** Leads to the next part (or the previous one with -1) that has a stop: to where one was in it, else to its first stop. */
function goToRegion(by: 1 | -1): boolean {
  const focused = document.activeElement;
  const regions = [...document.querySelectorAll('[data-region]')].filter(isShown);
  const from = regions.findIndex((region) => region.contains(focused));
  const here = regions[from];
  if (here && focused instanceof HTMLElement) last.set(here, focused);
  for (let step = 1; step <= regions.length; step += 1) {
    const at = from < 0 && by < 0 ? regions.length - step : from + by * step;
    const region = regions[(at + regions.length) % regions.length];
    if (!region) continue;
    const former = last.get(region);
    const target = former && region.contains(former) && isShown(former) ? former : stopsIn(region)[0];
    if (!target || target === focused) continue;
    target.focus();
    return true;
  }
  return false;
}

/** Ctrl+F6 and Ctrl+Shift+F6, as in other programs of a browser, which keeps F6 to itself. */
export function useRegionKeys(): void {
  useHotkeys('first', [
    { keys: 'Mod+F6', whileTyping: true, run: () => goToRegion(1) },
    { keys: 'Mod+Shift+F6', whileTyping: true, run: () => goToRegion(-1) },
  ]);
}
