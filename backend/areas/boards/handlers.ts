// Boards: whoever has the module makes their own and reads what others share. What a board shows is asked by whoever looks, under their rights.
import {
  type BatchAnswers,
  type Board,
  type BoardHead,
  type BoardPatch,
  MAX_BOARDS,
} from '../../../contract/schemas/boards/board';
import type { StatisticsQuery } from '../../../contract/schemas/dashboard';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { forbidden, notFound, Refusal, ruled, say } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import { holdAccount } from '../../identity/hold';
import { findPersons } from '../../identity/people';
import { type AnswerStatistics, dashboardHandlers, statisticsAnswers } from '../dashboards/handlers';
import { setDigest } from './digest-store';
import { questionHandlers } from './questions';
import { checkRoles, mayChange } from './sharing';
import * as store from './store';

async function getRow(ctx: Ctx, id: number, db: Db = ctx.engine.db): Promise<store.BoardRow> {
  const [board] = await store.listBoards(db, ctx.caller, id);
  if (!board) throw notFound();
  return board;
}

async function toHeads(ctx: Ctx, rows: readonly store.BoardRow[]): Promise<BoardHead[]> {
  const { caller, engine } = ctx;
  const people = await findPersons(engine.db, caller.customer, rows.map(({ account_id }) => account_id)); // biome-ignore format: one line
  return rows.map((row) => ({
    id: row.id,
    label: row.label,
    refresh: row.refresh,
    audience: row.audience,
    roles: row.roles,
    first_for: row.first_for,
    locked: row.locked,
    owner: people.get(row.account_id) ?? null,
    is_own: row.account_id === caller.id,
    is_default: row.is_default,
    digest: row.digest,
    can: mayChange(ctx, row),
    version: row.version,
    create_date: row.created.toISOString(),
    modified_date: row.modified.toISOString(),
  }));
}

async function getBoard(ctx: Ctx, id: number): Promise<Board> {
  const row = await getRow(ctx, id);
  const [head] = await toHeads(ctx, [row]);
  return { ...(head as BoardHead), widgets: row.widgets, filters: row.filters };
}
const read = (ctx: Ctx, id: number) => withVersion(ctx, ['board', id], () => getBoard(ctx, id));

const rolesOf = ({ roles = [], first_for = [] }: BoardPatch) => [...roles, ...first_for];

const EMPTY: Omit<store.BoardParts, 'label'> = {
  widgets: [],
  filters: { days: null, regions: null },
  refresh: null,
  audience: 'own',
  locked: false,
  roles: [],
  first_for: [],
};

async function insert(ctx: Ctx, parts: store.BoardParts): Promise<Board> {
  const { engine, caller } = ctx;
  const id = await engine.db.transaction().execute(async (tx) => {
    await holdAccount(tx, caller.id);
    if ((await store.countOwn(tx, caller.id)) >= MAX_BOARDS) throw ruled('tooManyItems', { params: { max: MAX_BOARDS } }); // biome-ignore format: one line
    return store.insertBoard(tx, caller, ctx.now(), parts);
  });
  return read(ctx, id);
}

/** Changes a board that is held meanwhile. */
async function change(ctx: Ctx, id: number, work: (tx: Db, board: store.BoardRow) => Promise<void>): Promise<void> {
  const run = ctx.engine.db.transaction().execute(async (tx) => {
    await store.holdBoard(tx, id);
    const board = await getRow(ctx, id, tx);
    if (!mayChange(ctx, board)) throw forbidden();
    await checkVersion(ctx, tx, ['board', id]);
    await work(tx, board);
  });
  await orCurrent(run, () => getBoard(ctx, id));
}

/** One answer, or the sentence that stands in its place. What is no refusal ends the whole call. */
async function tryAnswer(
  ctx: Ctx,
  answer: AnswerStatistics,
  question: StatisticsQuery,
): Promise<BatchAnswers['answers'][number]> {
  try {
    return { answer: await answer(ctx, question), status: 200, detail: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    return { answer: null, status: error.status, detail: say(ctx.lang, error.wording, error.more.params) };
  }
}

/** All questions of a board, one after the other; several at once while the database has turns that nobody else waits for. */
async function answerAll(
  ctx: Ctx,
  answer: AnswerStatistics,
  questions: readonly StatisticsQuery[],
): Promise<BatchAnswers['answers']> {
  const answers: BatchAnswers['answers'] = [];
  let at = 0;
  const hasMore = () => at < questions.length;
  const next = async () => {
    const i = at++;
    try {
      answers[i] = await tryAnswer(ctx, answer, questions[i] as StatisticsQuery);
    } catch (error) {
      at = questions.length;
      throw error;
    }
  };
  const goBeside = async () => {
    for (let part = ctx.beside(next); part; part = hasMore() ? ctx.beside(next) : null) await part;
  };
  const others: Promise<void>[] = [];
  while (hasMore()) {
    if (at + 1 < questions.length) {
      const other = goBeside();
      // Its failure is told with the others, once this one's question is answered.
      other.catch(() => {});
      others.push(other);
    }
    await next();
  }
  await Promise.all(others);
  return answers;
}

const boardHandlers = (answer: AnswerStatistics): Handlers['boards'] => ({
  list: async (ctx) => toHeads(ctx, await store.listBoards(ctx.engine.db, ctx.caller)),
  one: (ctx, { params }) => read(ctx, rowId(params.id)),

  async create(ctx, { body }) {
    await checkRoles(ctx, rolesOf(body), []);
    return insert(ctx, { ...EMPTY, ...body } as store.BoardParts);
  },

  async copy(ctx, { params, body }) {
    const { widgets, filters, refresh } = await getRow(ctx, rowId(params.id));
    return insert(ctx, { ...EMPTY, widgets, filters, refresh, label: body.label });
  },

  async edit(ctx, { params, body }) {
    const id = rowId(params.id);
    const before = await getRow(ctx, id);
    await checkRoles(ctx, rolesOf(body), [...before.roles, ...before.first_for]);
    await change(ctx, id, async (tx, board) => {
      // A lock is taken off by itself, so that nobody does it by the way.
      if (board.locked && (body.locked !== false || Object.keys(body).length > 1)) throw ruled('boardLocked');
      // It would be gone for whoever does it to another's board.
      if (body.audience === 'own' && board.account_id !== ctx.caller.id) throw forbidden();
      await store.updateBoard(tx, id, ctx.now(), { ...board, ...body } as store.BoardParts);
    });
    return read(ctx, id);
  },

  async setDefault(ctx, { params, body }) {
    const { id } = await getRow(ctx, rowId(params.id));
    await store.setDefault(ctx.engine.db, ctx.caller.id, id, body.is_default);
    return read(ctx, id);
  },

  async setDigest(ctx, { params, body }) {
    const { id } = await getRow(ctx, rowId(params.id));
    await setDigest(ctx.engine.db, ctx.caller.id, id, body.every, ctx.now());
    return read(ctx, id);
  },

  async remove(ctx, { params }) {
    const id = rowId(params.id);
    await change(ctx, id, async (tx, { locked }) => {
      if (locked) throw ruled('boardLocked');
      await store.removeBoard(tx, id);
    });
    return {};
  },

  batch: async (ctx, { body }) => ({ answers: await answerAll(ctx, answer, body.questions) }),
});

/** Reports one by one and by boards: what either was answered is remembered for both. */
export function reportHandlers(): Pick<Handlers, 'dashboards' | 'boards' | 'questions'> {
  const answer = statisticsAnswers();
  return { dashboards: dashboardHandlers(answer), boards: boardHandlers(answer), questions: questionHandlers };
}
