// Where field users were and who is online. What is read here is audited by the mount, and told to those who were looked at.
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { dayAt, ZONE } from '../../../contract/dates';
import type { OwnTrack, Replay, ReplayQuery, TrackQuery, TrackTaken } from '../../../contract/schemas/tracking';
import { LEFT_OUT, MAX_TRACK_DAYS } from '../../../contract/schemas/tracking';
import { type Ctx, FileAnswer } from '../../http/context';
import { invalid, notFound, ruled, sayOf } from '../../http/errors';
import { countRows, listed, MAX_COUNTED } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { countPeople } from '../../identity/people';
import { ONLINE_MS } from '../messages/online';
import { getRegion } from '../regions/access';
import { TRACK_MIMES, writeTracks } from './file';
import { looks, writeLook } from './looks';
import { recordsOf } from './records';
import { daysOf, getReplay, MAX_REPLAY, pointsOf } from './replay';
import { isTooLong, keptSince, siftPoints, toleranceAt } from './rules';
import * as store from './store';

/** Places of a page where no number is asked for. */
const LIST_SIZE = 100;

type FilterQuery = Pick<TrackQuery, 'track_date_before' | 'track_date_after' | 'region'>;

/** The filter, once its people and its region are known to exist for the caller. */
async function filterOf(ctx: Ctx, q: FilterQuery, users?: readonly number[]): Promise<store.Filter> {
  const distinct = users && [...new Set(users)];
  if (distinct && (await countPeople(ctx.engine.db, ctx.caller.customer, distinct)) < distinct.length) throw notFound();
  if (q.region !== undefined) await getRegion(ctx, q.region);
  const [before, requestedAfter] = [q.track_date_before, q.track_date_after];
  // Without dates it is about today: nobody reads the whole past by leaving them out.
  const after = requestedAfter === undefined && before === undefined ? dayAt(ctx.now()) : requestedAfter;
  return { after, before, users: distinct, region: q.region };
}

const usersOf = ({ user_id: user }: Pick<TrackQuery, 'user_id'>) => (user === undefined ? undefined : [user]);

/** Refuses more points than one response holds. */
async function checkCount(ctx: Ctx, filter: store.Filter, max: number): Promise<void> {
  if ((await store.count(ctx.engine.db, ctx.caller, filter, max)).capped)
    throw ruled('tooManyPoints', { params: { max } });
}

/** The filter of what is read of single people: not longer than a replay may be. */
async function shortFilter(ctx: Ctx, query: FilterQuery, users: readonly number[]) {
  const filter = await filterOf(ctx, query, users);
  if (isTooLong(filter.after, filter.before, ctx.now()))
    throw ruled('trackTooLong', { params: { max: MAX_TRACK_DAYS } });
  return { ...filter, users };
}

/** The replay that a query asks for. */
async function replayOf(ctx: Ctx, query: ReplayQuery): Promise<Replay> {
  const filter = await shortFilter(ctx, query, query.user_ids);
  await checkCount(ctx, filter, MAX_REPLAY);
  return getReplay(ctx.engine.db, ctx.caller, filter);
}

/** Those of a replay whose places were seen. */
const peopleIn = (replay: Replay): number[] => replay.flatMap(({ user, points }) => (points.length ? [user.id] : []));

const SENTENCES = {
  repeated: 'trackRepeated',
  off_day: 'trackOffDay',
  too_old: 'trackTooOld',
  ahead: 'trackAhead',
} as const;

/** What the phone is told. */
function takenOf(ctx: Ctx, count: number, omissions: Partial<Record<(typeof LEFT_OUT)[number], number>>): TrackTaken {
  const params = { days: ctx.config.trackDays };
  const reasons = LEFT_OUT.flatMap((why) => {
    const n = omissions[why] ?? 0;
    return n
      ? [{ why, count: n, detail: sayOf(ctx.lang, { wording: SENTENCES[why], params: { ...params, count: n } }) }]
      : [];
  });
  return { count, ...(reasons.length ? { left_out: reasons } : {}) };
}

