// The end of a session in this tab: everything of the person's is cleared, and the page is left.
'use client';
import { forgetCaches } from '@/lib/state/caches';
import { forgetTexts } from '@/lib/state/kept-texts';
import { clearUnloadGuard } from '@/lib/state/unload-guard';
import { clearMarkers } from '../../logic/storage';
import { clearRecord } from '../../logic/user-record';

const MAX_CLEARING_MS = 1_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Leaves the page for good; nothing in it asks whether to stay. */
export function leaveTo(address: string, after: number): void {
  clearUnloadGuard();
  clearMarkers();
  // Both are local and quick; a browser that hangs in one of them leaves all the same.
  const cleared = Promise.race([Promise.all([clearRecord(), forgetCaches(), forgetTexts()]), pause(MAX_CLEARING_MS)]);
  void Promise.all([cleared, pause(after)]).then(() => location.assign(address));
}
