// Parses an id of a request.
import { notFound } from './errors';

/** An id of a row from a path or a body. What no row can have is not found, without asking the database. */
export function rowId(text: string | number): number {
  const id = Number(text);
  if (!/^\d{1,10}$/.test(String(text)) || id < 1 || id > 2 ** 31 - 1) throw notFound();
  return id;
}
