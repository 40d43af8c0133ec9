// The folded text by which records are searched.
import { fold } from '../../contract/fold';
import type { Values } from '../../contract/schemas/form';

/** Characters of folded text kept for the search; filters by text hold up to here. */
const MAX_SEARCHED_CHARS = 200_000;

/** Text by which a record is found: all its text and number values, folded. */
export const searchText = (value: Values): string =>
  fold(
    Object.values(value)
      .filter((v) => typeof v === 'string' || typeof v === 'number')
      .join(' '),
  ).slice(0, MAX_SEARCHED_CHARS);
