// Row: how long those who read wait while a database of the oldest schema in use is brought to the newest one: a reader of records, one
// of their history and one of the audit, each with a question every 20 ms. BENCH_ROWS are the records of its one layer.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Engine } from '../../../backend/db/engine';
import { migrateUp } from '../../../backend/db/migrate';
import { openServer } from '../../../backend/db/server';
import { createDatabase } from '../../../testing/database-server';
import { atMost, type Line, ms, seconds } from '../../report';
import { NO_POSTGRES, type Stage } from '../../stage';

/** What nobody shall wait longer than. */
const LIMIT_MS = 1000;
const EVERY_MS = 20;
/** Of so many records one has a line in the history, and one in the audit. */
const PER_LINE = 10;
/** Of so many records one waits for a verdict. */
const PER_WAITING = 1000;

/** The first schema that somebody was given. */
function oldest(): string {
  const path = new URL('../../../backend/db/upgrade/released.json', import.meta.url);
  const [release] = JSON.parse(readFileSync(path, 'utf8')) as { schemas: string[] }[];
  return release?.schemas[0] ?? '';
}

async function fill({ db }: Engine, rows: number): Promise<void> {
  const lines = sql.lit(Math.ceil(rows / PER_LINE));
  await sql`insert into customer (host, config) values ('localhost', '{}')`.execute(db);
  await sql`insert into account (customer_id, username, password_hash, first_name) values (1, 'super', 'x', 'x')`.execute(db); // biome-ignore format: one statement
  await sql`insert into layer (customer_id, owner_id, label, type, config) values (1, 1, 'x', 1, '{"form":[]}')`.execute(db); // biome-ignore format: one statement
  await sql`create table record_1 partition of record for values in (1)`.execute(db);
  await sql`
    insert into record (layer_id, status, geom, value, search, creator_id)
      select 1, case when i % ${sql.lit(PER_WAITING)} = 0 then 1 else 3 end, st_setsrid(st_makepoint(44 + i % 1900 / 100.0, 25 + i % 1400 / 100.0), 4326),
        jsonb_build_object('name', 'n' || i, 'amount', i % 5000), 'n' || i, 1 from generate_series(1, ${sql.lit(rows)}) i`.execute(
    db,
  );
  await sql`
    insert into record_log (layer_id, record_id, account_id, action, after) select 1, i, 1, 'create', '{}' from generate_series(1, ${lines}) i`.execute(
    db,
  );
  await sql`
    insert into audit (request_id, account_id, call, object, status, ip)
      select md5(i::text), 1, 'records.edit', 'layer/1/' || i, 200, '127.0.0.1' from generate_series(1, ${lines}) i`.execute(
    db,
  );
  await sql`analyze`.execute(db);
}

/** What is read, in columns that every schema has. */
const READS = {
  records: sql`select n.value from record n join layer l on l.id = n.layer_id where l.id = 1 and n.id = 7`,
  history: sql`select g.after from record_log g join account a on a.id = g.account_id where g.record_id = 7`,
  audit: sql`select call from audit where id = 7`,
};

/** Asks until it is ended, and then tells the longest wait. */
function readAlong(url: string, read: (typeof READS)[keyof typeof READS]) {
  const engine = openServer(url);
  let isOver = false;
  const work = (async () => {
    let longest = 0;
    while (!isOver) {
      const start = performance.now();
      await read.execute(engine.db);
      longest = Math.max(longest, performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
    return longest;
  })();
  return () => {
    isOver = true;
    return work.finally(() => engine.close());
  };
}

export async function* run(stage: Stage): AsyncIterable<Line> {
  if (!(await stage.server())) throw new Error(NO_POSTGRES);
  const database = await createDatabase(null);
  stage.ends(() => database.drop());
  // A reader that is shut out shall wait and not be sent away; loading takes longer than a statement of the product may.
  const url = `${database.url}?statement_timeout=0&lock_timeout=0`;
  const loader = openServer(url);
  const from = oldest();
  const load = performance.now();
  await migrateUp(loader, from);
  await fill(loader, stage.rows).finally(() => loader.close());
  stage.say(`loaded ${stage.rows} records into a database of ${from} in ${seconds(performance.now() - load)}`);

  const readers = Object.entries(READS).map(([name, read]) => ({ name, end: readAlong(url, read) }));
  const engine = openServer(database.url);
  const start = performance.now();
  await migrateUp(engine).finally(() => engine.close());
  const took = performance.now() - start;
  for (const { name, end } of readers) {
    const longest = await end();
    yield {
      name: `upgrade from ${from}: longest wait of a reader of ${name}`,
      value: ms(longest),
      beside: `limit: ${ms(LIMIT_MS)}; the upgrade took ${seconds(took)} over ${stage.rows} records`,
      ratio: longest / LIMIT_MS,
      target: atMost(1),
    };
  }
}
