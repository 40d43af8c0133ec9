// SQL of layer groups: what a caller sees of them, their layers' order, and their own.
import { type RawBuilder, sql } from 'kysely';
import type { Extent } from '../../../contract/schemas/common';
import { type GROUP_ORDERS, MAX_MARKS } from '../../../contract/schemas/layers/group';
import type { Style } from '../../../contract/schemas/style';
import type { Db, Engine } from '../../db/engine';
import { byText } from '../../http/list';
import type { Caller } from '../../identity/caller';
import { visible } from '../layers/store';

export interface GroupRow {
  id: number;
  label: string;
  logo: string | null;
  description: string | null;
  parent: { id: number; label: string } | null;
  layer: number[];
  record_count: number;
  extent: Extent | null;
  hidden_count: number;
}

/** A layer as its mark is drawn. */
interface MarkRow {
  id: number;
  label: string;
  type: number;
  style: Style;
  marker: string | null;
}

/** Condition on group `g`: a layer in it, or in a group that stands in it, is visible to the caller. */
const hasVisible = (caller: Caller) => sql<boolean>`exists (
  select 1 from layer_group i join layer_group_layer gl on gl.group_id = i.id join layer l on l.id = gl.layer_id
    where (i.id = g.id or i.parent_id = g.id) and ${visible(caller)})`;

/** Groups that the caller knows of; `isManager`: all of them. */
export function selectGroups(db: Db, caller: Caller, isManager: boolean) {
  const query = db
    .selectFrom('layer_group as g')
    .leftJoin('layer_group as p', 'p.id', 'g.parent_id')
    .select(['g.id', 'g.label', 'g.logo', 'g.description'])
    .where('g.customer_id', '=', caller.customer);
  return isManager ? query : query.where(hasVisible(caller));
}
type Groups = ReturnType<typeof selectGroups>;

/** The rows of groups with what the caller sees in them. */
export async function findRows(groups: Groups, caller: Caller, end: RawBuilder<unknown> = sql``): Promise<GroupRow[]> {
  const inside = (what: RawBuilder<unknown>, condition: RawBuilder<unknown>) =>
    sql`(select ${what} from layer_group_layer gl join layer l on l.id = gl.layer_id where gl.group_id = g.id and ${condition})`;
  const sight = visible(caller);
  return groups
    .select([
      sql<GroupRow['parent']>`case when p.id is null then null else json_build_object('id', p.id, 'label', p.label) end`.as('parent'), // biome-ignore format: one column
      sql<number[]>`coalesce(${inside(sql`array_agg(gl.layer_id order by gl.position, gl.layer_id)`, sight)}, '{}')`.as('layer'), // biome-ignore format: one column
      sql<number>`coalesce(${inside(sql`sum(l.record_count)`, sight)}, 0)::float8`.as('record_count'),
      sql<Extent | null>`${inside(sql`array[min(l.extent[1]), min(l.extent[2]), max(l.extent[3]), max(l.extent[4])]`, sql`l.extent is not null and ${sight} having count(*) > 0`)}`.as('extent'), // biome-ignore format: one column
      sql<number>`${inside(sql`count(*)::int`, sql`l.deleted_at is null and not ${sight}`)}`.as('hidden_count'),
    ])
    .modifyEnd(end)
    .execute();
}

/** The first layers of groups, by group. */
export async function findMarks(db: Db, rows: readonly GroupRow[]): Promise<ReadonlyMap<number, MarkRow>> {
  const ids = [...new Set(rows.flatMap(({ layer }) => layer.slice(0, MAX_MARKS)))];
  if (ids.length === 0) return new Map();
  const marks = await sql<MarkRow>`
    select l.id, l.label, l.type, l.config->'style' as style, l.marker from layer l where l.id = any(${ids}::int[])`.execute(
    db,
  );
  return new Map(marks.rows.map((row) => [row.id, row]));
}

/** `position`: each group with those in it behind it. */
export const orders = (engine: Engine) =>
  ({
    position: sql`row(coalesce(p.position, g.position), coalesce(p.id, g.id), (p.id is not null)::int, g.position)`,
    label: byText(engine, sql`g.label`),
    id: sql`g.id`,
  }) satisfies Record<(typeof GROUP_ORDERS)[number], RawBuilder<unknown>>;

/** Writes the order of a group's layers. Layers that the caller cannot see stay where they are, behind the others. */
export async function orderLayers(db: Db, caller: Caller, group: number, layers: number[]): Promise<void> {
  await sql`delete from layer_group_layer gl using layer l where l.id = gl.layer_id and gl.group_id = ${group} and l.customer_id = ${caller.customer} and ${visible(caller)}`.execute(
    db,
  );
  await sql`update layer_group_layer set position = position + ${layers.length}::int where group_id = ${group}`.execute(
    db,
  );
  await sql`
    insert into layer_group_layer (group_id, layer_id, position)
      select ${group}::int, l.id, o.n::int from unnest(${layers}::int[]) with ordinality as o(id, n) join layer l on l.id = o.id
      where l.customer_id = ${caller.customer} and ${visible(caller)} on conflict do nothing`.execute(db);
}

/** Holds all groups of a customer, in one order for all: for changes of who stands where. */
export async function holdAll(db: Db, customer: number) {
  const { rows } = await sql<{ id: number; parent_id: number | null; position: number }>`
    select id, parent_id, position from layer_group where customer_id = ${customer}::int order by id for update`.execute(
    db,
  );
  return rows.sort((a, b) => a.position - b.position || a.id - b.id);
}

/** Numbers groups in this order. Those that stand there already are not touched. */
export async function writePositions(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    update layer_group g set position = o.n::int from unnest(${[...ids]}::int[]) with ordinality as o(id, n)
      where g.id = o.id and g.position <> o.n`.execute(db);
}
