// SQL of the layers that a person's keys may name: published, and seen by that person.
import { sql } from 'kysely';
import type { Db } from '../../../../db/engine';
import type { Caller } from '../../../../identity/caller';
import { visible } from '../../../layers/store';

const MAX_LISTED = 1000;

export interface OpenLayer {
  id: number;
  label: string;
  type: number;
  owner_id: number | null;
  customer_id: number;
  writes: number;
  services: number;
}

/** By name, at most 1,000; of some ids, where they are given. */
export async function findOpenLayers(db: Db, caller: Caller, ids?: readonly number[]): Promise<OpenLayer[]> {
  const { rows } = await sql<OpenLayer>`
    select l.id, l.label, l.type, l.owner_id, l.customer_id, p.writes, p.services
      from published_layer p join layer l on l.id = p.layer_id
      where l.customer_id = ${caller.customer}::int and ${visible(caller)} ${ids ? sql`and l.id = any(${[...ids]}::int[])` : sql``}
      order by record_fold(l.label), l.id ${ids ? sql`` : sql`limit ${MAX_LISTED}::int`}`.execute(db);
  return rows;
}
