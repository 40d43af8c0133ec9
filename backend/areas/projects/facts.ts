// What the checklist of a project looks at: two statements, whatever the number of people and layers.
import { sql } from 'kysely';
import type { Db } from '../../db/engine';
import type { Sentence } from '../../http/errors';
import { displayName } from '../../identity/people';
import { check, type Finding, wordingOf } from './checklist';
import type { Standing } from './rules';
import type { ProjectRow } from './store';

interface LayerRow {
  id: number;
  label: string;
  supervised: boolean;
  idle: number[];
}

/** Members of a project who may neither add nor edit in a layer `l`: no superuser, no owner, no role that lets them. */
const idleIn = (project: number) => sql`coalesce((
  select jsonb_agg(a.id) from project_person m join account a on a.id = m.account_id
    where m.project_id = ${project}::int and not m.supervises and not a.is_superuser and l.owner_id is distinct from a.id
      and not exists (select 1 from layer_permission lp join account_role ar on ar.role_id = lp.role_id
        where lp.layer_id = l.id and (lp.add or lp.edit) and ar.account_id = a.id)), '[]'::jsonb)`;

/** What is wrong with a project as it stands. */
export async function findings(db: Db, row: ProjectRow, standing: Standing): Promise<Finding[]> {
  const { rows } = await sql<LayerRow>`
    select l.id, l.label, l.supervised, ${idleIn(row.id)} as idle from project_layer pl join layer l on l.id = pl.layer_id
      where pl.project_id = ${row.id}::int and l.deleted_at is null order by l.id`.execute(db);
  const names = new Map(row.members.map((p) => [p.id, displayName(p)] as const));
  const layers = rows.map(({ id, label, supervised, idle }) => ({ id, label, isSupervised: supervised, idle }));
  return check({ standing, region: row.region_id, layers, names });
}

export const sentenceOf = ({ code, params }: Finding): Sentence => ({
  wording: wordingOf(code),
  ...(params ? { params } : {}),
});