/** One's own track, whatever regions one is bound to: what is known of somebody is theirs to see. */
async function getOwn(ctx: Ctx, query: FilterQuery): Promise<OwnTrack> {
  const { engine, caller, config } = ctx;
  const filter = await shortFilter(ctx, query, [caller.id]);
  const self = { customer: caller.customer, regions: [] };
  if ((await store.count(engine.db, self, filter, MAX_REPLAY)).capped)
    throw ruled('tooManyPoints', { params: { max: MAX_REPLAY } });
  return {
    kept_days: config.trackDays,
    workdays: caller.workdays,
    days: await daysOf(engine.db, caller.id, ZONE),
    points: (await pointsOf(engine.db, self, filter)).get(caller.id) ?? [],
  };
}

export const trackingHandlers: Handlers['tracking'] = {
  async points(ctx, { query }) {
    const filter = await filterOf(ctx, query, usersOf(query));
    const { db } = ctx.engine;
    const page = await listed(ctx, query, {
      rows: (end) => store.points(db, ctx.caller, filter, end),
      count: () => store.count(db, ctx.caller, filter, MAX_COUNTED),
      orders: { date: sql`n.at`, id: sql`n.id` },
      first: '-date',
      size: LIST_SIZE,
    });
    await writeLook(ctx, 'points', page.results.map(({ user }) => user.id)); // biome-ignore format: one call
    return page;
  },

  async lines(ctx, { query }) {
    const filter = await filterOf(ctx, query, usersOf(query));
    const isDrawn = query.zoom !== undefined;
    await checkCount(ctx, filter, isDrawn ? store.MAX_SIMPLIFIED : store.MAX_POINTS);
    const { db } = ctx.engine;
    const lines = isDrawn
      ? await store.simplifiedLines(db, ctx.caller, filter, toleranceAt(query.zoom as number))
      : await store.lines(db, ctx.caller, filter);
    await writeLook(ctx, 'lines', lines.map(({ user }) => user.id)); // biome-ignore format: one call
    return lines;
  },

  async online(ctx, { query }) {
    if (query.region !== undefined) await getRegion(ctx, query.region);
    const people = await store.online(ctx.engine.db, ctx.caller, new Date(ctx.now().getTime() - ONLINE_MS), query);
    await writeLook(ctx, 'now', people.flatMap(({ user, geometry }) => (geometry ? [user.id] : []))); // biome-ignore format: one call
    return people;
  },

  async replay(ctx, { query }) {
    const replay = await replayOf(ctx, query);
    await writeLook(ctx, query.print ? 'file' : 'replay', peopleIn(replay));
    return replay;
  },

  async file(ctx, { query }) {
    const replay = await replayOf(ctx, query);
    await writeLook(ctx, 'file', peopleIn(replay));
    const day = query.track_date_after?.slice(0, 10) ?? dayAt(ctx.now());
    const name = `tracks-${day}.${query.format}`;
    return new FileAnswer(Readable.from(writeTracks(replay, query.format)), TRACK_MIMES[query.format], name);
  },

  records: async (ctx, { query }) =>
    recordsOf(ctx.engine.db, ctx.caller, await shortFilter(ctx, query, query.user_ids)),

  own: (ctx, { query }) => getOwn(ctx, query),

  looks: (ctx, { query }) =>
    listed(ctx, query, {
      rows: (end) => looks(ctx.engine.db, ctx.caller.id, end),
      count: () =>
        countRows(ctx.engine.db, sql`from track_look n where n.account_id = ${ctx.caller.id}::int`, MAX_COUNTED),
      orders: { last: sql`n.last_at`, id: sql`n.id` },
      first: '-last',
    }),

  async report(ctx, { body }) {
    const now = ctx.now();
    // A year that the database cannot hold is no time that a device was at a place.
    if (body.points.some((p) => !(new Date(p.date).getTime() > 0))) throw invalid('points');
    const { places, omissions } = siftPoints(
      body.points,
      ctx.caller.workdays,
      keptSince(now, ctx.config.trackDays),
      now,
    );
    const count = places.length === 0 ? 0 : await store.add(ctx.engine.db, ctx.caller, places);
    return takenOf(ctx, count, { ...omissions, repeated: places.length - count });
  },
};
