// SQL of raster layers: one that is to get another file, and which files are still drawn from.
import { sql } from 'kysely';
import { LAYER_TYPES, type LayerConfig } from '../../../../contract/schemas/layer';
import type { Db } from '../../../db/engine';

/** A raster layer of a customer that is not in the trash. */
export async function findRaster(db: Db, customer: number, id: number): Promise<{ config: LayerConfig } | undefined> {
  const { rows } = await sql<{ config: LayerConfig }>`
    select config from layer where id = ${id}::int and customer_id = ${customer}::int and type = ${LAYER_TYPES.raster}::int and deleted_at is null`.execute(
    db,
  );
  return rows[0];
}

/** Those of the stored files that no layer names. */
export async function unusedFiles(db: Db, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select k.key from unnest(${[...keys]}::text[]) k(key)
      where not exists (select 1 from layer l where l.type = ${LAYER_TYPES.raster}::int and k.key in (l.config->'source'->>'key', l.config->'source'->>'original'))`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}
