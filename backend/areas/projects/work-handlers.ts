// How a project stands: what keeps it from starting, how far it is, where it lies.
import { PROJECT_STATES } from '../../../contract/schemas/project';
import { TASK_STATES } from '../../../contract/schemas/projects/project-work';
import { sayOf } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { findPersons } from '../../identity/people';
import { getProject } from './access';
import { findings, sentenceOf } from './facts';
import { areas, near } from './place';
import * as progress from './progress';
import { talkHandlers } from './talk/handlers';
import { taskHandlers } from './tasks/handlers';
import { countByState } from './tasks/store';
import { toStanding, visibleLayers } from './view';

export const projectWorkHandlers: Handlers['projectWork'] = {
  ...taskHandlers,
  ...talkHandlers,

  async checklist(ctx, { params }) {
    const project = await getProject(ctx, params.id);
    if (project.state !== PROJECT_STATES.draft) return [];
    const all = await findings(ctx.engine.db, project, toStanding(project));
    return all.map((one) => ({ code: one.code, blocks: one.blocks, text: sayOf(ctx.lang, sentenceOf(one)) }));
  },

  async progress(ctx, { params }) {
    const project = await getProject(ctx, params.id);
    const { db } = ctx.engine;
    const now = ctx.now();
    const started = await progress.startOf(db, project.id, PROJECT_STATES.running);
    const from = progress.sinceOf(started, now);
    const visible = visibleLayers(ctx, project);
    const layers = visible.map(({ id }) => id);
    const region = project.region_id;
    const { rows, isCapped } = await progress.shares(db, ctx.caller, layers, region);
    const people = project.worked;
    const work = started ? await progress.work(db, { layers, region, people, from }) : [];
    const done = await progress.doneByDay(db, project.id, from);
    const tasks = await countByState(db, project.id, now);
    const days = new Map<string, { added: number; done: number }>();
    const dayOf = (day: string) => {
      const counts = days.get(day) ?? { added: 0, done: 0 };
      days.set(day, counts);
      return counts;
    };
    for (const { day, added } of work) dayOf(day).added += added;
    for (const { day, done: n } of done) dayOf(day).done += n;
    const persons = await findPersons(db, ctx.caller.customer, [...people, ...rows.map(({ member }) => member)]);
    const lastOf = (id: number) => Math.max(0, ...work.filter(({ account }) => account === id).map(({ last }) => last.getTime())); // biome-ignore format: one expression
    return {
      rows,
      is_capped: isCapped,
      layers: visible.map(({ id, label }) => ({ id, label })),
      people: [...persons.values()].map((person) => {
        const last = lastOf(person.id);
        return { ...person, last_work: last ? new Date(last).toISOString() : null };
      }),
      tasks: Object.fromEntries(TASK_STATES.map((state) => [state, tasks[state] ?? 0])) as Record<
        (typeof TASK_STATES)[number],
        number
      >,
      days: [...days]
        .map(([day, counts]) => ({ day, ...counts }))
        .filter(({ added, done: n }) => added + n > 0)
        .sort((a, b) => a.day.localeCompare(b.day)),
      started: started?.toISOString() ?? null,
    };
  },

  areas: (ctx, { query }) => areas(ctx.engine.db, ctx.caller, query.ids),

  near: (ctx, { query }) => near(ctx.engine.db, ctx.caller, query),
};
