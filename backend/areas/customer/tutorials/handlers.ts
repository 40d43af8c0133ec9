// Tutorials of an organisation's own: written by those who announce, read by whom they are for.
import { api } from '../../../../contract';
import { MAX_TUTORIALS, type Tutorial } from '../../../../contract/schemas/messages/tutorial';
import type { Db } from '../../../db/engine';
import { flags, needsProblem } from '../../../http/allowed';
import type { Ctx } from '../../../http/context';
import { dropBytes } from '../../../http/drop-bytes';
import { notFound, ruled } from '../../../http/errors';
import type { Handlers } from '../../../http/mount';
import { rowId } from '../../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../../http/version';
import { diskLimit, fits } from '../../files/rules';
import { lockQuota } from '../../files/store';
import { lockDiskRoom } from '../../subscription/service';
import { hold as holdCustomer } from '../announcements';
import { writeAudience } from '../audience';
import * as store from './store';
import { sendVideo, withVideo } from './video';

const isWriter = ({ caller }: Ctx): boolean => needsProblem(caller, api.tutorials.create.needs) === null;
const readable = (ctx: Ctx) => store.readable(ctx.caller, isWriter(ctx));

/** Whom it is for is said to its writers alone. */
const withActs = (ctx: Ctx, { roles, ...row }: Tutorial): Tutorial => ({
  ...row,
  ...(isWriter(ctx) ? { roles } : {}),
  ...flags(ctx.lang, {
    edit: needsProblem(ctx.caller, api.tutorials.edit.needs),
    delete: needsProblem(ctx.caller, api.tutorials.remove.needs),
  }),
});

async function getTutorial(ctx: Ctx, id: number): Promise<Tutorial> {
  const row = await store.find(ctx.engine.db, readable(ctx), id);
  if (!row) throw notFound();
  return withActs(ctx, row);
}
const readTutorial = (ctx: Ctx, id: number) => withVersion(ctx, ['tutorial', id], () => getTutorial(ctx, id));

/** Does something to a tutorial that is held meanwhile. */
async function changeTutorial<T>(ctx: Ctx, id: number, work: (tx: Db, row: store.Former) => Promise<T>): Promise<T> {
  const change = ctx.engine.db.transaction().execute(async (tx) => {
    const row = await store.hold(tx, ctx.caller.customer, id);
    if (!row) throw notFound();
    await checkVersion(ctx, tx, ['tutorial', id]);
    return work(tx, row);
  });
  return orCurrent(change, () => getTutorial(ctx, id));
}

/** Refuses a video that the organisation has no room for: it is written already, in the transaction. */
async function checkRoom(tx: Db, customer: number): Promise<void> {
  const { kept: usedBytes, config } = await lockQuota(tx, customer);
  const limit = diskLimit(config);
  if (!fits(limit, usedBytes, 0)) throw ruled('diskQuota', { params: { max: limit ?? 0 } });
  await lockDiskRoom(tx, customer);
}

const drop = (ctx: Ctx, key: string | null) => dropBytes(ctx, key === null ? [] : [key]);

export const tutorialHandlers: Handlers['tutorials'] = {
  list: async (ctx) => (await store.list(ctx.engine.db, readable(ctx))).map((row) => withActs(ctx, row)),
  one: (ctx, { params }) => readTutorial(ctx, rowId(params.id)),

  async create(ctx, { body }) {
    const { engine, caller, now } = ctx;
    const id = await engine.db.transaction().execute(async (tx) => {
      await holdCustomer(tx, caller.customer);
      if ((await store.count(tx, caller.customer)) >= MAX_TUTORIALS)
        throw ruled('tooManyTutorials', { params: { max: MAX_TUTORIALS } });
      const by = { customer: caller.customer, account: caller.id, at: now() };
      const fresh = await store.create(tx, by, body);
      await writeAudience(tx, ctx.caller, { table: 'tutorial', id: fresh, before: 'all' }, body);
      return fresh;
    });
    return getTutorial(ctx, id);
  },

  async edit(ctx, { params, body }) {
    const id = rowId(params.id);
    await changeTutorial(ctx, id, async (tx, before) => {
      await writeAudience(tx, ctx.caller, { table: 'tutorial', id, before: before.audience }, body);
      await store.edit(tx, id, body, ctx.now());
    });
    return readTutorial(ctx, id);
  },

  async remove(ctx, { params }) {
    const id = rowId(params.id);
    const key = await changeTutorial(ctx, id, async (tx, before) => {
      await store.remove(tx, id);
      return before.video_key;
    });
    await drop(ctx, key);
    return {};
  },

  async order({ engine, caller }, { body }) {
    const ids = [...new Set(body.ids)];
    await engine.db.transaction().execute(async (tx) => {
      if ((await store.setOrder(tx, caller.customer, ids)) !== ids.length) throw notFound();
    });
    return {};
  },

  async setVideo(ctx, { params }) {
    const id = rowId(params.id);
    await getTutorial(ctx, id);
    const old = await withVideo(ctx, (video) =>
      changeTutorial(ctx, id, async (tx, before) => {
        await store.setVideo(tx, id, video, ctx.now());
        await checkRoom(tx, ctx.caller.customer);
        return before.video_key;
      }),
    );
    await drop(ctx, old);
    return readTutorial(ctx, id);
  },

  async removeVideo(ctx, { params }) {
    const id = rowId(params.id);
    const old = await changeTutorial(ctx, id, async (tx, before) => {
      await store.setVideo(tx, id, null, ctx.now());
      return before.video_key;
    });
    await drop(ctx, old);
    return readTutorial(ctx, id);
  },

  async video(ctx, { params }) {
    const video = await store.findVideo(ctx.engine.db, readable(ctx), rowId(params.id));
    if (!video) throw notFound();
    return sendVideo(ctx, video);
  },
};
