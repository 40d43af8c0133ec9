// The files of all records of a layer, and what was done to its records.
import { sql } from 'kysely';
import { sameGeometry, sameValue } from '../../../../contract/same';
import type { LayerLogRow } from '../../../../contract/schemas/layers/journal';
import type { Ctx } from '../../../http/context';
import { Refusal } from '../../../http/errors';
import { byText, countRows, listed, MAX_COUNTED } from '../../../http/list';
import type { Handlers } from '../../../http/mount';
import { layerFor } from '../../layers/access';
import type { LayerRow } from '../../layers/store';
import { titleOf } from '../values/title';
import * as store from './store';

async function getLayer(ctx: Ctx, id: string | number) {
  const { row, rights } = await layerFor(ctx, id);
  if (row.type > 3) throw new Refusal(400, 'noRecords');
  return { row, rights };
}

/** What a step changed of a record; a deletion and its end change no field. */
function changesOf(
  { config }: LayerRow,
  { action, before, after }: store.LogLine,
): Pick<LayerLogRow, 'fields' | 'geometry'> {
  if (!before || !after || action === 'delete' || action === 'restore') return { fields: [], geometry: false };
  return {
    fields: config.form.flatMap(({ name }) => (sameValue(before.value[name], after.value[name]) ? [] : [name])),
    geometry: !sameGeometry(before.geometry, after.geometry),
  };
}

export const journalHandlers: Pick<Handlers['layerRecords'], 'files' | 'history'> = {
  async files(ctx, { params, query }) {
    const { row } = await getLayer(ctx, params.id);
    const { engine, caller } = ctx;
    return listed(ctx, query, {
      rows: async (end) =>
        (await store.listFiles(engine.db, row.id, caller, query, end)).map((file) => ({
          id: file.id,
          path: `/api/layerdatafile/${file.id}/content/?layer_data=${file.record_id}`,
          label: file.label,
          layer_data: file.record_id,
          name: file.name,
          size: file.size,
          type: file.type,
          create_date: file.created.toISOString(),
          user: file.person,
          pending: file.pending,
          title: titleOf(row, { id: file.record_id, value: file.value }),
          place: file.place,
        })),
      count: () => countRows(engine.db, store.fromFiles(row.id, caller, query), MAX_COUNTED),
      orders: {
        create_date: sql`f.created`,
        label: byText(engine, sql`f.label`),
        size: sql`f.size`,
        id: sql`f.id`,
      },
      first: '-create_date',
    });
  },

  async history(ctx, { params, query }) {
    const { row, rights } = await getLayer(ctx, params.id);
    const { engine, caller } = ctx;
    const filter = { ...query, withDeleted: rights.delete };
    return listed(ctx, query, {
      rows: async (end) =>
        (await store.listLog(engine.db, row.id, caller, filter, end)).map((step) => ({
          id: step.id,
          layer_data: step.record_id,
          title: titleOf(row, { id: step.record_id, value: step.value }),
          is_deleted: step.is_deleted,
          user: step.person,
          date: step.at.toISOString(),
          action: step.action,
          reason: step.reason,
          file: step.file,
          ...changesOf(row, step),
        })),
      count: () => countRows(engine.db, store.fromLog(row.id, caller, filter), MAX_COUNTED),
      orders: { date: sql`l.at`, id: sql`l.id` },
      first: '-date',
    });
  },
};
