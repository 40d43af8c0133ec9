// Where field users were and who is online. What is read here is audited by the mount.
import { sql } from 'kysely';
import { dayAt } from '../../../contract/dates';
import type { TrackQuery } from '../../../contract/schemas/tracking';
import type { Ctx } from '../../http/context';
import { invalid, notFound, Refusal, ruled } from '../../http/errors';
import { listed, MAX_COUNTED } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { countPeople } from '../../identity/people';
import { ONLINE_MS } from '../messages/handlers';
import { getRegion } from '../regions/access';
import { inFuture, keptSince } from './rules';
import * as store from './store';

/** Places of a page where no number is asked for. */
const LIST_SIZE = 100;

type FilterQuery = Pick<TrackQuery, 'track_date_before' | 'track_date_after' | 'user_id' | 'region'>;

/** The filter, once its person and its region are known to exist for the caller. */
async function filterOf(ctx: Ctx, q: FilterQuery): Promise<store.Filter> {
  if (q.user_id !== undefined && (await countPeople(ctx.engine.db, ctx.caller.customer, [q.user_id])) === 0)
    throw notFound();
  if (q.region !== undefined) await getRegion(ctx, q.region);
  const [before, requestedAfter] = [q.track_date_before, q.track_date_after];
  // Without dates it is about today: nobody reads the whole past by leaving them out.
  const after = requestedAfter === undefined && before === undefined ? dayAt(ctx.now()) : requestedAfter;
  return { after, before, user: q.user_id, region: q.region };
}

export const trackingHandlers: Handlers['tracking'] = {
  async points(ctx, { query }) {
    const filter = await filterOf(ctx, query);
    const { db } = ctx.engine;
    return listed(ctx, query, {
      rows: (end) => store.points(db, ctx.caller, filter, end),
      count: () => store.count(db, ctx.caller, filter, MAX_COUNTED),
      orders: { date: sql`n.at`, id: sql`n.id` },
      first: '-date',
      size: LIST_SIZE,
    });
  },

  async lines(ctx, { query }) {
    const filter = await filterOf(ctx, query);
    const most = store.MAX_POINTS;
    if ((await store.count(ctx.engine.db, ctx.caller, filter, most)).capped)
      throw ruled('tooManyPoints', { params: { max: most } });
    return store.lines(ctx.engine.db, ctx.caller, filter);
  },

  online: (ctx) => store.online(ctx.engine.db, ctx.caller, new Date(ctx.now().getTime() - ONLINE_MS)),

  async report(ctx, { body }) {
    const now = ctx.now();
    if (body.points.some((p) => inFuture(p.date, now))) throw new Refusal(400, 'trackFuture');
    // A year that the database cannot hold is no time that a device was at a place.
    if (body.points.some((p) => !(new Date(p.date).getTime() > 0))) throw invalid('points');
    // What came too late to be kept is passed over.
    const keptFrom = keptSince(now, ctx.config.trackDays).getTime();
    const points = body.points.filter((p) => new Date(p.date).getTime() >= keptFrom);
    return { count: points.length === 0 ? 0 : await store.add(ctx.engine.db, ctx.caller, points) };
  },
};
