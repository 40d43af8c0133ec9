// A copy of a layer: form, style and, where wanted, the records that its maker may see, in one commit.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { LayerCopy, Rights } from '../../../contract/schemas/layer';
import { STATUS } from '../../../contract/schemas/record';
import { unhurried } from '../../db/engine';
import { visibleTo } from '../../geo/sight';
import { partition } from '../../geo/tiles';
import type { Ctx } from '../../http/context';
import { ruled, say } from '../../http/errors';
import { lockDiskRoom } from '../subscription/service';
import { checkAct } from './access';
import { copyRelations } from './relation/store';
import type { LayerRow } from './store';
import * as store from './store';

/** A copy is made while its maker waits; more records than this go through a file. */
export const MAX_COPIED = 100_000;

/**
 * Makes the copy and answers its id. The copy belongs to the caller and stands in no group. What had its first approval waits for
 * it again; whose work a waiting record is stays written, so that nobody approves his own by way of a copy.
 */
export async function copyLayer(
  ctx: Ctx,
  row: LayerRow,
  rights: Rights,
  order: z.output<typeof LayerCopy>,
): Promise<number> {
  checkAct('copy', rights);
  const records = row.type <= 3 && (order.records ?? true);
  if (records && row.record_count > MAX_COPIED) throw ruled('copyTooLarge', { params: { max: MAX_COPIED } });
  const { caller, engine } = ctx;
  const label = (order.label ?? say(ctx.lang, 'copyOf', { label: row.label })).slice(0, 200);
  const own = (column: string | null) => (column?.includes('/') ? null : column);
  const id = await unhurried(engine.db, async (tx) => {
    const layer = await store.reserveId(tx);
    // The copy's records did not come from the file or the database that the layer's did: it is never synchronised with it.
    const config = row.type <= 3 ? { ...row.config, source: {} } : row.config;
    const pictures = { icon: own(row.icon), marker: own(row.marker), logo: own(row.logo) };
    await store.insert(
      tx,
      { customer: caller.customer, owner: caller.id, label, type: row.type, config, pictures },
      layer,
    );
    if (row.type > 3) {
      await sql`update layer set extent = ${row.extent}::float8[] where id = ${layer}::int`.execute(tx);
      return layer;
    }
    await store.makePartition(tx, layer);
    await copyRelations(tx, row.id, layer);
    if (!records) return layer;
    const table = sql.table(partition(layer));
    await sql`insert into ${table} (layer_id, status, geom, q, minz, value, search, creator_id, modifier_id, authors, verdict)
        select ${layer}::int, case when n.status = ${STATUS.first}::int then ${STATUS.waiting}::int else n.status end, n.geom, n.q, n.minz, n.value, n.search,
          ${caller.id}::int, ${caller.id}::int, n.authors, n.verdict
          from ${sql.table(partition(row.id))} n where n.deleted_at is null and ${visibleTo(caller, row.id)} order by n.id`.execute(
      tx,
    );
    await lockDiskRoom(tx, caller.customer);
    await sql`update layer set record_count = s.n, extent = s.extent from (select count(*) as n,
          case when count(geom) = 0 then null else array[min(st_xmin(geom)), min(st_ymin(geom)), max(st_xmax(geom)), max(st_ymax(geom))] end as extent
          from ${table}) s where layer.id = ${layer}::int`.execute(tx);
    return layer;
  });
  if (records) await engine.analyse(partition(id));
  return id;
}
