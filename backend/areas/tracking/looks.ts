// Who has looked at whose places: the watched see the watching.
import { type RawBuilder, sql } from 'kysely';
import { dayAt } from '../../../contract/dates';
import type { TrackLook } from '../../../contract/schemas/tracking';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { selectPerson } from '../../identity/people';

/** The view of the present is read again and again while a screen is open: within this time that is one look. */
const SAME_LOOK_MS = 10 * 60_000;

/** Writes that the caller has seen places of these people. A look at oneself is none. */
export async function writeLook(ctx: Ctx, kind: TrackLook['kind'], people: readonly number[]): Promise<void> {
  const { caller, engine } = ctx;
  const others = [...new Set(people)].filter((id) => id !== caller.id);
  if (others.length === 0) return;
  const now = ctx.now();
  const same = new Date(now.getTime() - (kind === 'now' ? SAME_LOOK_MS : 0));
  // What is one look with an earlier one writes nothing at all.
  await sql`
    insert into track_look as k (account_id, watcher_id, day, kind, first_at, last_at)
      select o.id, ${caller.id}::int, ${dayAt(now)}::date, ${kind}::text, ${now}::timestamptz, ${now}::timestamptz from unnest(${others}::int[]) as o(id)
        where not exists (select 1 from track_look l where l.account_id = o.id and l.watcher_id = ${caller.id}::int and l.day = ${dayAt(now)}::date
          and l.kind = ${kind}::text and l.last_at > ${same}::timestamptz)
        order by o.id
      on conflict (account_id, watcher_id, day, kind) do update set times = k.times + 1, last_at = excluded.last_at`.execute(
    engine.db,
  );
}

/** Looks at one person's places; `end` is the end of the statement. */
export async function looks(db: Db, account: number, end: RawBuilder<unknown>): Promise<TrackLook[]> {
  const { rows } = await sql<{ id: number; person: TrackLook['user']; kind: TrackLook['kind']; times: number; first_at: Date; last_at: Date }>`
    select n.id, ${selectPerson('n.watcher_id')} as person, n.kind, n.times, n.first_at, n.last_at from track_look n
      where n.account_id = ${account}::int ${end}`.execute(db); // biome-ignore format: one statement
  return rows.map(({ person: user, first_at, last_at, ...row }) => ({
    ...row,
    user,
    first: first_at.toISOString(),
    last: last_at.toISOString(),
  }));
}
