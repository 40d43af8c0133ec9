// The one reading of an id that a caller names.
import { notFound } from './errors';

/** An id of a row from a path or a body. What no row can have is not found, without asking the database. */
export function rowId(given: string | number): number {
  const id = Number(given);
  if (!/^\d{1,10}$/.test(String(given)) || id < 1 || id > 2 ** 31 - 1) throw notFound();
  return id;
}
