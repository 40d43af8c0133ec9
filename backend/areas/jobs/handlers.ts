// A person's own jobs: watched, called off, ordered once more.
import type { Job } from '../../../contract/schemas/upload';
import type { Ctx, World } from '../../http/context';
import { FileAnswer } from '../../http/context';
import { isWording, notFound, Refusal, say } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { toJob } from './job-view';
import type { JobQueue } from './queue';
import { REJECTS_HEAD, rejectsKey } from './rejects';
import * as store from './store';

/** A reason code with its field, as a sentence. A field's name may hold the separator too. */
const wordsFor = (ctx: Ctx) => (code: string) => {
  const at = code.lastIndexOf(': ');
  const [field, problem] = at > 0 ? [code.slice(0, at), code.slice(at + 2)] : [null, code];
  const sentence = isWording(problem) ? say(ctx.lang, problem as 'server', { max: 50_000 }) : code;
  return field ? `${field}: ${sentence}` : sentence;
};

/** A job of the caller's; those of others do not exist for them. */
export async function jobFor(ctx: Ctx, id: string | number): Promise<store.JobRow> {
  const row = await store.one(ctx.engine.db, ctx.caller.id, String(id));
  if (!row) throw notFound();
  return row;
}

/** A job of the caller's, as the wire shows it. */
export const getJobAnswer = async (ctx: Ctx, id: string): Promise<Job> =>
  toJob(await jobFor(ctx, id), ctx.engine.kind, wordsFor(ctx));

/** The calls about jobs, for every area that orders some. */
export const jobHandlers = (
  world: World,
  queue: JobQueue,
): Pick<Handlers['uploads'], 'jobs' | 'job' | 'cancel' | 'retry' | 'rejects'> => ({
  async jobs(ctx) {
    return (await store.list(ctx.engine.db, ctx.caller.id)).map((row) => toJob(row, ctx.engine.kind, wordsFor(ctx)));
  },

  job: (ctx, { params }) => getJobAnswer(ctx, String(params.id)),

  async cancel(ctx, { params }) {
    const row = await jobFor(ctx, params.id);
    await queue.cancel(row.id);
    return getJobAnswer(ctx, row.id);
  },

  async retry(ctx, { params }) {
    const row = await jobFor(ctx, params.id);
    if (row.state === 'waiting' || row.state === 'running') throw new Refusal(409, 'jobRunning');
    if (row.state === 'done') throw new Refusal(409, 'jobDone');
    return getJobAnswer(ctx, await queue.again(ctx, row));
  },

  async rejects(ctx, { params }) {
    const row = await jobFor(ctx, params.id);
    const name = `${row.label}-rejects.csv`;
    const type = 'text/csv; charset=utf-8';
    const key = rejectsKey(row.id);
    if (!(await world.storage.exists(key))) return new FileAnswer(Buffer.from(REJECTS_HEAD), type, name);
    return new FileAnswer(await world.storage.getStream(key), type, name);
  },
});
