// The cells of a demo project: some checked, some done day by day, some in hand, the rest open.
import { sql } from 'kysely';
import { dayAt } from '../../../contract/dates';
import { addDays } from '../../../contract/jalali';
import { addComment } from '../../areas/projects/talk/store';
import { cut } from '../../areas/projects/tasks/cut';
import * as store from '../../areas/projects/tasks/store';
import type { Db } from '../../db/engine';
import { instantAt } from '../working-hours';

interface Setting {
  project: number;
  region: number;
  /** Metres. */
  size: number;
  members: readonly number[];
  judge: number;
  now: Date;
}

/** Of ten cells, from the north-west. */
const STATES = ['checked', 'done', 'checked', 'done', 'taken', 'done', 'open', 'taken', 'open', 'open'] as const;
const HOUR_MS = 3_600_000;

export async function createCells(db: Db, { project, region, size, members, judge, now }: Setting): Promise<void> {
  await cut(db, project, region, { kind: 'grid', size }, sql`true`);
  const rows = await db
    .selectFrom('project_task')
    .select('id')
    .where('project_id', '=', project)
    .orderBy('id')
    .execute();
  for (const [i, { id }] of rows.entries()) {
    const state = STATES[i % STATES.length] ?? 'open';
    if (state === 'open') continue;
    const isOver = state !== 'taken';
    await store.update(db, id, {
      state,
      holder: members[i % members.length] ?? null,
      until: isOver || i % 2 ? null : new Date(now.getTime() + 3 * HOUR_MS),
      done: isOver ? instantAt(addDays(dayAt(now), -1 - (i % 20)), 11) : null,
      checker: state === 'checked' ? judge : null,
      reason: null,
    });
  }
  const [author] = members;
  const said = (account: number, text: string, ago: number) =>
    addComment(db, { project, account, at: instantAt(addDays(dayAt(now), -ago), 12), text, task: rows[0]?.id ?? null });
  if (author !== undefined) await said(author, 'برف راه سه قطعه شمالی را بسته است؛ هفته آینده برداشت می‌شود.', 3);
  await said(judge, 'پذیرفته است. تا آن زمان خانه‌های دشت را ببرید.', 2);
}
