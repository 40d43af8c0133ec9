// A foreign PostgreSQL database, read only: its tables, and the rows of one of them as a stream.
import pg from 'pg';
import type { ForeignTable } from '../../../contract/schemas/database';
import type { FieldType, Single } from '../../../contract/schemas/form';
import { fromEwkb, ImportProblem, type Kind, type RawRow, READERS } from '../../geo/import';
import { Refusal } from '../../http/errors';

/** Where and as whom; `address` has been vetted. */
export interface Target {
  host: string;
  address: string;
  port: number;
  database: string;
  username: string;
  password: string;
  tls: boolean;
}

const CONNECT_MS = 10_000;
const LOOK_MS = 20_000;
/** One fetch of the cursor may take so long. */
const READ_MS = 120_000;
const MAX_TABLES = 2000;
/** What one reading of a table may bring. */
const MOST = { rows: 5_000_000, bytes: 8 * 1024 ** 3 };
const LOOK_BYTES = 64 * 1024 ** 2;
const FETCH = 500;

/** What went wrong, in our words alone: a driver's text would tell what lies at an address. */
function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal || error instanceof ImportProblem) return error;
  const code = (error as { code?: string }).code ?? '';
  if (code.startsWith('28') || code === '3D000') return new Refusal(400, 'dbSignIn');
  if (code === '42P01' || code === '42501' || code === '3F000' || code === '42703') return new Refusal(400, 'dbTable');
  if (/^[0-9A-Z]{5}$/.test(code) && !/^(08|57P0)/.test(code)) return new Refusal(400, 'dbFailed');
  return new Refusal(400, 'dbUnreachable');
}

/** Works in one read-only transaction of a connection of its own, which is gone afterwards. */
async function* reading<T>(
  target: Target,
  limits: { ms: number; bytes: number; signal?: AbortSignal },
  work: (client: pg.Client) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const client = new pg.Client({
    host: target.address,
    port: target.port,
    database: target.database,
    user: target.username,
    password: target.password,
    ssl: target.tls ? { servername: target.host, rejectUnauthorized: true } : false,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: limits.ms,
    query_timeout: limits.ms + 5000,
    application_name: 'pahneh',
    // Text is read as the database wrote it: our own readers know the types.
    types: { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig,
  });
  let broken: unknown = null;
  client.on('error', (error) => {
    broken ??= error;
  });
  const hangUp = () => void client.end().catch(() => {});
  try {
    if (limits.signal?.aborted) throw new ImportProblem('cancelled');
    limits.signal?.addEventListener('abort', hangUp);
    await client.connect();
    let bytes = 0;
    const { stream } = (
      client as unknown as { connection: { stream: NodeJS.ReadableStream & { destroy(e: Error): void } } }
    ).connection;
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.bytes) {
        broken = new Refusal(400, 'dbTooLarge');
        stream.destroy(new Error('too large'));
      }
    });
    await client.query("set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'iso_8601'; set client_encoding = 'UTF8'; set extra_float_digits = 3; set search_path to public, pg_catalog; begin isolation level repeatable read read only"); // biome-ignore format: one statement
    yield* work(client);
  } catch (error) {
    if (limits.signal?.aborted) throw new ImportProblem('cancelled');
    throw refusalOf(broken ?? error);
  } finally {
    limits.signal?.removeEventListener('abort', hangUp);
    await client.end().catch(() => {});
  }
}

const TYPES: Record<string, FieldType> = {
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  float4: 'decimal',
  float8: 'decimal',
  numeric: 'decimal',
  bool: 'boolean',
  date: 'date',
  timestamp: 'datetime',
  timestamptz: 'datetime',
};
/** Types that are no attributes: bytes, and geometry besides the layer's own. */
const LEFT_OUT = new Set(['bytea', 'geometry', 'geography', 'raster', 'box2d', 'box3d']);

interface Column {
  name: string;
  type: string;
}
/** A table as its reader needs it. */
export interface Table extends ForeignTable {
  geometry: string | null;
  /** Columns of the primary key, in its order. */
  key: string[];
}

const KINDS: Record<string, Kind> = { POINT: 1, MULTIPOINT: 1, LINESTRING: 2, MULTILINESTRING: 2, COMPOUNDCURVE: 2, MULTICURVE: 2, POLYGON: 3, MULTIPOLYGON: 3, CURVEPOLYGON: 3, MULTISURFACE: 3 }; // biome-ignore format: a table

interface Listed {
  schema: string;
  name: string;
  estimate: string;
  columns: string;
  key: string;
  geometry: string | null;
  kind: string | null;
  srid: string | null;
  dims: string | null;
}

