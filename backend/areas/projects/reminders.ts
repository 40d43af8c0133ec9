// Tells the people of a project that its due day is near: three days before, the day before, and on the day.
import { sql } from 'kysely';
import { dayAt } from '../../../contract/dates';
import { addDays } from '../../../contract/jalali';
import { PROJECT_STATES as S } from '../../../contract/schemas/project';
import type { World } from '../../http/context';
import { sendNotice } from '../messages/notices';
import { linkOf } from './notify';

const DAYS_BEFORE = [3, 1, 0];
/** Projects that one turn reminds of; the next turn goes on. */
const MAX_AT_ONCE = 200;

interface Due {
  id: number;
  name: string;
  customer_id: number;
  days: number;
  people: number[];
}

/** Each project once a day, whoever of the processes comes first. */
export async function remindDue({ engine, now }: World, goOn: () => boolean): Promise<void> {
  const at = now();
  const today = dayAt(at);
  const { rows } = await sql<Due>`
    select p.id, p.name, p.customer_id, (p.due_date - ${today}::date)::int as days,
        array(select distinct x from unnest(array_append(array(select m.account_id from project_person m
          where m.project_id = p.id and not m.supervises), p.creator_id)) x where x is not null) as people
      from project p where p.state in (${sql.lit(S.running)}, ${sql.lit(S.returned)})
        and p.due_date = any(${DAYS_BEFORE.map((days) => addDays(today, days))}::date[])
        and p.reminded is distinct from ${today}::date
      order by p.id limit ${MAX_AT_ONCE}::int`.execute(engine.db);
  for (const due of rows) {
    if (!goOn()) return;
    await engine.db.transaction().execute(async (tx) => {
      const turn = await sql`
        update project set reminded = ${today}::date where id = ${due.id}::int and reminded is distinct from ${today}::date returning id`.execute(
        tx,
      );
      const [sender] = due.people;
      if (turn.rows.length === 0 || sender === undefined) return;
      await sendNotice(
        tx,
        { id: sender, customer: due.customer_id },
        {
          code: 'project_due',
          args: { name: due.name, count: due.days },
          recipients: due.people,
          link: linkOf(due.id),
          at,
        },
      );
    });
  }
}
