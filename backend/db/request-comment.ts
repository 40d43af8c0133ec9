// The id of the request that a statement serves, as a comment in front of its SQL: what stands in pg_stat_activity and in the server's
// log leads to the request, the audit and the BFF's line.
import { AsyncLocalStorage } from 'node:async_hooks';

const requests = new AsyncLocalStorage<string>();
const ID = /^[\w-]{8,64}$/;

/** Runs work whose statements carry the id. */
export const forRequest = <T>(id: string, work: () => T): T => requests.run(id, work);

/** The SQL with the comment of the request that it serves; unchanged outside of requests. */
export function commented(sql: string): string {
  const id = requests.getStore();
  return id && ID.test(id) ? `/* ${id} */ ${sql}` : sql;
}
