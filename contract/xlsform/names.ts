// Names on both sides: of fields in our forms, of questions and choices in a workbook. Pure.
import { fold } from '../fold';
import { MAX_NAME } from '../schemas/form';

/** Hands out names of which no two look the same. */
export function createNames(reserved: readonly string[] = []) {
  const folded = new Set(reserved.map(fold));
  return (base: string): string => {
    for (let n = 1; ; n++) {
      const end = n === 1 ? '' : `_${n}`;
      const name = base.slice(0, MAX_NAME - end.length) + end;
      if (folded.has(fold(name))) continue;
      folded.add(fold(name));
      return name;
    }
  };
}

/** Letters of any script, digits and `_`, as fields are named here. */
export const fieldName = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_]+/gu, '_')
    .replace(/^_+(?=\p{L})/u, '')
    .replace(/(?<!_)_+$/u, '') || 'field';

/** As XML wants names: a letter or `_` first. */
export function questionName(text: string): string {
  const name = text.normalize('NFC').replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '_');
  return /^[\p{L}_]/u.test(name) ? name : `_${name}`;
}

/** Blanks stand between the values of several choices, so that no value holds one. */
export const choiceName = (text: string): string => text.trim().replace(/\s+/g, '_');
