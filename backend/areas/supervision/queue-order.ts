// In which order a queue is read, and the place in it after which a page begins.
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { isNumeric } from '../../../contract/fields';
import type { QueueQuery } from '../../../contract/schemas/supervision';
import type { Engine } from '../../db/engine';
import { sortedValue } from '../../db/indexes/field-index';
import type { Ctx } from '../../http/context';
import { invalid, Refusal } from '../../http/errors';
import type { LayerRow } from '../layers/store';
import { indexFields } from '../records/record-page';
import { sortOf } from '../records/rules';
import { SENDER } from '../records/sql/standing';

type Sql = RawBuilder<unknown>;
type Query = z.infer<typeof QueueQuery>;

/** What a sort key is, and how it is read from the text of a place. None of them is ever null. */
interface SortKey {
  column: Sql;
  type: 'time' | 'number' | 'text' | 'id';
  /** What stands for it in a place, where that is not the key itself, and the key again from it. */
  as?: { place: Sql; key: (text: string) => Sql };
}

/** Rows that are read after one another: those with a value and those without one are read apart, so that an index serves both. */
interface Part {
  where: Sql;
  keys: readonly SortKey[];
}

/** A part of the queue as it is read from a place on. */
export interface QueuePart {
  /** What the statement begins with, and the table that the keys need beside the record `n`. */
  with: Sql;
  join: Sql;
  where: Sql;
  /** The keys as columns `k0`, `k1` and so on, and the order by them of `n` and of the rows `p` that have those columns. */
  columns: Sql;
  by: Sql;
  byColumns: Sql;
  /** The place of a row, as `after` of the next page has it, in an array of texts. */
  place: Sql;
}

const Place = z.array(z.string()).min(2);
const ALL = sql`true`;
const ID: SortKey = { column: sql`n.id`, type: 'id' };
const PERSON: SortKey = {
  column: sql`coalesce(who.rank, 0)`,
  type: 'number',
  as: {
    place: sql`(${SENDER})::text`,
    key: (sender) => sql`coalesce((select rank from who where id = ${sender}::int), 0)`,
  },
};

/** Everybody's place among the names. A name is compared once for each person, not for each row. */
const ranked = (engine: Engine, customer: number): Sql => sql`
  with who as materialized (select a.id, row_number() over (order by ${sql.join(
    ['last_name', 'first_name', 'username'].map(
      (column) => sql`${sql.ref(`a.${column}`)} collate ${sql.id(engine.collation)}`,
    ),
  )}, a.id) as rank from account a where a.customer_id = ${customer}::int)`;

/** Whether the queue lists what was sent back or rejected rather than what waits. */
export const isSettled = ({ state }: Pick<Query, 'state'>): boolean => state === 'returned' || state === 'rejected';
/** When a row was sent; of what was judged, when that was. */
export const sentAt = (q: Pick<Query, 'state'>): Sql => (isSettled(q) ? sql`n.modified` : sql`n.waits_since`);

async function partsOf(engine: Engine, layer: LayerRow | undefined, q: Query, name: string): Promise<Part[]> {
  const since: SortKey = { column: sentAt(q), type: 'time' };
  const whole = (...keys: SortKey[]): Part[] => [{ where: ALL, keys: [...keys, ID] }];
  if (name === 'since') return whole(since);
  if (name === 'person') return whole(PERSON, since);
  const { by } = sortOf(layer?.config.form ?? [], name);
  if (by === 'id') return whole();
  if (by === 'created' || by === 'modified') return whole({ column: sql.ref(`n.${by}`), type: 'time' });
  if (typeof by === 'string' || !layer) throw new Refusal(400, 'sortField', { params: { key: name } });
  await indexFields(engine, layer, [by]);
  const column = sortedValue(engine, by, sql`n.value`);
  // What is empty comes last, whichever way.
  return [
    { where: sql`${column} is not null`, keys: [{ column, type: isNumeric(by) ? 'number' : 'text' }, ID] },
    { where: sql`${column} is null`, keys: [ID] },
  ];
}

const placeOf = ({ column, type, as }: SortKey): Sql =>
  as?.place ?? (type === 'time' ? sql`extract(epoch from ${column})::text` : sql`(${column})::text`);

function keyFrom({ type, as }: SortKey, text: string): Sql {
  if (type === 'text') return sql`${text}::text`;
  if (type === 'id' || as ? !/^\d{1,16}$/.test(text) : !Number.isFinite(Number(text || Number.NaN)))
    throw invalid('after');
  if (as) return as.key(text);
  if (type === 'id') return sql`${text}::bigint`;
  return type === 'time' ? sql`to_timestamp(${text}::float8)` : sql`${text}::float8`;
}

/** The place of a row as an address has it. */
export const encodePlace = (place: readonly string[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url');

function decodePlace(text: string): string[] {
  try {
    return Place.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw invalid('after');
  }
}

/** What is left of the queue after a place, in its order. */
export async function orderedParts(
  { engine, caller }: Ctx,
  layer: LayerRow | undefined,
  q: Query,
): Promise<QueuePart[]> {
  const order = q.order ?? (isSettled(q) ? '-id' : 'since');
  const name = order.replace(/^-/, '');
  const [way, beyond] = order.startsWith('-') ? [sql`desc`, sql`<`] : [sql`asc`, sql`>`];
  const [first = '0', ...place] = q.after === undefined ? [] : decodePlace(q.after);
  const parts = await partsOf(engine, layer, q, name);
  return parts.flatMap(({ where, keys }, at): QueuePart[] => {
    if (at < Number(first)) return [];
    const isBegun = place.length > 0 && at === Number(first);
    if (isBegun && place.length !== keys.length) throw invalid('after');
    const after = isBegun
      ? sql` and (${sql.join(keys.map(({ column }) => column))}) ${beyond} (${sql.join(keys.map((key, i) => keyFrom(key, place[i] as string)))})`
      : sql``;
    return [
      {
        with: name === 'person' ? ranked(engine, caller.customer) : sql``,
        join: name === 'person' ? sql`left join who on who.id = ${SENDER}` : sql``,
        where: sql`${where}${after}`,
        columns: sql.join(keys.map(({ column }, i) => sql`${column} as ${sql.ref(`k${i}`)}`)),
        by: sql.join(keys.map(({ column }) => sql`${column} ${way}`)),
        byColumns: sql.join(keys.map((_, i) => sql`${sql.ref(`p.k${i}`)} ${way}`)),
        place: sql`array[${sql.lit(String(at))}, ${sql.join(keys.map(placeOf))}]`,
      },
    ];
  });
}
