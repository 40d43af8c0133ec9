// Keys of filters by field, which a layer's form names, and what a filter may be as long as.
import { MAX_NAME } from '../schemas/form';

/** What the key of a filter by field begins with; the field's name follows. */
export const FIELD_KEY = 'value__';
export const isFieldKey = (key: string): boolean =>
  key.startsWith(FIELD_KEY) && key.length > FIELD_KEY.length && key.length <= FIELD_KEY.length + MAX_NAME;

/** Characters of a filter by field, as of a value in a query. */
export const MAX_FIELD_FILTER = 2000;
/** Statuses that a filter names. */
export const MAX_STATUSES = 5;
