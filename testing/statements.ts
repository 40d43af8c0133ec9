// The statements that reach a database, as the query builder hands them over: also those of transactions.
import type { Engine } from '../backend/db/engine';

/** Notes the text of every statement from now on, of this process's engines of the same kind, until `stop` is called. */
export function recordStatements({ db }: Engine): { statements: string[]; stop(): void } {
  const statements: string[] = [];
  // Every executor, that of a transaction too, has the same prototype.
  const executor = Object.getPrototypeOf(Object.getPrototypeOf(db.getExecutor()));
  const { executeQuery } = executor;
  executor.executeQuery = function (query: { sql: string }, ...rest: unknown[]) {
    statements.push(query.sql);
    return executeQuery.call(this, query, ...rest);
  };
  return {
    statements,
    stop: () => {
      executor.executeQuery = executeQuery;
    },
  };
}
