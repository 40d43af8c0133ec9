// The rows that a job refused, as a CSV file that people can open, correct and send again.

import { once } from 'node:events';
import { createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Value } from '../../../contract/schemas/form';
import { escapeFormula } from '../../geo/export/csv';
import type { Storage } from '../../storage';

/** Where the rejects of a job are kept. */
export const rejectsKey = (job: string) => `rejects/${job}.csv`;
export const REJECTS_HEAD = '\ufeffrow,reason\r\n';

/** A cell that a spreadsheet would run as a formula is made text. */
const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = typeof value === 'string' ? escapeFormula(text) : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Opens on the first reject; rows carry their number, the reason and the source's values. A `section` goes below those before it. */
export function rejectsFile(folder: string, fields: readonly string[], section?: string) {
  const path = join(folder, 'rejects.csv');
  let file: WriteStream | null = null;
  let written = false;
  const write = async (cells: unknown[]) => {
    if (!file?.write(`${cells.map(cell).join(',')}\r\n`)) await once(file as WriteStream, 'drain');
  };
  return {
    async add(row: number, values: Record<string, Value | undefined>, reason: string) {
      if (!file) {
        const goesOn = section !== undefined && existsSync(path);
        file = createWriteStream(path, { flags: goesOn ? 'a' : 'w' });
        written = true;
        if (!goesOn) file.write('\ufeff');
        if (section !== undefined) await write([section]);
        await write(['row', 'reason', ...fields]);
      }
      await write([row, reason, ...fields.map((name) => values[name])]);
    },
    /** Ends the file and keeps it in the store. Nothing more may be added. */
    async close(storage: Storage, key: string) {
      const open = file;
      file = null;
      if (!open) return;
      open.end();
      await once(open, 'close');
      if (written) await storage.copyFromFs(path, key);
      if (section === undefined) await rm(path, { force: true });
    },
  };
}
export type RejectsFile = ReturnType<typeof rejectsFile>;
