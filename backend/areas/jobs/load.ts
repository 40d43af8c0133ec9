// Rows of a source into a table of their own, checked one by one: what every import, append and sync begins with.
import { sql } from 'kysely';
import type { Field, Value, Values } from '../../../contract/schemas/form';
import { type Db, unhurried } from '../../db/engine';
import { type Feature, ImportProblem } from '../../geo/import';
import { regionFilter } from '../../geo/sight';
import type { World } from '../../http/context';
import { Refusal, ruled } from '../../http/errors';
import { addKey, indexTextEarly } from '../layers/store';
import { getDiskRoom } from '../subscription/service';
import type { Run } from './attempt';
import { COPY_COLUMNS } from './copy-lines';
import { lineOf, twinGuard } from './line-of';
import { indexIds } from './merge';
import { type RejectsFile, rejectsFile, rejectsKey } from './rejects';
import { refuse } from './store';

/** Bytes of rows in one piece. On the one connection of the embedded engine everybody waits for it. */
const CHUNK_BYTES = { server: 256 * 1024, embedded: 64 * 1024 };
/** Rows that are checked in one statement. */
const CHECKED_ROWS = { server: 50_000, embedded: 2_000 };
/** Rows of one file that the embedded engine takes: measured on a laptop, it stays usable up to there. */
export const MAX_EMBEDDED_ROWS = 300_000;

export type Box = [number, number, number, number];

/** A row of a source, with the key under which a foreign table knows it, and the wording of why it cannot come in. */
export type SourceRow = Omit<Feature, 'problem'> & { key?: string; problem?: string };

/** A column of the source, the field that it fills, and what its values are called there. */
export interface Filling {
  source: string;
  field: string;
  words?: Readonly<Record<string, string>>;
}

export interface Loading {
  rows: AsyncIterable<SourceRow>;
  /** The whole form of the layer, and the source's column that fills each of its fields. */
  form: readonly Field[];
  fields: readonly Filling[];
  /** The field by which rows know their records: what is missing of fields that the source does not fill, their records may have. */
  match?: { field: string; isRefusing: boolean };
  /** By reference field: the field of its layer whose values the source has instead of ids; what they are is looked up later. */
  keys?: ReadonlyMap<string, Field>;
  /** The part of a source that has several, each with rows of its own: the file of refused rows tells them apart. */
  section?: string;
  /** Is told of each row that comes in, in the order of the ids that they get, and when all of them lie in the table. */
  accepted?(row: SourceRow): void;
  copied?(): Promise<void>;
  /** Looks at the rows when all of them lie in the table, and may refuse some. */
  examine?(rejects: RejectsFile): Promise<void>;
  type: number;
  status: number;
  account: number;
  /** Regions outside of which this person may write nothing; empty for no limit. */
  regions: readonly number[];
  layer: number;
  customer: number;
  table: string;
  /** Rows that are expected; null where nobody knows. */
  expected?: number | null;
  /** The table becomes the layer's own; otherwise its rows are moved into another. */
  lasting: boolean;
}

/** The source's row numbers of the rows that came in, in order. */
function rowNumbers(accepted?: (row: SourceRow) => void) {
  let numbers = new Uint32Array(1024);
  let length = 0;
  return {
    push(row: SourceRow) {
      accepted?.(row);
      if (length === numbers.length) {
        const larger = new Uint32Array(length * 2);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length++] = row.row;
    },
    at: (i: number) => numbers[i] ?? 0,
  };
}

/**
 * Loads the rows into the table, mends shapes and takes out what cannot be mended or lies outside the person's regions.
 * Counts stand in the run's tally, refused rows in its file. Answers the box of what came in (degrees) and how often each
 * field was empty. Throws 'nothing_imported' where no row is left, except in a dry run, and 'planFull' where the plan has no room.
 */
