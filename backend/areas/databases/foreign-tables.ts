// The tables of a foreign database that its user may read.
import type pg from 'pg';
import type { ForeignTable } from '../../../contract/schemas/database';
import type { FieldType } from '../../../contract/schemas/form';
import type { Kind } from '../../geo/import';
import { Refusal } from '../../http/errors';
import { reading, type Target } from './foreign';

const LOOK_MS = 20_000;
const LOOK_BYTES = 64 * 1024 ** 2;
const MAX_TABLES = 10_000;

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
  /** Columns of moments without a zone. */
  zoneless: string[];
}

const KINDS: Record<string, Kind> = { POINT: 1, MULTIPOINT: 1, LINESTRING: 2, MULTILINESTRING: 2, COMPOUNDCURVE: 2, MULTICURVE: 2, POLYGON: 3, MULTIPOLYGON: 3, CURVEPOLYGON: 3, MULTISURFACE: 3 }; // biome-ignore format: a table

interface Listed {
  schema: string;
  name: string;
  estimate: string;
  columns: string;
  key: string;
  keys: string;
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
    coalesce((select json_agg(distinct a.attname)::text from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indpred is null and i.indnkeyatts = 1 and a.attnotnull), '[]') as keys,
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
      // A name that JavaScript takes for something else names no field.
      .filter(({ name, type }) => !LEFT_OUT.has(type) && name !== '__proto__')
      .map(({ name, type }) => ({ name, type: TYPES[type] ?? 'text' })),
    geometry: row.geometry,
    key,
    keys: JSON.parse(row.keys) as string[],
    zoneless: columns.filter(({ type }) => type === 'timestamp').map(({ name }) => name),
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

/** The tables that the user of a connection may read, at most MAX_TABLES. Refusals: dbUnreachable, dbSignIn, dbSlow, dbFailed. */
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
