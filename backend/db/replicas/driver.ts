// Kysely's driver for PostgreSQL, which lets a replica answer where the scope of the statement allows it.
import {
  type CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type QueryResult,
} from 'kysely';
import { UnlockedAdapter } from '../migrations/lock';
import { currentScope } from '../scope';
import type { Replicas } from './replicas';
import { isReplicaRead } from './statement';

/**
 * A connection that is to the primary from the first statement that no replica answers, until it is given back: a transaction, a lock
 * or a setting stays in one connection.
 */
class LazyConnection implements DatabaseConnection {
  #primary: Promise<DatabaseConnection> | null = null;

  constructor(
    private readonly open: () => Promise<DatabaseConnection>,
    private readonly replicas: Replicas,
  ) {}

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (!this.#primary && isReplicaRead(query.sql)) {
      const answer = await this.replicas.read(query);
      if (answer) return answer as QueryResult<R>;
    }
    return (await this.primary()).executeQuery<R>(query);
  }

  async *streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    yield* (await this.primary()).streamQuery<R>(query, chunkSize);
  }

  private primary(): Promise<DatabaseConnection> {
    this.#primary ??= this.open();
    return this.#primary;
  }

  /** The primary's connection that is to be given back; null where none was opened. */
  opened(): Promise<DatabaseConnection | null> {
    return (this.#primary ?? Promise.resolve(null)).catch(() => null);
  }
}

class ReplicaDriver extends PostgresDriver {
  constructor(
    config: PostgresDialectConfig,
    private readonly replicas: Replicas,
  ) {
    super(config);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const open = () => super.acquireConnection();
    return currentScope()?.replica ? new LazyConnection(open, this.replicas) : open();
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const own = connection instanceof LazyConnection ? await connection.opened() : connection;
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own connection, which has no public name
    if (own) await super.releaseConnection(own as any);
  }
}

/** PostgreSQL, whose schema is changed under a lock of our own. */
export class ServerDialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return new UnlockedAdapter();
  }
}

/** PostgreSQL with replicas beside it. */
export class ReplicaDialect extends ServerDialect {
  constructor(
    private readonly config: PostgresDialectConfig,
    private readonly replicas: Replicas,
  ) {
    super(config);
  }

  override createDriver(): Driver {
    return new ReplicaDriver(this.config, this.replicas);
  }
}
