// The rows of a foreign table, as a stream for a layer and the first of them to look at.
import { sql } from 'kysely';
import type { Single } from '../../../contract/schemas/form';
import { fromEwkb, type RawRow, READERS } from '../../geo/import';
import { Refusal } from '../../http/errors';
import { reading, type Target } from './foreign';
import { conditionOf, type Filter, statement } from './foreign-filter';
import type { Table } from './foreign-tables';

/** One fetch of the cursor may take so long. */
const READ_MS = 120_000;
/** What one reading of a table may bring. */
const MOST = { rows: 5_000_000, bytes: 8 * 1024 ** 3 };
const FETCH = 500;

// Names that no column of a table has.
const GEOMETRY = '__pahneh_geometry__';
const KEY = '__pahneh_key__';

/** The key of a row as one text. */
export const keyText = (columns: readonly string[]) =>
  sql`json_build_array(${sql.join(columns.map((column) => sql`${sql.id(column)}::text`))})::text`;

/** What is read of a table. */
export interface Reading {
  table: Table;
  /** Names of columns. */
  fields: readonly string[];
  /** Column of the key; null for the primary key. */
  key: string | null;
  where: Filter | null;
}

/**
 * The rows of a table in its own coordinates, `fields` alone, each with the text of its key where there is one. At
 * most 5 million rows and 8 GB ('dbTooLarge'); memory stays bounded by 500 rows.
 */
export function rows(
  target: Target,
  { table, fields: fieldNames, key: keyColumn, where }: Reading,
  signal: AbortSignal,
  most = MOST,
): AsyncGenerator<RawRow & { key?: string }> {
  const { schema, table: name, geometry, fields } = table;
  const key = keyColumn === null ? table.key : [keyColumn];
  const readers = fields
    .filter((f) => fieldNames.includes(f.name))
    .map((f) => ({ name: f.name, read: READERS[f.type] }));
  const columns = readers.map((r) => sql`${sql.id(r.name)}::text as ${sql.id(r.name)}`);
  if (geometry)
    columns.push(
      sql`encode(st_asewkb(st_curvetoline(${sql.id(geometry)}::geometry), 'NDR'), 'hex') as ${sql.id(GEOMETRY)}`,
    );
  if (key.length) columns.push(sql`${keyText(key)} as ${sql.id(KEY)}`);
  if (columns.length === 0) columns.push(sql`1 as one`);
  const query = statement(
    sql`declare pahneh no scroll cursor for select ${sql.join(columns)} from ${sql.id(schema, name)} where ${conditionOf(table, where)} limit ${sql.lit(most.rows + 1)}`,
  );
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
