// Saved questions of statistics: a person's own, and those that others share. What one asks is answered under the rights of whoever opens it.
import { MAX_SAVED_QUESTIONS, type SavedQuestion } from '../../../contract/schemas/boards/question';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { forbidden, notFound, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import { holdAccount } from '../../identity/hold';
import { findPersons } from '../../identity/people';
import * as store from './question-store';
import { checkRoles, mayChange } from './sharing';

async function getRow(ctx: Ctx, id: number, db: Db = ctx.engine.db): Promise<store.QuestionRow> {
  const [question] = await store.listQuestions(db, ctx.caller, id);
  if (!question) throw notFound();
  return question;
}

async function toQuestions(ctx: Ctx, rows: readonly store.QuestionRow[]): Promise<SavedQuestion[]> {
  const { caller, engine } = ctx;
  const people = await findPersons(engine.db, caller.customer, rows.map(({ account_id }) => account_id)); // biome-ignore format: one line
  return rows.map(({ account_id, created, modified, ...row }) => ({
    ...row,
    owner: people.get(account_id) ?? null,
    is_own: account_id === caller.id,
    can: mayChange(ctx, { account_id, audience: row.audience }),
    create_date: created.toISOString(),
    modified_date: modified.toISOString(),
  }));
}

const getQuestion = async (ctx: Ctx, id: number) =>
  (await toQuestions(ctx, [await getRow(ctx, id)]))[0] as SavedQuestion;
const read = (ctx: Ctx, id: number) => withVersion(ctx, ['question', id], () => getQuestion(ctx, id));

/** Changes a question that is held meanwhile. */
async function change(ctx: Ctx, id: number, work: (tx: Db, row: store.QuestionRow) => Promise<void>): Promise<void> {
  const run = ctx.engine.db.transaction().execute(async (tx) => {
    await store.holdQuestion(tx, id);
    const row = await getRow(ctx, id, tx);
    if (!mayChange(ctx, row)) throw forbidden();
    await checkVersion(ctx, tx, ['question', id]);
    await work(tx, row);
  });
  await orCurrent(run, () => getQuestion(ctx, id));
}

export const questionHandlers: Handlers['questions'] = {
  list: async (ctx) => toQuestions(ctx, await store.listQuestions(ctx.engine.db, ctx.caller)),
  one: (ctx, { params }) => read(ctx, rowId(params.id)),

  async create(ctx, { body }) {
    const { engine, caller } = ctx;
    const { label, address, audience = 'own', roles = [] } = body;
    await checkRoles(ctx, roles, []);
    const id = await engine.db.transaction().execute(async (tx) => {
      await holdAccount(tx, caller.id);
      if ((await store.countOwn(tx, caller.id)) >= MAX_SAVED_QUESTIONS)
        throw ruled('tooManyItems', { params: { max: MAX_SAVED_QUESTIONS } });
      return store.insertQuestion(tx, caller, ctx.now(), { label, address, audience, roles });
    });
    return read(ctx, id);
  },

  async edit(ctx, { params, body }) {
    const id = rowId(params.id);
    const { roles } = await getRow(ctx, id);
    await checkRoles(ctx, body.roles ?? [], roles);
    await change(ctx, id, async (tx, row) => {
      // It would be gone for whoever does it to another's question.
      if (body.audience === 'own' && row.account_id !== ctx.caller.id) throw forbidden();
      await store.updateQuestion(tx, id, ctx.now(), { ...row, ...body } as store.QuestionParts);
    });
    return read(ctx, id);
  },

  async remove(ctx, { params }) {
    const id = rowId(params.id);
    await change(ctx, id, (tx) => store.removeQuestion(tx, id));
    return {};
  },
};
