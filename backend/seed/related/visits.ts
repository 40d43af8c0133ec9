// The demo's relation: visits, a table whose records belong to facilities.
import { sql } from 'kysely';
import { insertRelation } from '../../areas/layers/relation/store';
import type { Engine } from '../../db/engine';
import * as make from '../builders';
import { NOTES } from '../demo-facilities';
import { type DemoBase, permitLayer } from '../demo-layers';

/** Facilities that were visited, and the most visits of one. */
const [VISITED, MAX_VISITS] = [24, 4];
const VISITORS = ['سارا رضایی', 'نیما کاظمی', 'لیلا حسینی'] as const;
const DAY_MS = 86_400_000;

/** A few visits of each of the first facilities, so that their records have something to show. */
async function visits(
  engine: Engine,
  facilities: number,
  created: Date,
): Promise<Omit<make.NewLayerData, 'customer' | 'owner'>> {
  const { rows } = await sql<{ id: number }>`
    select id::float8 as id from record where layer_id = ${facilities}::int and deleted_at is null order by id limit ${VISITED}::int`.execute(
    engine.db,
  );
  const records = rows.flatMap(({ id }, i) =>
    Array.from({ length: 1 + (i % MAX_VISITS) }, (_, n) => ({
      geometry: null,
      value: {
        facility: id,
        day: new Date(created.getTime() + (i * MAX_VISITS + n) * DAY_MS).toISOString().slice(0, 10),
        visitor: VISITORS[(i + n) % VISITORS.length] as string,
        note: NOTES[(i + n) % NOTES.length] as string,
      },
    })),
  );
  return {
    label: 'بازدیدها',
    type: 0,
    form: [
      { name: 'facility', label: 'تأسیسات', type: 'reference', reference: { layer: facilities, title: 'name' } },
      { name: 'day', label: 'روز بازدید', type: 'date' },
      { name: 'visitor', label: 'بازدیدکننده', type: 'text' },
      { name: 'note', label: 'توضیح', type: 'long_text' },
    ],
    records,
  };
}

const relate = (engine: Engine, customer: number, facilities: number, layer: number) =>
  insertRelation(engine.db, customer, {
    name: 'بازدیدهای تأسیسات',
    parent_layer: facilities,
    parent_field: null,
    child_layer: layer,
    child_field: 'facility',
    kind: 'many',
    on_delete: 'block',
    required: false,
    label: 'بازدیدها',
    back_label: 'تأسیسات',
    title: 'name',
    columns: ['day', 'visitor', 'note'],
  });

/** After the history, which makes the facilities. */
export async function createVisits(
  engine: Engine,
  { customer, owner, roles, created }: Pick<DemoBase, 'customer' | 'owner' | 'roles' | 'created'>,
  facilities: number,
): Promise<void> {
  const layer = await make.createLayer(engine, { customer, owner, ...(await visits(engine, facilities, created)) });
  await engine.db.updateTable('layer').set({ created }).where('id', '=', layer).execute();
  await permitLayer(engine, roles, layer);
  await relate(engine, customer, facilities, layer);
}
