// The demo's relation: visits, a table whose records belong to facilities.
import { sql } from 'kysely';
import { insertRelation } from '../../areas/layers/relation/store';
import type { Engine } from '../../db/engine';
import type { NewLayerData } from '../builders';
import { NOTES } from '../demo-facilities';

/** Facilities that were visited, and the most visits of one. */
const [VISITED, MAX_VISITS] = [24, 4];
const VISITORS = ['سارا رضایی', 'نیما کاظمی', 'لیلا حسینی'] as const;
const DAY_MS = 86_400_000;

/** A few visits of each of the first facilities, so that their records have something to show. */
export async function visits(
  engine: Engine,
  facilities: number,
  created: Date,
): Promise<Omit<NewLayerData, 'customer' | 'owner'>> {
  const { rows } = await sql<{ id: number }>`
    select id::float8 as id from record where layer_id = ${facilities}::int order by id limit ${VISITED}::int`.execute(
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

export const relateVisits = (engine: Engine, customer: number, facilities: number, layer: number) =>
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
