// Records that others name by their ids, by what they are called: for files that leave.
import { sql } from 'kysely';
import { isTitle } from '../../../contract/fields';
import type { Field, Values } from '../../../contract/schemas/form';
import { cellOf } from '../../../contract/values/value-text';
import type { OutRow } from '../../geo/export';
import { visibleTo } from '../../geo/sight';
import type { Asking } from '../../http/context';
import { findMany } from '../layers/store';

/** Rows whose references are looked up together. */
const BATCH = 1000;

async function titlesOf(ctx: Asking, field: Field, ids: readonly number[]): Promise<Map<number, string>> {
  const [layer] = field.reference ? await findMany(ctx.engine.db, ctx.caller, [field.reference.layer]) : [];
  if (!layer || ids.length === 0) return new Map();
  const { form, labels } = layer.config;
  const byName = (name: string | undefined) => form.find((one) => one.name === name);
  const title = byName(field.reference?.title) ?? byName(labels?.field) ?? form.find(isTitle);
  if (!title) return new Map();
  const { rows } = await sql<{ id: number; value: Values }>`
    select n.id::float8 as id, n.value from record n
      where n.layer_id = ${layer.id}::int and n.id = any(${[...ids]}::bigint[]) and n.deleted_at is null and ${visibleTo(ctx.caller, layer.id)}`.execute(
    ctx.engine.db,
  );
  return new Map(rows.map(({ id, value }) => [id, String(cellOf(title, value[title.name] ?? null) ?? id)]));
}

/** The rows with titles in the place of ids; what its reader may not see stays an id. */
export async function* withTitles(
  ctx: Asking,
  rows: AsyncIterable<OutRow>,
  fields: readonly Field[],
): AsyncGenerator<OutRow> {
  const references = fields.filter(({ type }) => type === 'reference');
  if (references.length === 0) return yield* rows;
  let batch: OutRow[] = [];
  const named = async () => {
    const done = batch.map((row) => ({ ...row, value: { ...row.value } }));
    for (const field of references) {
      const ids = [...new Set(done.flatMap(({ value }) => (typeof value[field.name] === 'number' ? [Number(value[field.name])] : [])))]; // biome-ignore format: one list
      const titles = await titlesOf(ctx, field, ids);
      for (const { value } of done)
        value[field.name] = titles.get(Number(value[field.name])) ?? value[field.name] ?? null;
    }
    batch = [];
    return done;
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length >= BATCH) yield* await named();
  }
  yield* await named();
}
