// Which records `n` a person may read: inside their regions and, in supervised layers, what is approved or their own work.
import { sql } from 'kysely';
import { STATUS } from '../../contract/schemas/record';

/** Condition that a record lies in one of the regions; records without geometry are never cut off by place. */
export const regionFilter = (regions: readonly number[], geom = sql`n.geom`) =>
  regions.length === 0
    ? sql`true`
    : sql`(${geom} is null or exists (select 1 from region_part p where p.region_id = any(${[...regions]}::int[]) and st_intersects(p.geom, ${geom})))`;

/** What limits a reader. `Caller` is one. */
export interface Reader {
  id: number;
  /** Regions that limit what is seen; empty for no limit. */
  regions: readonly number[];
  /** Supervised layers in which the person approves nothing: there only approved records exist for them. */
  approvedIn: readonly number[];
  /** The same where the person may add or edit: there the own work exists as well. */
  ownIn: readonly number[];
}

/** A limit to approved records; `author` names the person whose own work is seen too. */
export interface Approval {
  author: number | null;
}

/** The limit of a reader in one layer; undefined where there is none. */
export const approvalIn = (reader: Reader, layer: number): Approval | undefined =>
  reader.ownIn.includes(layer)
    ? { author: reader.id }
    : reader.approvedIn.includes(layer)
      ? { author: null }
      : undefined;

/** Condition of an approval on a table's alias. */
export function isApprovedFor({ author }: Approval, alias: 'n' | 'r' = 'n') {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  const approved = sql`${column('status')} = ${STATUS.approved}::int`;
  if (author === null) return approved;
  return sql`(${approved} or ${column('creator_id')} = ${author}::int or ${column('authors')} @> ${JSON.stringify([author])}::jsonb)`;
}

/**
 * Condition that a reader may see record `n`. Every call that reads records uses this one, so that lists, tiles, searches, exports
 * and statistics agree. `layer` says that all of them are of that layer, which costs less.
 */
export function visibleTo(reader: Reader, layer?: number) {
  const placed = regionFilter(reader.regions);
  const limits = layer === undefined ? undefined : approvalIn(reader, layer);
  if (limits) return sql`(${isApprovedFor(limits)} and ${placed})`;
  const { approvedIn, ownIn } = reader;
  if (layer !== undefined || approvedIn.length + ownIn.length === 0) return placed;
  return sql`(${placed} and (n.status = ${STATUS.approved}::int or n.layer_id <> all(${[...approvedIn, ...ownIn]}::int[])
    or (n.layer_id = any(${[...ownIn]}::int[]) and ${isApprovedFor({ author: reader.id })})))`;
}

/** Stands for what a reader sees of a layer, for caches: who sees the same has the same key. */
export function sightKey(reader: Reader & { regionKey: string }, layer: number): string {
  const limit = approvalIn(reader, layer);
  return `${reader.regionKey}${limit ? `;approved${limit.author === null ? '' : `,own${limit.author}`}` : ''}`;
}
