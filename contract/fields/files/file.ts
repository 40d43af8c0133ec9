// Files of the record, by their ids.
import { EMPTY_COMPARISONS, type FieldSpec, limited, limitProblems, WRITTEN } from '../spec';

/** Bytes of one file. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
/** Files of one value. */
export const MAX_FILES = 20;

/** `min` and `max` count files. */
export const file: FieldSpec = {
  format: 'files',
  read(raw, field) {
    if (!Array.isArray(raw) || !raw.every((id) => Number.isSafeInteger(id) && id > 0)) return { problem: 'files' };
    const ids = [...new Set(raw as number[])];
    return ids.length > MAX_FILES ? { problem: 'max' } : limited(ids, field, ids.length);
  },
  operand: () => ({ problem: 'files' }),
  ofText: (text) => JSON.parse(text) as number[],
  parts: [...WRITTEN.filter((part) => part !== 'default'), 'min', 'max'],
  problems: (field) => limitProblems(field, 'number'),
  comparisons: EMPTY_COMPARISONS,
  standsAlone: false,
  ogr: '',
};
