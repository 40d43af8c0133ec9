// Whole numbers above 2^31: clients guess a field's type by its first records, and cut larger numbers that come later. A field that has
// held one is written as a decimal from then on, which all of them read.
import { sql } from 'kysely';
import { valueType } from '../../../../contract/fields';
import type { Values } from '../../../../contract/schemas/form';
import type { DoorRequest, Published } from './door-request';

const MAX_INT = 2 ** 31 - 1;

const isLarge = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) > MAX_INT;

/** Remembers fields that hold large whole numbers, where it is news. */
export async function learnWide(
  { engine }: Pick<DoorRequest, 'engine'>,
  { layer, fields }: Published,
  records: readonly Values[],
): Promise<void> {
  const narrow = fields.filter((field) => valueType(field) === 'integer' && !layer.wideFields.includes(field.name));
  const names = narrow.map(({ name }) => name).filter((name) => records.some((record) => isLarge(record[name])));
  if (names.length === 0) return;
  await sql`
    update published_layer set wide_fields = (select array_agg(distinct name) from unnest(wide_fields || ${names}::text[]) as w(name))
      where layer_id = ${layer.id}::int`.execute(engine.db);
}
