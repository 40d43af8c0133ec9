// The statements that reach a database, as the query builder hands them over, also those of transactions; and what one of them reads.
import { CompiledQuery } from 'kysely';
import type { Engine } from '../backend/db/engine';
import { currentScope } from '../backend/db/scope';

/** Notes every statement from now on, of this process's engines of the same kind, until `stop` is called. */
export function recordStatements({ db }: Engine) {
  const statements: string[] = [];
  /** The request of each of them; undefined for jobs and chores. */
  const requests: (string | undefined)[] = [];
  const queries: CompiledQuery[] = [];
  // Every executor, that of a transaction too, has the same prototype.
  const executor = Object.getPrototypeOf(Object.getPrototypeOf(db.getExecutor()));
  const { executeQuery } = executor;
  executor.executeQuery = function (query: CompiledQuery, ...rest: unknown[]) {
    statements.push(query.sql);
    requests.push(currentScope()?.requestId);
    queries.push(query);
    return executeQuery.call(this, query, ...rest);
  };
  return {
    statements,
    requests,
    queries,
    stop: () => {
      executor.executeQuery = executeQuery;
    },
  };
}

interface PlanNode {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}

/** Rows that a query takes from tables and indexes, also those that it throws away. */
export async function countRowsRead({ db }: Engine, query: CompiledQuery): Promise<number> {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    CompiledQuery.raw(`explain (analyze, format json) ${query.sql}`, [...query.parameters]),
  );
  const read = (node: PlanNode): number => {
    const below = node.Plans ?? [];
    const own = below.length ? 0 : node['Actual Rows'] * node['Actual Loops'];
    return below.reduce((sum, one) => sum + read(one), own + (node['Rows Removed by Filter'] ?? 0));
  };
  return read(rows[0]?.['QUERY PLAN'][0].Plan as PlanNode);
}
