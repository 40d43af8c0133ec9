// The context of a statement: how long it may take, who can end it, and its rank in the queue. Statements read it from async storage.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface Scope {
  /** The request's id. It leads from pg_stat_activity and the server's log to the request, the audit and the BFF's line. */
  requestId: string;
  /** Seconds that one statement may take. */
  seconds: number;
  /** Ends the statement that runs, and refuses those that come. Absent where what is done must be finished. */
  signal?: AbortSignal;
  /** Reads so much that others go first where the engine has one connection. */
  heavy?: boolean;
  /** Its reads of records may be answered by a replica, where there is one. */
  replica?: boolean;
}

const scopes = new AsyncLocalStorage<Scope>();
const ID = /^[\w-]{8,64}$/;

/** Seconds that a statement of a request may take, where the request names no longer deadline. */
export const INTERACTIVE = { seconds: 5 };

/** Runs work whose statements belong to the scope. */
export const withScope = <T>(scope: Scope, work: () => T): T => scopes.run(scope, work);

/** The scope of the statement that is about to run; undefined in jobs and chores. */
export const currentScope = (): Scope | undefined => scopes.getStore();

/** Runs work that others wait for as well, or that must be finished: it does not end when its own caller leaves. */
export function withoutSignal<T>(work: () => T): T {
  const scope = scopes.getStore();
  return scope?.signal ? scopes.run({ ...scope, signal: undefined }, work) : work();
}

/** Runs work that no request waits for, though one may have set it off: a job has its own time. */
export const withoutScope = <T>(work: () => T): T => scopes.exit(work);

/** The SQL with the comment of the request that it serves; unchanged outside of requests. */
export function commented(sql: string): string {
  const id = scopes.getStore()?.requestId;
  return id && ID.test(id) ? `/* ${id} */ ${sql}` : sql;
}
