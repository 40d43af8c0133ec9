// What the fields of a new record begin with, as far as the server alone knows it.
import { sql } from 'kysely';
import type { Geometry } from '../../../../contract/schemas/common';
import type { Values } from '../../../../contract/schemas/form';
import { defaultsOf } from '../../../../contract/values/defaults';
import { shapeFacts } from '../../../geo/shape-facts';
import { partition } from '../../../geo/tiles';
import type { Ctx } from '../../../http/context';
import { displayName } from '../../../identity/people';
import type { LayerRow } from '../../layers/store';
import { smallestAt } from '../../regions/store';

/** The smallest of the caller's regions that the shape meets; of all regions where the caller has none of their own. */
async function regionOf({ engine, caller: { customer, regions } }: Ctx, geometry: Geometry): Promise<string | null> {
  const which = { customer, only: regions.length > 0 ? regions : null };
  return (await smallestAt(engine.db, which, geometry))?.label ?? null;
}

async function lastOf({ engine, caller }: Ctx, layer: number): Promise<Values | null> {
  const { rows } = await sql<{ value: Values }>`
    select n.value from ${sql.table(partition(layer))} n where n.creator_id = ${caller.id}::int and n.deleted_at is null
      order by n.id desc limit 1`.execute(engine.db);
  return rows[0]?.value ?? null;
}

async function nameOf({ engine, caller }: Ctx): Promise<string> {
  const person = await engine.db.selectFrom('account').select(['first_name', 'last_name', 'username']).where('id', '=', caller.id).executeTakeFirstOrThrow(); // biome-ignore format: one query
  return displayName(person);
}

/** The defaults of the fields that a new record says nothing of. */
export async function beginningOf(
  ctx: Ctx,
  { id, config: { form } }: LayerRow,
  values: Values,
  geometry: Geometry | null,
): Promise<Values> {
  const kinds = new Set(form.flatMap((field) => (field.default && (field.read_only || !(field.name in values)) ? [field.default.kind] : []))); // biome-ignore format: one list
  if (kinds.size === 0) return {};
  // What nobody may write is not taken from who sends it.
  const written = Object.fromEntries(Object.entries(values).filter(([name]) => !form.some((field) => field.name === name && field.read_only && field.default))); // biome-ignore format: one list
  return defaultsOf(
    form,
    {
      now: ctx.now(),
      user: kinds.has('user') ? await nameOf(ctx) : null,
      region: kinds.has('region') && geometry ? await regionOf(ctx, geometry) : null,
      shape: shapeFacts(geometry),
      last: kinds.has('last') ? await lastOf(ctx, id) : null,
    },
    written,
  );
}
