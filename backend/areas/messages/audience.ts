// Who is meant by an audience: people of the own organisation by name, role, region, project, presence, or an earlier notice.
import { type RawBuilder, sql } from 'kysely';
import type { Audience, AudienceCount } from '../../../contract/schemas/message';
import type { Person } from '../../../contract/schemas/session';
import type { Db } from '../../db/engine';
import type { Caller } from '../../identity/caller';
import { person } from '../../identity/people';
import { visibleProjects } from '../../identity/projects';
import { isPresence } from '../../identity/seen';
import { sentBy } from './notices';

/** A notice goes to so many at most. */
export const MAX_RECIPIENTS = 10_000;
/** Names that a preview tells. */
const FIRST_NAMES = 3;

const ofProjects = (caller: Caller, projects: readonly number[]) => sql`exists (
  select 1 from project_person q join project p on p.id = q.project_id
    where q.account_id = a.id and p.id = any(${[...projects]}::int[]) and ${visibleProjects(caller)})`;

/** Condition on a living person `a` that they are meant. */
function isMeant(caller: Caller, audience: Audience, since: Date): RawBuilder<unknown> {
  const { users, roles, regions, projects, online, unread_of, except } = audience;
  const groups = [
    roles?.length &&
      sql`exists (select 1 from account_role ar where ar.account_id = a.id and ar.role_id = any(${[...roles]}::int[]))`,
    regions?.length &&
      sql`exists (select 1 from account_region ar where ar.account_id = a.id and ar.region_id = any(${[...regions]}::int[]))`,
    projects?.length && ofProjects(caller, projects),
    online && sql`exists (select 1 from session s where s.account_id = a.id and ${isPresence(since)})`,
    unread_of !== undefined &&
      sql`exists (select 1 from notice n join notice_recipient r on r.notice_id = n.id
        where n.id = ${unread_of}::int and ${sentBy(caller)} and r.account_id = a.id and r.read_at is null)`,
  ].filter((group) => typeof group === 'object');
  const meant = [
    users?.length ? sql`a.id = any(${[...users]}::int[])` : sql`false`,
    groups.length > 0 ? sql`(a.id <> ${caller.id}::int and (${sql.join(groups, sql` or `)}))` : sql`false`,
  ];
  return sql`a.customer_id = ${caller.customer}::int and a.deleted_at is null and (${sql.join(meant, sql` or `)})
    ${except?.length ? sql`and a.id <> all(${[...except]}::int[])` : sql``}`;
}

/** How many are meant, how many of them cannot sign in, and the first names. */
export async function countAudience(db: Db, caller: Caller, audience: Audience, since: Date): Promise<AudienceCount> {
  const { rows } = await sql<{ count: number; locked: number; first: Person[] }>`
    with meant as (select a.* from account a where ${isMeant(caller, audience, since)})
    select count(*)::int as count, count(*) filter (where locked)::int as locked,
        coalesce((select jsonb_agg(f.person) from (
          select ${person} as person from meant a order by a.last_name, a.first_name, a.id limit ${FIRST_NAMES}::int) f), '[]'::jsonb) as first
      from meant`.execute(db);
  return rows[0] ?? { count: 0, locked: 0, first: [] };
}

/** Ids of those who are meant, up to one more than `max`. */
export async function listAudience(
  db: Db,
  caller: Caller,
  audience: Audience,
  since: Date,
  max: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id from account a where ${isMeant(caller, audience, since)} order by a.id limit ${max + 1}::int`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
