// The values that records had before they were changed together, and how they are written back with as few calls as can be.
import { api } from '@/contract';
import type { Values } from '@/contract/schemas/form';
import { call } from '@/lib/api/client';

/** Values that one call reads. */
const READ = 500;
/** Calls on their way at one time. */
const ABREAST = 4;

export interface Former {
  ids: number[];
  value: Values;
}

/** Records that had the same values in these fields, together. */
export function groupFormer(records: readonly { id: number; value: Values }[], fields: readonly string[]): Former[] {
  const groups = new Map<string, Former>();
  for (const { id, value } of records) {
    const was = Object.fromEntries(fields.map((name) => [name, value[name] ?? null]));
    const key = JSON.stringify(was);
    const group = groups.get(key);
    if (group) group.ids.push(id);
    else groups.set(key, { ids: [id], value: was });
  }
  return [...groups.values()];
}

/** The values of records as they are now. Throws CallError. */
export async function readValues(ids: readonly number[]): Promise<{ id: number; title: string; value: Values }[]> {
  const former: { id: number; title: string; value: Values }[] = [];
  for (let i = 0; i < ids.length; i += READ)
    former.push(...(await call(api.records.values, { body: { ids: ids.slice(i, i + READ) } })));
  return former;
}

/** Runs jobs a few at a time; the first failure ends it when those under way have ended. */
export async function runInParallel(jobs: readonly (() => Promise<unknown>)[], most = ABREAST): Promise<void> {
  let next = 0;
  let failed = false;
  const run = async () => {
    for (let job = jobs[next++]; job && !failed; job = jobs[next++])
      await job().catch((error) => {
        failed = true;
        throw error;
      });
  };
  const ended = await Promise.allSettled(Array.from({ length: most }, run));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/**
 * Puts former values back into records that still hold what was `written` to them; returns how many somebody has changed since.
 * Throws CallError.
 */
export async function restoreFormer(former: readonly Former[], written: Values): Promise<number> {
  let left = 0;
  await runInParallel(
    former.map(({ ids, value }) => async () => {
      left += ids.length - (await call(api.records.editBulk, { body: { ids, value, held: written } })).count;
    }),
  );
  return left;
}