export async function load(
  world: World,
  run: Run,
  l: Loading,
): Promise<{ extent: Box | null; nulls: Record<string, number> }> {
  const { engine } = world;
  const { tally, signal } = run;
  const tooMany = () => new Refusal(400, 'engineSmall', { params: { max: MAX_EMBEDDED_ROWS } });
  const most = engine.kind === 'embedded' ? MAX_EMBEDDED_ROWS : Number.POSITIVE_INFINITY;
  if ((l.expected ?? 0) > most) throw tooMany();
  const extent: Box = [Infinity, Infinity, -Infinity, -Infinity];
  const nulls: Record<string, number> = Object.fromEntries(l.fields.map(({ field }) => [field, 0]));
  const numbers = rowNumbers(l.accepted);
  const rejects = rejectsFile(run.scratch, sourcesOf(l), l.section);

  // What a plan has no room for ends here, and not after hours of work. Tables are larger than the text that fills them.
  const room = run.job.dry_run ? Infinity : await getDiskRoom(engine.db, l.customer);
  let sentRows = 0;
  const refuseTwin = await twinGuard(engine.db, l);

  async function* chunks(): AsyncGenerator<Buffer> {
    let lines: string[] = [];
    let size = 0;
    for await (const row of l.rows) {
      tally.read++;
      if (tally.read > most) throw tooMany();
      const outcome = refuseTwin(lineOf(row, l));
      if ('reason' in outcome) {
        refuse(tally, row.row, outcome.reason);
        await rejects.add(row.row, row.values, outcome.reason);
        if (tally.read % 1000 === 0) await run.report();
        continue;
      }
      tally.imported++;
      numbers.push(row);
      if (run.job.dry_run)
        for (const { field } of l.fields)
          if ((outcome.values[field] ?? null) === null) nulls[field] = (nulls[field] ?? 0) + 1;
      if (outcome.box) {
        const [w, s, e, n] = outcome.box;
        extent[0] = Math.min(extent[0], w);
        extent[1] = Math.min(extent[1], s);
        extent[2] = Math.max(extent[2], e);
        extent[3] = Math.max(extent[3], n);
      }
      const line = `${outcome.line.slice(0, -1)}\t${keyText(row.key)}\n`;
      lines.push(l.lasting ? outcome.line : line);
      size += line.length;
      if (size < CHUNK_BYTES[engine.kind]) continue;
      sentRows += size;
      if (sentRows > room) throw ruled('planFull');
      yield Buffer.from(lines.join(''));
      lines = [];
      size = 0;
      await run.report();
      if (signal.aborted) throw new ImportProblem('cancelled');
    }
    if (lines.length) yield Buffer.from(lines.join(''));
  }

  try {
    await run.stage(l.table);
    await makeTable(engine.db, l);
    if (l.lasting && engine.kind === 'embedded') await indexTextEarly(engine.db, l.table);
    await engine.copy(l.table, l.lasting ? COPY_COLUMNS : [...COPY_COLUMNS, 'source_key'], chunks());
    if (signal.aborted) throw new ImportProblem('cancelled');
    if (l.lasting) await unhurried(engine.db, (db) => addKey(db, l.table));
    await l.copied?.();
    if (tally.imported > 0 && l.type > 0 && !run.job.dry_run) {
      if (!l.lasting) await indexIds(engine.db, l.table);
      await checkShapes(world, l, run, rejects, numbers.at);
    }
    await l.examine?.(rejects);
    if (tally.imported === 0 && !run.job.dry_run) throw new Refusal(400, 'nothing_imported');
  } finally {
    await rejects.close(world.storage, rejectsKey(run.job.id));
  }
  await run.report();
  return { extent: Number.isFinite(extent[0]) ? extent : null, nulls };
}

const sourcesOf = ({ fields }: Loading) => fields.map(({ source }) => source);