// Tables, views and partitioned tables that this user may read; PostGIS's own lists are left out.
const listOf = (hasPostgis: boolean) => `
  select n.nspname as schema, c.relname as name, c.reltuples::bigint as estimate,
    (select json_agg(json_build_object('name', a.attname, 'type', t.typname) order by a.attnum)::text from pg_attribute a join pg_type t on t.oid = a.atttypid
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    coalesce((select json_agg(a.attname order by k.place)::text from pg_index i cross join unnest(i.indkey) with ordinality as k(num, place)
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num where i.indrelid = c.oid and i.indisprimary), '[]') as key,
    ${hasPostgis ? 'g.f_geometry_column as geometry, g.type as kind, g.srid as srid, g.coord_dimension as dims' : 'null as geometry, null as kind, null as srid, null as dims'}
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    ${hasPostgis ? 'left join lateral (select * from geometry_columns g where g.f_table_schema = n.nspname and g.f_table_name = c.relname order by g.f_geometry_column limit 1) g on true' : ''}
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and n.nspname !~ '^(pg_|information_schema$|topology$|tiger)' and has_schema_privilege(n.oid, 'usage')
    and has_table_privilege(c.oid, 'select') and c.relname not in ('spatial_ref_sys', 'geometry_columns', 'geography_columns')`;

function tableOf(row: Listed): Table {
  const columns = JSON.parse(row.columns ?? '[]') as Column[];
  const kind = row.kind?.toUpperCase().replace(/(ZM|Z|M)$/, '') ?? '';
  const srid = Number(row.srid);
  const estimate = Number(row.estimate);
  const key = JSON.parse(row.key) as string[];
  return {
    schema: row.schema,
    table: row.name,
    type: row.geometry === null ? 0 : (KINDS[kind] ?? null),
    srid: srid > 0 ? srid : null,
    is3d: Number(row.dims) > 2,
    rows: estimate >= 0 ? estimate : null,
    has_key: key.length > 0,
    fields: columns
      .filter(({ type }) => !LEFT_OUT.has(type))
      .map(({ name, type }) => ({ name, type: TYPES[type] ?? 'text' })),
    geometry: row.geometry,
    key,
  };
}

async function list(client: pg.Client, one?: { schema: string; table: string }): Promise<Table[]> {
  const columns = await client.query(
    "select 1 from pg_views where viewname = 'geometry_columns' and schemaname = 'public'",
  );
  const named = one ? ' and n.nspname = $1 and c.relname = $2' : '';
  const { rows } = await client.query<Listed>(
    `${listOf(columns.rowCount === 1)}${named} order by 1, 2 limit ${MAX_TABLES}`,
    one ? [one.schema, one.table] : [],
  );
  return rows.map(tableOf);
}

/** The tables that the user of a connection may read, at most 2,000. Refusals: dbUnreachable, dbSignIn, dbFailed. */
export async function tables(target: Target): Promise<Table[]> {
  const rows = reading(target, { ms: LOOK_MS, bytes: LOOK_BYTES }, async function* (client) {
    yield await list(client);
  });
  for await (const all of rows) return all;
  return [];
}

/** One table; refuses with 'dbTable' where there is none. */
export async function table(target: Target, schema: string, name: string): Promise<Table> {
  const rows = reading(target, { ms: LOOK_MS, bytes: LOOK_BYTES }, async function* (client) {
    yield await list(client, { schema, table: name });
  });
  for await (const [one] of rows) if (one) return one;
  throw new Refusal(400, 'dbTable');
}

const id = pg.escapeIdentifier;
// Names that no column of a table has.
const GEOMETRY = '__pahneh_geometry__';
const KEY = '__pahneh_key__';

/**
 * The rows of a table in its own coordinates, `fields` alone, each with the text of its primary key where there is one. At
 * most 5 million rows and 8 GB ('dbTooLarge'); memory stays bounded by 500 rows.
 */
export function rows(
  target: Target,
  { schema, table: name, geometry, key, fields }: Table,
  fieldNames: readonly string[],
  signal: AbortSignal,
  most = MOST,
): AsyncGenerator<RawRow & { key?: string }> {
  const readers = fields
    .filter((f) => fieldNames.includes(f.name))
    .map((f) => ({ name: f.name, read: READERS[f.type] }));
  const columns = readers.map((r) => `${id(r.name)}::text as ${id(r.name)}`);
  if (geometry)
    columns.push(`encode(st_asewkb(st_curvetoline(${id(geometry)}::geometry), 'NDR'), 'hex') as ${id(GEOMETRY)}`);
  if (key.length) columns.push(`json_build_array(${key.map((k) => `${id(k)}::text`).join(', ')})::text as ${id(KEY)}`);
  if (columns.length === 0) columns.push('1 as one');
  const query = `declare pahneh no scroll cursor for select ${columns.join(', ')} from ${id(schema)}.${id(name)} limit ${most.rows + 1}`;
  return reading(target, { ms: READ_MS, bytes: most.bytes, signal }, async function* (client) {
    await client.query(query);
    let row = 0;
    for (;;) {
      const page = await client.query<Record<string, string | null>>(`fetch ${FETCH} from pahneh`);
      for (const cells of page.rows) {
        if (++row > most.rows) throw new Refusal(400, 'dbTooLarge');
        const values: Record<string, Single> = {};
        for (const { name: field, read } of readers) {
          const cell = cells[field];
          values[field] = cell === null || cell === undefined ? null : read(cell);
        }
        const hex = cells[GEOMETRY];
        const shape = hex ? fromEwkb(hex) : null;
        const rawRow: RawRow & { key?: string } = { row, values, geometry: shape ?? null };
        if (shape === undefined) rawRow.problem = 'bad_geometry';
        const text = cells[KEY];
        if (text) rawRow.key = text;
        yield rawRow;
      }
      if (page.rows.length < FETCH) return;
    }
  });
}
