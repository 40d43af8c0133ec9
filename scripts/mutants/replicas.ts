// Guards of reads from replicas.
import type { Mutant } from './mutant';

const REPLICAS = ['backend/db/replicas/replicas.test.ts'];
const STATEMENTS = ['backend/db/replicas/statement.test.ts'];

export const REPLICA_GUARDS: readonly Mutant[] = [
  {
    area: 'replicas',
    guard: 'a replica answers when it has replayed what was written before',
    file: 'backend/db/replicas/position.ts',
    find: 'and pg_last_wal_replay_lsn() >= $1::pg_lsn and',
    replace: 'and $1::pg_lsn is not null and',
    tests: REPLICAS,
    needs: 'server',
  },
  {
    area: 'replicas',
    guard: 'reads at a silent server end',
    file: 'backend/db/replicas/replica.ts',
    find: '        life.abort();\n        life = new AbortController();',
    replace: '',
    tests: REPLICAS,
    needs: 'server',
  },
  {
    area: 'replicas',
    guard: 'another cluster',
    file: 'backend/db/replicas/replica.ts',
    find: 'if (replica.system !== primary.system)',
    replace: 'if (false)',
    tests: STATEMENTS,
  },
  {
    area: 'replicas',
    guard: 'another timeline',
    file: 'backend/db/replicas/replica.ts',
    find: 'if (replica.timeline !== primary.timeline)',
    replace: 'if (false)',
    tests: STATEMENTS,
  },
  {
    area: 'replicas',
    guard: 'statements that change, lock or mean something else',
    file: 'backend/db/replicas/statement.ts',
    find: '&& !PRIMARY_ONLY.test(text)',
    replace: '',
    tests: STATEMENTS,
  },
];