const keyText = (key: string | undefined) =>
  key === undefined
    ? '\\N'
    : key.replace(/[\\\n\r\t]/g, (c) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r' })[c] ?? '\\t');

/** A table shaped like a partition, without indexes and the server's own vacuuming, which would hold its lock. What does not last needs no write-ahead log. */
async function makeTable(db: Db, { table, layer, lasting }: Loading): Promise<void> {
  const t = sql.table(table);
  await (lasting
    ? sql`create table ${t} (like record including defaults) with (autovacuum_enabled = false)`
    : sql`create unlogged table ${t} (like record including defaults, source_key text)`
  ).execute(db);
  await sql`alter table ${t} alter column layer_id set default ${sql.lit(layer)}`.execute(db);
}

/**
 * What only the database can tell: shapes that cross themselves are mended; the rest, and strays, are taken out and told. Piece by piece
 * along the key, so that others get their turn; each shape is looked at once.
 */
async function checkShapes(
  { engine }: World,
  l: Loading,
  run: Run,
  rejects: RejectsFile,
  rowAt: (i: number) => number,
): Promise<void> {
  if (l.type === 1 && l.regions.length === 0) return;
  const { db } = engine;
  const t = sql.table(l.table);
  const loaded = run.tally.imported;
  let checked = 0;
  for (let after = 0; ; ) {
    if (run.signal.aborted) throw new ImportProblem('cancelled');
    await run.step('checking', checked / loaded);
    const { rows } = await sql<{ last: number | null; rows: number }>`
      select max(n.id)::float8 as last, count(*)::int as rows
        from (select id from ${t} where id > ${after}::bigint order by id limit ${CHECKED_ROWS[engine.kind]}::int) n`.execute(
      db,
    );
    const [piece] = rows;
    if (!piece || piece.last === null) return;
    // A statement of its own, which several processes of the server can share.
    const odd = await sql<{ id: number }>`
      select n.id::float8 as id from ${t} n where n.id > ${after}::bigint and n.id <= ${piece.last}::bigint
        and (not st_isvalid(n.geom) or st_isempty(n.geom) or not ${regionFilter(l.regions)})`.execute(db);
    const ids = odd.rows.map(({ id }) => id);
    const bad = ids.length > 0 ? await mendShapes(db, l, after, ids) : [];
    for (const { turn, reason, value } of bad) {
      run.tally.imported--;
      const row = rowAt(checked + turn - 1);
      refuse(run.tally, row, reason);
      const values: Record<string, Value> = {};
      for (const { source, field } of l.fields) values[source] = value[field] ?? null;
      await rejects.add(row, values, reason);
    }
    if (bad.length > 0) await sql`delete from ${t} where id = any(${bad.map(({ id }) => id)}::bigint[])`.execute(db);
    checked += piece.rows;
    after = piece.last;
  }
}

/** Mends those of the rows that cross themselves. Answers which stay out and why; `turn` is the place of a row among all after an id. */
async function mendShapes(db: Db, l: Loading, after: number, ids: readonly number[]) {
  const t = sql.table(l.table);
  // A shape that was mended may be nothing, or still unsound.
  const { rows } = await sql<{ id: number; turn: number; value: Values; reason: string }>`
    with mended as (
        update ${t} n set geom = st_multi(st_collectionextract(st_makevalid(n.geom), st_dimension(n.geom) + 1))
          where ${l.type > 1} and n.id = any(${[...ids]}::bigint[]) and not st_isvalid(n.geom)
          returning n.id, st_isempty(n.geom) as is_empty, not st_isvalid(n.geom) as unsound),
      told as (
        select n.id, n.value,
            case when coalesce(m.is_empty, st_isempty(n.geom)) then 'noExtent' when m.unsound then 'geometryInvalid' when not ${regionFilter(l.regions)} then 'outsideRegion' end as reason
          from ${t} n left join mended m on m.id = n.id where n.id = any(${[...ids]}::bigint[]))
    select id::float8 as id, value, reason, (select count(*)::int from ${t} n where n.id > ${after}::bigint and n.id <= told.id) as turn
      from told where reason is not null order by id`.execute(db);
  return rows;
}
