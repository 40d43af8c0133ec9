// What the people of a project say to one another, and templates of projects.
import { sql } from 'kysely';
import type { Ctx } from '../../../http/context';
import { notFound, ruled } from '../../../http/errors';
import { countRows, listed } from '../../../http/list';
import type { Handlers } from '../../../http/mount';
import { rowId } from '../../../http/row-id';
import { findMany } from '../../layers/store';
import { getProject } from '../access';
import { notify } from '../notify';
import { one as getTask } from '../tasks/store';
import * as store from './store';

const toComment = (row: store.CommentRow) => ({
  id: row.id,
  user: row.person,
  date: row.at.toISOString(),
  text: row.text,
  task: row.task,
});

/** A template as the caller may use it: with the layers that they see. */
async function toTemplates(ctx: Ctx, rows: readonly store.TemplateRow[]) {
  const { caller, engine } = ctx;
  const layerIds = [...new Set(rows.flatMap(({ data }) => data.layers))];
  const layers = layerIds.length ? await findMany(engine.db, caller, layerIds) : [];
  const visible = new Set(layers.filter((l) => caller.rightsOn(l).view).map(({ id }) => id));
  return rows.map(({ id, name, shared, data, account_id }) => ({
    id,
    name,
    is_shared: shared,
    can_delete: account_id === caller.id || (caller.superuser && shared),
    data: { ...data, layers: data.layers.filter((layer) => visible.has(layer)) },
  }));
}

type Calls = 'comments' | 'comment' | 'templates' | 'makeTemplate' | 'removeTemplate';

export const talkHandlers: Pick<Handlers['projectWork'], Calls> = {
  async comments(ctx, { params, query }) {
    const { id } = await getProject(ctx, params.id);
    const { db } = ctx.engine;
    return listed(ctx, query, {
      rows: async (end) => (await store.listComments(db, id, end)).map(toComment),
      count: () => countRows(db, sql`from project_comment c where c.project_id = ${id}::int`),
      orders: { date: sql`c.at`, id: sql`c.id` },
      first: '-id',
    });
  },

  comment: (ctx, { params, body }) =>
    ctx.engine.db.transaction().execute(async (tx) => {
      const project = await getProject(ctx, params.id, tx);
      if (body.task !== undefined && !(await getTask(tx, project.id, body.task))) throw notFound();
      const at = ctx.now();
      const said = { project: project.id, account: ctx.caller.id, at, text: body.text, task: body.task ?? null };
      const comment = await store.addComment(tx, said);
      const people = [...project.members, ...project.supervisors, ...(project.creator ? [project.creator] : [])];
      await notify(tx, ctx.caller, project.id, {
        code: 'project_comment',
        args: { name: project.name, reason: body.text },
        recipients: people.map(({ id }) => id),
        at,
      });
      return toComment(comment);
    }),

  templates: async (ctx) => toTemplates(ctx, await store.listTemplates(ctx.engine.db, ctx.caller)),

  async makeTemplate(ctx, { body }) {
    const { db } = ctx.engine;
    if ((await store.countTemplates(db, ctx.caller.customer)) >= store.MAX_TEMPLATES)
      throw ruled('templatesMany', { params: { max: store.MAX_TEMPLATES } });
    const { name, is_shared: shared, data } = body;
    const id = await store.addTemplate(db, ctx.caller, { name, shared, data, at: ctx.now() });
    const [template] = await toTemplates(ctx, await store.listTemplates(db, ctx.caller, id));
    if (!template) throw notFound();
    return template;
  },

  async removeTemplate(ctx, { params }) {
    if (!(await store.removeTemplate(ctx.engine.db, ctx.caller, rowId(params.id)))) throw notFound();
    return {};
  },
};
