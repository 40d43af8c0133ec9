// Records that somebody has made on their way, so that a stop is joined with the work that was done there.
import { sql } from 'kysely';
import type { Values } from '../../../contract/schemas/form';
import type { TrackRecord } from '../../../contract/schemas/tracking';
import type { Db } from '../../db/engine';
import { visibleTo } from '../../geo/sight';
import type { Caller } from '../../identity/caller';
import { findMany, recordLayerIds } from '../layers/store';
import { titleOf } from '../records/values/title';
import { type Filter, within } from './store';

/** Records of one response. */
const MAX_RECORDS = 500;

/** The records that people made within the filter's time and that the caller may see, in the order of time. */
export async function recordsOf(
  db: Db,
  caller: Caller,
  f: Filter & { users: readonly number[] },
): Promise<TrackRecord[]> {
  // biome-ignore format: one head
  const layers = await recordLayerIds(db, caller, []);
  if (layers.length === 0) return [];
  const { rows } = await sql<{ id: number; layer_id: number; account_id: number; at: Date; value: Values; point: [number, number] | null }>`
    select n.id::float8 as id, n.layer_id, g.account_id, g.at, n.value,
        case when n.geom is null then null else array[st_x(st_pointonsurface(n.geom)), st_y(st_pointonsurface(n.geom))] end as point
      from record_log g join record n on n.layer_id = g.layer_id and n.id = g.record_id and n.deleted_at is null
      where g.action = 'create' and g.account_id = any(${[...f.users]}::int[]) and ${within(f, sql`g.at`)} and g.layer_id = any(${layers}::int[])
        and ${visibleTo(caller)}
      order by g.at, g.id limit ${MAX_RECORDS}::int`.execute(db); // biome-ignore format: one statement
  const byId = new Map((await findMany(db, caller, [...new Set(rows.map((row) => row.layer_id))])).map((layer) => [layer.id, layer])); // biome-ignore format: one line
  return rows.map(({ id, layer_id, account_id: user, at, value, point }) => ({
    id,
    layer: { id: layer_id, label: byId.get(layer_id)?.label ?? '' },
    user,
    title: titleOf(byId.get(layer_id), { id, value }),
    date: at.toISOString(),
    point,
  }));
}
