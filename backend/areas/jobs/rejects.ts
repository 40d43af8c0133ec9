// The rows that an import refused, as a CSV file that people can open, correct and send again.

import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Feature } from '../../geo/import';

export const REJECTS = 'rejects.csv';

/** A cell that a spreadsheet would run as a formula is made text. */
const cell = (value: unknown): string => {
  const text = value === null || value === undefined ? '' : String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Opens on the first reject; rows carry their number, the reason and the source's values. */
export function rejectsFile(folder: string, fields: readonly string[]) {
  let file: WriteStream | null = null;
  const write = async (cells: unknown[]) => {
    if (!file?.write(`${cells.map(cell).join(',')}\r\n`)) await once(file as WriteStream, 'drain');
  };
  return {
    async add(feature: Feature, reason: string) {
      if (!file) {
        await mkdir(folder, { recursive: true });
        file = createWriteStream(join(folder, REJECTS));
        file.write('\ufeff');
        await write(['row', 'reason', ...fields]);
      }
      await write([feature.row, reason, ...fields.map((name) => feature.values[name])]);
    },
    async close() {
      const open = file;
      file = null;
      if (!open) return;
      open.end();
      await once(open, 'close');
    },
  };
}
