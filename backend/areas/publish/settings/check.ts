// What is worth knowing about a layer before programs outside use it.
import { sql } from 'kysely';
import { fold } from '../../../../contract/fold';
import { LAYER_TYPES } from '../../../../contract/schemas/layer';
import type { PublishWarning } from '../../../../contract/schemas/publish/layer';
import { fieldsToDraw } from '../../../../contract/schemas/style';
import type { Db } from '../../../db/engine';
import type { SettingsRow } from './store';

/** Records whose values are looked at: the newest ones. */
const MAX_LOOKED = 10_000;
/** Larger whole numbers are broken by programs that guess the type from the first records. */
const MAX_INTEGER = 2 ** 31 - 1;
/** Vertices of one record from which programs outside become slow. */
const MANY_VERTICES = 10_000;

export const hasRecords = ({ type }: Pick<SettingsRow, 'type'>): boolean => type < LAYER_TYPES.wms;

/** Names of whole-number fields that may hold, or do hold, more than 32 bits. */
export async function findWideFields(db: Db, row: SettingsRow): Promise<string[]> {
  if (!hasRecords(row)) return [];
  const integers = row.config.form.filter(({ type }) => type === 'integer').map(({ name }) => name);
  const wide = new Set(row.wide_fields ?? []);
  const unsure = integers.filter((name) => !wide.has(name));
  if (unsure.length > 0) {
    const { rows } = await sql<{ name: string }>`
      select distinct f.name from (select value from record where layer_id = ${row.id}::int and deleted_at is null order by id desc limit ${MAX_LOOKED}::int) r
        cross join unnest(${unsure}::text[]) as f(name)
        where jsonb_typeof(r.value -> f.name) = 'number' and abs((r.value ->> f.name)::numeric) > ${MAX_INTEGER}::numeric`.execute(
      db,
    );
    for (const { name } of rows) wide.add(name);
  }
  return integers.filter((name) => wide.has(name));
}

async function hasManyVertices(db: Db, row: SettingsRow): Promise<boolean> {
  if (row.type !== LAYER_TYPES.line && row.type !== LAYER_TYPES.polygon) return false;
  const { rows } = await sql`
    select 1 from (select geom from record where layer_id = ${row.id}::int and deleted_at is null order by id desc limit ${MAX_LOOKED}::int) r
      where st_npoints(r.geom) > ${MANY_VERTICES}::int limit 1`.execute(db);
  return rows.length > 0;
}

/** What the layer's form and style say by themselves. */
function readWarnings({ config: { form, style, labels }, ...row }: SettingsRow): PublishWarning[] {
  const hidden = new Set(row.hidden_fields ?? []);
  const labelsOf = (names: Iterable<string>) => {
    const nameSet = new Set(names);
    return form.filter(({ name }) => nameSet.has(name)).map(({ label, name }) => label || name);
  };
  const inStyle = hasRecords(row) ? fieldsToDraw(style, labels).filter((name) => hidden.has(name)) : [];
  const required = (row.writes ?? 0) & 1 ? form.filter((f) => f.required && hidden.has(f.name)).map((f) => f.name) : [];
  const byName = new Map<string, string[]>();
  for (const { name } of form) if (!hidden.has(name)) byName.set(fold(name), [...(byName.get(fold(name)) ?? []), name]);
  const alike = [...byName.values()].filter((names) => names.length > 1).flat();
  const reserved = form
    .map(({ name }) => name)
    .filter((name) => /^(id|fid|geometry|geom)$/i.test(name) && !hidden.has(name));
  return [
    ...(hasRecords(row) && row.record_count === 0 ? [{ kind: 'empty' as const, fields: [] }] : []),
    ...(row.supervised && (row.writes ?? 0) > 0 ? [{ kind: 'supervised' as const, fields: [] }] : []),
    ...(inStyle.length > 0 ? [{ kind: 'hiddenInStyle' as const, fields: labelsOf(inStyle) }] : []),
    ...(required.length > 0 ? [{ kind: 'hiddenRequired' as const, fields: labelsOf(required) }] : []),
    ...(alike.length + reserved.length > 0 ? [{ kind: 'fieldNames' as const, fields: labelsOf([...alike, ...reserved]) }] : []), // biome-ignore format: one line
  ];
}

export async function checkLayer(db: Db, row: SettingsRow): Promise<PublishWarning[]> {
  const hidden = new Set(row.hidden_fields ?? []);
  const wide = (await findWideFields(db, row)).filter((name) => !hidden.has(name));
  const labels = row.config.form.filter(({ name }) => wide.includes(name)).map(({ label, name }) => label || name);
  return [
    ...readWarnings(row),
    ...(wide.length > 0 ? [{ kind: 'wideIntegers' as const, fields: labels }] : []),
    ...((await hasManyVertices(db, row)) ? [{ kind: 'manyVertices' as const, fields: [] }] : []),
  ];
}
