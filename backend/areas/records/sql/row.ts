// A record as the database holds it: its row, and the columns that make one.
import { sql } from 'kysely';
import type { Geometry } from '../../../../contract/schemas/common';
import type { Values } from '../../../../contract/schemas/form';
import { type LayerRecord, STATUS } from '../../../../contract/schemas/record';
import type { Person } from '../../../../contract/schemas/session';
import { person, selectPerson } from '../../../identity/people';
import type { Waiting } from '../review';

export interface RecordRow {
  id: number;
  layer_id: number;
  status: number;
  value: Values;
  geometry: Geometry | null;
  created: Date;
  modified: Date;
  version: number;
  unconfirmed: Waiting | null;
  deleted_at: Date | null;
  authors: number[] | null;
  first_id: number | null;
  creator_id: number | null;
  verdict: LayerRecord['verdict'];
  files: number;
  /** Who brought the files among them that wait to hang on it. */
  file_authors: number[] | null;
  /** The authors of what waits, who approved it first and who gave the last verdict, in no order. */
  people: Person[] | null;
  creator: Person | null;
  modifier: Person | null;
}

/** 9 decimals of a degree are 0.1 mm; heights come along. */
export const asGeoJson = sql`st_asgeojson(n.geom, 9)::jsonb`;
/** What a `RecordRow` has of record `n`, as a select reads it or a write returns it. */
export const recordColumns = sql`n.id, n.layer_id, n.status, n.value, ${asGeoJson} as geometry, n.created, n.modified, n.version, n.unconfirmed, n.deleted_at,
  n.authors, n.first_id, n.creator_id, n.verdict, (select count(*)::int from record_file f where f.record_id = n.id) as files,
  case when n.unconfirmed->'files' is not null then (select array_agg(coalesce(f.account_id, 0)) from record_file f where f.record_id = n.id and f.pending = 'add') end as file_authors,
  case when n.status <> ${sql.lit(STATUS.approved)} or n.unconfirmed is not null or n.verdict is not null then (select jsonb_agg(${person}) from account a
    where a.id = any(array(select jsonb_array_elements_text(coalesce(n.unconfirmed->'authors', n.authors, jsonb_build_array(n.creator_id)))::int)
      || n.first_id || (n.unconfirmed->>'first')::int || (n.verdict->>'user')::int)) end as people,
  ${selectPerson('n.creator_id')} as creator, ${selectPerson('n.modifier_id')} as modifier`;
