// Lists of layers that have no pages: brief ones, those with deleted records, rasters. All are capped.
import { sql } from 'kysely';
import type { Extent } from '../../../../contract/schemas/common';
import { LAYER_TYPES, type RasterFile } from '../../../../contract/schemas/layer';
import type { Db } from '../../../db/engine';
import { visibleTo } from '../../../geo/sight';
import type { Caller } from '../../../identity/caller';
import { visible } from '../store';

/** Lists without pages end here. */
export const MOST = 10_000;

export interface BriefLayer {
  id: number;
  label: string;
  type: number;
  extent: Extent | null;
  owner_id: number | null;
  customer_id: number;
}

export async function simple(db: Db, caller: Caller): Promise<BriefLayer[]> {
  const { rows } = await sql<BriefLayer>`
    select l.id, l.label, l.type, l.extent, l.owner_id, l.customer_id from layer l
      where l.customer_id = ${caller.customer}::int and ${visible(caller)} order by l.label, l.id limit ${MOST}::int`.execute(
    db,
  );
  return rows;
}

export async function revs(db: Db, caller: Caller, ids: readonly number[]): Promise<{ id: number; rev: number }[]> {
  const { rows } = await sql<{ id: number; rev: number }>`
    select l.id, l.rev from layer l
      where l.id = any(${[...ids]}::int[]) and l.customer_id = ${caller.customer}::int and ${visible(caller)}`.execute(
    db,
  );
  return rows;
}

/** Layers that have soft-deleted records within the caller's regions. */
export async function withDeleted(
  db: Db,
  caller: Caller,
): Promise<{ id: number; label: string; type: number; deleted_count: number }[]> {
  const { rows } = await sql<{ id: number; label: string; type: number; deleted_count: number }>`
    select l.id, l.label, l.type, d.n as deleted_count from layer l join (
        select n.layer_id, count(*)::int as n from record n where n.deleted_at is not null and ${visibleTo(caller)} group by n.layer_id) d
        on d.layer_id = l.id
      where l.customer_id = ${caller.customer}::int and ${visible(caller)} order by l.label, l.id limit ${MOST}::int`.execute(
    db,
  );
  return rows;
}

const text = (v: unknown) => (typeof v === 'string' ? v : null);
const number = (v: unknown) => (typeof v === 'number' ? v : null);

export async function rasters(db: Db, caller: Caller): Promise<RasterFile[]> {
  const { rows } = await sql<{ id: number; label: string; source: Record<string, unknown> }>`
    select l.id, l.label, l.config->'source' as source from layer l
      where l.customer_id = ${caller.customer}::int and l.type = ${LAYER_TYPES.raster}::int and ${visible(caller)}
      order by l.label, l.id limit ${MOST}::int`.execute(db);
  return rows.map(({ id, label, source }) => ({
    id,
    label,
    file: text(source.file),
    width: number(source.width),
    height: number(source.height),
    bands: number(source.bands),
    srid: number(source.srid),
  }));
}
