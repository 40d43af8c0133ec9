// A dashboard's numbers as a notice on the mornings that people asked for, counted under their rights of that moment.
import { numberOf, questionsOfWidget } from '../../../contract/boards/questions';
import { DASHBOARDS } from '../../../contract/catalogue';
import { allows } from '../../../contract/rights';
import type { Widget } from '../../../contract/schemas/boards/board';
import type { StatisticsQuery } from '../../../contract/schemas/dashboard';
import type { Reading, World } from '../../http/context';
import { Refusal } from '../../http/errors';
import { getCallerById } from '../../identity/caller';
import { type AnswerStatistics, statisticsAnswers } from '../dashboards/handlers';
import { layerFor } from '../layers/access';
import type { DigestNumber } from '../messages/digest-words';
import { sendNotice } from '../messages/notices';
import { countedDay, type DueDigest, lastDue, listDue, takeTurn } from './digest-store';
import { listBoards } from './store';

/** How often somebody looks whether one is due. */
export const DIGEST_LOOK_MS = 10 * 60_000;
const FIRST = { account: 0, board: 0 };

/** The answer of a question; null where the person may not ask it, or can no longer. What is no refusal ends the digest. */
async function ask(ctx: Reading, answer: AnswerStatistics, question: StatisticsQuery): Promise<number | null> {
  try {
    return numberOf(await answer(ctx, question));
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return null;
    throw error;
  }
}

/** What a number is called where its widget has no title. */
async function namesOf(ctx: Reading, { layer, measures }: StatisticsQuery) {
  const [measure] = measures ?? [];
  const { row } = await layerFor(ctx, layer);
  const field = measure && 'field' in measure ? measure.field : null;
  return {
    layer: row.label,
    measure: measure?.type ?? null,
    field: field && (row.config.form.find(({ name }) => name === field)?.label ?? field),
  };
}

type NumberWidget = Extract<Widget, { kind: 'number' }>;

/** The numbers of a board for a person, as they were at the end of a day; those that could not be counted are left out. */
async function countNumbers(ctx: Reading, answer: AnswerStatistics, { board, day }: { board: number; day: string }) {
  const [row] = await listBoards(ctx.engine.db, ctx.caller, board);
  const numbers: DigestNumber[] = [];
  for (const widget of (row?.widgets ?? []).filter((one): one is NumberWidget => one.kind === 'number')) {
    const [now, before] = questionsOfWidget(widget, row?.filters ?? { days: null, regions: null }, day);
    const value = now ? await ask(ctx, answer, now) : null;
    if (!now || value === null) continue;
    numbers.push({
      title: widget.title,
      ...(widget.title ? {} : await namesOf(ctx, now)),
      value,
      past: widget.trend,
      before: before ? await ask(ctx, answer, before) : null,
    });
  }
  return { label: row?.label ?? '', numbers };
}

async function sendDigest(world: World, answer: AnswerStatistics, digest: DueDigest, at: Date): Promise<void> {
  const { engine } = world;
  const due = lastDue(digest.every, at);
  const caller = await getCallerById(engine.db, digest.account);
  const isServed = caller && allows(caller, { module: DASHBOARDS }) && !(caller.planEnds && caller.planEnds <= at);
  const counted = isServed
    ? await countNumbers({ engine, caller, lang: 'fa' }, answer, { board: digest.board, day: countedDay(due) })
    : null;
  // Turn and notice are one commit: no restart loses one, no second process doubles it.
  await engine.db.transaction().execute(async (tx) => {
    if (!(await takeTurn(tx, digest, due)) || !caller || !counted || counted.numbers.length === 0) return;
    await sendNotice(tx, caller, {
      code: 'board_digest',
      args: { name: counted.label, numbers: counted.numbers },
      recipients: [caller.id],
      link: `/app/dashboard?board=${digest.board}`,
      at,
    });
  });
}

/** Sends the digests that are due. One that fails is tried again at the next look and keeps no other back. */
export function digestSender() {
  const answer = statisticsAnswers();
  return async (world: World, goOn: () => boolean): Promise<void> => {
    const at = world.now();
    const failures: unknown[] = [];
    for (let page = await listDue(world.engine.db, at, FIRST); page.length > 0; ) {
      for (const digest of page) {
        if (!goOn()) return;
        await sendDigest(world, answer, digest, at).catch((error) => failures.push(error));
      }
      page = await listDue(world.engine.db, at, page.at(-1) as DueDigest);
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} digests were not sent`);
  };
}
