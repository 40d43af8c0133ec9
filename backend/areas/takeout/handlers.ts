// A customer's own data in one bundle: ordered as a job, fetched when it is done.
import type { World } from '../../http/context';
import { FileAnswer } from '../../http/context';
import { forbidden, notFound, Refusal, say } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { getJobAnswer } from '../jobs/handlers';
import type { JobQueue } from '../jobs/queue';
import { orderer } from '../uploads/store';
import { keep, keyOf } from './keep';

export function takeoutHandlers(world: World, queue: JobQueue): Handlers['takeout'] {
  const label = (lang: 'fa' | 'en') => say(lang, 'takeout');
  const add = (account: number, name: string) =>
    queue.add({
      account,
      kind: 'export',
      label: name,
      order: {},
      upload: null,
      layer: null,
    });
  queue.register('export', {
    async run(run) {
      const account = await orderer(world.engine.db, run.job.account_id);
      if (!account?.superuser) throw new Refusal(403, 'forbidden');
      await keep(world, account.customer, run.job.id, {
        signal: run.signal,
        report: (done, of) => {
          run.tally.read = done;
          return run.report(of);
        },
      });
      await run.commit(async () => ({}));
    },
    again: (ctx, row) => {
      if (!ctx.caller.superuser) throw forbidden();
      return add(ctx.caller.id, row.label);
    },
  });
  return {
    make: async (ctx) => getJobAnswer(ctx, await add(ctx.caller.id, label(ctx.lang))),

    async fetch(ctx, { params }) {
      const job = await getJobAnswer(ctx, String(params.id));
      if (job.kind !== 'export') throw notFound();
      if (job.state !== 'done') throw new Refusal(409, 'takeoutNotReady');
      const key = keyOf(job.id);
      if (!(await world.storage.exists(key))) throw new Refusal(404, 'takeoutGone');
      ctx.header('referrer-policy', 'no-referrer');
      return new FileAnswer(await world.storage.getStream(key), 'application/zip', `${job.label}.zip`);
    },
  };
}
