// What a new form would do to a layer's records: read once, in one transaction that changes nothing.
import { sql } from 'kysely';
import { conditionsOn, createEffects, type StoredRecord } from '../../../../contract/form/effects';
import type { Field } from '../../../../contract/schemas/form';
import type { FormEffect } from '../../../../contract/schemas/forms/form-check';
import type { LayerConfig } from '../../../../contract/schemas/layer';
import { fieldsToDraw } from '../../../../contract/schemas/style';
import type { Db, Engine } from '../../../db/engine';
import { partition } from '../../../geo/tiles';
import { namedFields } from '../relation/guard';
import { rulesOf } from '../relation/store';

/** Records that are read at once; after so long the rest is not looked at, and the counts say so. */
const LIMITS = { batch: 5000, ms: 15_000 };

/** Reads every record of the layer, deleted ones too: they may come back. Returns whether it came to an end in time. */
async function readAll(
  db: Db,
  layer: number,
  add: (record: StoredRecord) => void,
  { batch, ms }: typeof LIMITS,
): Promise<boolean> {
  const end = performance.now() + ms;
  let last = 0;
  for (;;) {
    const { rows } = await sql<StoredRecord>`
      select id::float8 as id, value from ${sql.table(partition(layer))} where id > ${last}::bigint order by id limit ${batch}::int`.execute(
      db,
    );
    for (const row of rows) add(row);
    last = rows.at(-1)?.id ?? last;
    if (rows.length < batch) return true;
    if (performance.now() > end) return false;
  }
}

/** Fields that go and are named by what draws the layer, by conditions, or by a field of another layer. */
async function namedEffects(
  db: Db,
  layer: { id: number; customer_id: number; config: LayerConfig },
  after: readonly Field[],
): Promise<FormEffect[]> {
  const { form, style, labels } = layer.config;
  const names = new Set(after.map(({ name }) => name));
  const lostFields = form.filter(({ name }) => !names.has(name));
  if (lostFields.length === 0) return [];
  const { rows } = await sql<{ title: string }>`
    select f->'reference'->>'title' as title from layer l, jsonb_array_elements(l.config->'form') f
      where l.customer_id = ${layer.customer_id}::int and l.deleted_at is null
        and (f->'reference'->>'layer')::int = ${layer.id}::int and f->'reference'->>'title' is not null`.execute(db);
  const relations = await rulesOf(db, layer.id);
  const titles = new Set([
    ...rows.map(({ title }) => title),
    ...relations.flatMap((one) => [...namedFields(layer.id, one)]),
  ]);
  const styleFields = new Set(fieldsToDraw(style, null));
  return lostFields.flatMap(({ name, label }) => {
    const by: NonNullable<FormEffect['by']> = [
      ...(styleFields.has(name) ? (['style'] as const) : []),
      ...(labels?.field === name ? (['labels'] as const) : []),
      ...(titles.has(name) ? (['relation'] as const) : []),
      ...(conditionsOn(after, name) ? (['condition'] as const) : []),
    ];
    return by.length === 0
      ? []
      : [{ field: name, label, kind: 'named' as const, count: by.length, capped: false, samples: [], by }];
  });
}

/** Other `limits` are for tests. */
export async function findEffects(
  engine: Engine,
  layer: { id: number; type: number; customer_id: number; config: LayerConfig },
  after: readonly Field[],
  limits = LIMITS,
): Promise<FormEffect[]> {
  const effects = createEffects(layer.config.form, after);
  return engine.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const isWhole = !effects.isNeeded || layer.type > 3 || (await readAll(tx, layer.id, effects.add, limits));
      return [...effects.result(!isWhole), ...(await namedEffects(tx, layer, after))];
    });
}
