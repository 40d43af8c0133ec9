// A name written by hand: a picture among the files of the record.

import { type FieldSpec, limited } from '../spec';
import { file } from './file';

export const signature: FieldSpec = {
  ...file,
  read(raw, field, jalali) {
    const ids = file.read(raw, {}, jalali);
    return 'value' in ids && Array.isArray(ids.value)
      ? limited(ids.value, { ...field, max: 1 }, ids.value.length)
      : ids;
  },
  parts: file.parts.filter((part) => part !== 'min' && part !== 'max'),
  problems: () => [],
};
