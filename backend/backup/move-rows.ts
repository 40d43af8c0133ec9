// The rows of a move: every table is copied into an empty database, and compared row by row before it counts.
import { IS_OWN_TABLE } from './dump';
import { type MoveEnd, quoted } from './move-ends';

/** Blocks of a table that are read at a time: 8 MB, the embedded engine holds them whole. */
const BLOCKS = 1024;
const BLOCK_BYTES = 8192;

interface Table {
  name: string;
  blocks: number;
  /** The table that it is a partition of, and of which values. */
  parent: string | null;
  bound: string | null;
}
interface Column {
  name: string;
  /** As `create table` has it, with its name. */
  definition: string;
}
/** Called after each stretch: bytes of `total` that are copied, and the table; of files, how many. */
export type MoveProgress = (done: number, total: number, table: string) => void;

export interface RowsResult {
  tables: number;
  rows: number;
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** Our own tables that hold rows. */
const TABLES = `select c.relname as name, (pg_relation_size(c.oid) / ${BLOCK_BYTES})::int as blocks, p.relname as parent,
    pg_get_expr(c.relpartbound, c.oid) as bound
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where ${IS_OWN_TABLE} order by 1`;

const columnsOf = (end: MoveEnd, table: string) =>
  end.rows<Column>(`select a.attname as name, quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      || case when a.attnotnull then ' not null' else '' end || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') as definition
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${literal(quoted(table))}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum`);

/** Makes the tables of layers and of work that is under way, which no migration makes. */
async function makeTables(from: MoveEnd, to: MoveEnd, tables: readonly Table[]): Promise<void> {
  const there = new Set((await to.rows<Table>(TABLES)).map(({ name }) => name));
  for (const { name, parent, bound } of tables) {
    if (there.has(name)) continue;
    if (parent !== null && bound !== null) {
      await to.rows(`create table ${quoted(name)} partition of ${quoted(parent)} ${bound}`);
      continue;
    }
    const columns = (await columnsOf(from, name)).map(({ definition }) => definition);
    await to.rows(`create table ${quoted(name)} (${columns.join(', ')})`);
  }
}

/** Adds the conditions of those tables: what a table was checked by before it became a partition stays with it. */
async function addChecks(from: MoveEnd, to: MoveEnd): Promise<void> {
  const CHECKS = `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as text from pg_constraint
    where contype = 'c' and conislocal and connamespace = current_schema()::regnamespace and conrelid <> 0`;
  type Check = { owner: string; name: string; text: string };
  const present = new Set((await to.rows<Check>(CHECKS)).map(({ owner, name }) => `${owner} ${name}`));
  for (const { owner, name, text } of await from.rows<Check>(CHECKS))
    if (!present.has(`${owner} ${name}`)) await to.rows(`alter table ${owner} add constraint ${name} ${text}`);
}

/** Takes off what would look at each row as it comes (keys to other tables, triggers), and answers what puts it back. */
async function loosen(to: MoveEnd): Promise<string[]> {
  const keys = await to.rows<{ owner: string; name: string; text: string }>(
    `select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as text from pg_constraint
      where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace`,
  );
  const triggers = await to.rows<{ owner: string; name: string }>(
    `select tgrelid::regclass::text as owner, quote_ident(tgname) as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
      where not tgisinternal and tgparentid = 0 and c.relnamespace = current_schema()::regnamespace`,
  );
  for (const { owner, name } of triggers) await to.rows(`alter table ${owner} disable trigger ${name}`);
  for (const { owner, name } of keys) await to.rows(`alter table ${owner} drop constraint ${name}`);
  return [
    ...keys.map(({ owner, name, text }) => `alter table ${owner} add constraint ${name} ${text}`),
    ...triggers.map(({ owner, name }) => `alter table ${owner} enable trigger ${name}`),
  ];
}

async function* stretchesOf(
  from: MoveEnd,
  { name, blocks }: Table,
  columns: readonly string[],
  report: (blocks: number) => void,
): AsyncGenerator<Buffer> {
  const list = columns.map(quoted).join(', ');
  for (let at = 0; at < blocks; at += BLOCKS) {
    const query = `select ${list} from ${quoted(name)} where ctid >= '(${at},0)' and ctid < '(${at + BLOCKS},0)'`;
    for await (const chunk of from.copyOut(query)) if (chunk.length > 0) yield chunk;
    report(Math.min(BLOCKS, blocks - at));
  }
}

/** Number of rows and a sum over the text of all of them; the order of rows and columns does not matter. */
async function sumOf(end: MoveEnd, table: string, columns: readonly string[]): Promise<{ n: number; sum: string }> {
  const row = [...columns].sort().map(quoted).join(', ');
  const [sum] = await end.rows<{ n: string; sum: string }>(
    `select count(*)::text as n, coalesce(sum(hashtextextended(row(${row})::text, 0)), 0)::text as sum from ${quoted(table)}`,
  );
  return { n: Number(sum?.n ?? 0), sum: sum?.sum ?? '' };
}

/** A collation that sorts Persian, by the name of either engine. */
const COLLATION = /COLLATE (?:"fa-x-icu"|fa\b)/g;

/** The text of an index without its name, and with a collation by the word that both ends share. */
const shapeOf = (text: string) => text.replace(/ INDEX \S+ ON /, ' INDEX ON ').replace(COLLATION, 'COLLATE fa'); // biome-ignore format: one line

/** Makes the indexes that the source has beyond those of the migrations: of places, of searched texts, of fields by use. */
async function makeIndexes(from: MoveEnd, to: MoveEnd): Promise<void> {
  const INDEXES = `select indexname as name, tablename as owner, indexdef as text from pg_indexes where schemaname = current_schema()`;
  type Index = { name: string; owner: string; text: string };
  const indexes = await from.rows<Index>(INDEXES);
  const names = new Set(indexes.map(({ name }) => name));
  const present = await to.rows<Index>(INDEXES);
  const presentNames = new Set(present.map(({ name }) => name));
  // Those that a partition got from its table, under a name that the database gave them.
  const spare = new Map(
    present.filter(({ name }) => !names.has(name)).map((index) => [shapeOf(index.text), index.name]),
  );
  for (const { name, text } of indexes) {
    if (presentNames.has(name)) continue;
    const twin = spare.get(shapeOf(text));
    if (twin === undefined) await to.rows(text.replace(COLLATION, `COLLATE ${to.collation}`));
    else await to.rows(`alter index ${quoted(twin)} rename to ${quoted(name)}`);
    spare.delete(shapeOf(text));
  }
}

async function setSequences(from: MoveEnd, to: MoveEnd): Promise<void> {
  const sequences = await from.rows<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'S' and c.relnamespace = current_schema()::regnamespace`,
  );
  for (const { name } of sequences) {
    const [state] = await from.rows<{ last: string; called: string }>(
      `select last_value::text as last, is_called::text as called from ${quoted(name)}`,
    );
    if (state) await to.rows(`select setval(${literal(quoted(name))}::regclass, ${state.last}, ${state.called})`);
  }
}

/** Copies all rows, with every index, number and rule. Throws an Error that names the table where one came otherwise than it was. */
export async function copyRows(from: MoveEnd, to: MoveEnd, progress: MoveProgress): Promise<RowsResult> {
  if ((await to.rows(`select 1 from account limit 1`)).length > 0)
    throw new Error('the database to move to is not empty: make a new one');
  const tables = await from.rows<Table>(TABLES);
  await makeTables(from, to, tables);
  await addChecks(from, to);
  const putBack = await loosen(to);
  await to.rows(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`);
  const total = tables.reduce((sum, { blocks }) => sum + blocks, 0) * BLOCK_BYTES;
  let done = 0;
  let rows = 0;
  for (const table of tables) {
    const { name } = table;
    const columns = (await columnsOf(from, name)).map((column) => column.name);
    const report = (blocks: number) => {
      done += blocks * BLOCK_BYTES;
      progress(done, total, name);
    };
    if (table.blocks > 0) await to.copyIn(name, columns, stretchesOf(from, table, columns, report));
    const [here, there] = [await sumOf(from, name, columns), await sumOf(to, name, columns)];
    if (here.n !== there.n || here.sum !== there.sum) throw new Error(`the table ${name} differs: ${there.n} of ${here.n} rows came`); // biome-ignore format: one line
    rows += here.n;
  }
  await makeIndexes(from, to);
  await setSequences(from, to);
  for (const statement of putBack) await to.rows(statement);
  await to.rows('analyze');
  return { tables: tables.length, rows };
}
