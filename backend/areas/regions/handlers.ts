// Regions: the areas that limit what people see and edit.
import { sql } from 'kysely';
import { api } from '../../../contract';
import { PROJECT_STATES } from '../../../contract/schemas/project';
import type { Region } from '../../../contract/schemas/region';
import type { RegionPerson } from '../../../contract/schemas/regions/reach';
import type { Db } from '../../db/engine';
import { flags, needsProblem, type Problem } from '../../http/allowed';
import type { Ctx } from '../../http/context';
import { forbidden, invalid, notFound, ruled } from '../../http/errors';
import { byText, endOf, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import { reachOf } from './access';
import { managesRegions, removeProblem, shapeProblem } from './rules';
import * as store from './store';
import { checkPlace, readTree, roundBox } from './tree';
import { acceptFile } from './upload/accept';
import { checkRings, checkShape } from './work/check-shape';
import { effectOf, workIn } from './work/effect';
import { fitOf } from './work/fit';
import { listOverlaps } from './work/overlaps';
import * as people from './work/people';
import { holdAll, reshape } from './work/reshape';
import { makeShapes } from './work/shapes';

/** Lists without pages end here. */
const MAX_REGIONS = 10_000;
/** Shapes are heavy: a list with them is shorter. */
const MAX_DETAILED = 1000;

const orders = ({ engine }: Ctx) => ({
  label: byText(engine, sql`r.label`),
  area: sql`r.area`,
  id: sql`r.id`,
  code: sql`r.code_key collate "C"`,
  people: store.boundBy(sql`r.id`),
});

async function one(ctx: Ctx, id: string | number, db: Db = ctx.engine.db, detailed = true) {
  const number = rowId(id);
  const { customer, only } = reachOf(ctx.caller);
  if (only && !only.includes(number)) throw notFound();
  const [region] = await store.list(db, { customer, only: [number] }, detailed, sql`limit 1`);
  if (!region) throw notFound();
  return region;
}

async function getRegion(ctx: Ctx, id: string | number): Promise<Region> {
  const [region] = await withActs(ctx, [await one(ctx, id)]);
  return region as Region;
}

const readRegion = (ctx: Ctx, id: string | number) => withVersion(ctx, ['region', rowId(id)], () => getRegion(ctx, id));

function refuse(problem: Problem): void {
  if (typeof problem === 'string') throw ruled(problem);
  if (problem) throw ruled(problem.wording, { params: problem.params });
}

/** For what does without the shape, which may have 50,000 corners. */
const shapeless = (ctx: Ctx, id: string | number) => one(ctx, id, ctx.engine.db, false);

/** Regions with what the caller may do with each. */
async function withActs(ctx: Ctx, regions: readonly Region[]): Promise<Region[]> {
  const { caller, engine, lang } = ctx;
  const closed = needsProblem(caller, api.regions.remove.needs);
  const ids = regions.map((region) => region.id);
  const uses = managesRegions(caller) ? await store.findUses(engine.db, ids) : null;
  return regions.map((region) => {
    const use = uses?.get(region.id);
    return {
      ...region,
      ...(use ? { people: use.bound, projects: use.projects } : {}),
      ...flags(lang, {
        edit: needsProblem(caller, api.regions.edit.needs) ?? shapeProblem(caller, region.id),
        delete: closed ?? removeProblem(caller, region.id, use ?? store.NO_USE),
      }),
    };
  });
}

/** Refuses a removal with the names of those who stand in its way. */
async function checkRemoval(ctx: Ctx, tx: Db, id: number): Promise<void> {
  const use = (await store.findUses(tx, [id])).get(id) ?? store.NO_USE;
  const problem = removeProblem(ctx.caller, id, use);
  if (!problem) return;
  if (typeof problem === 'string') throw ruled(problem);
  const extra = {
    people: use.people > 0 ? await people.findSole(tx, id, null) : [],
    projects: use.projects > 0 ? await people.findProjects(tx, id, PROJECT_STATES.closed) : [],
  };
  throw ruled(problem.wording, { params: problem.params, extra });
}

export const regionHandlers: Handlers['regions'] = {
  async list(ctx, { query }) {
    const { search, parent, person, bbox, zoom, is_detailed: detailed = false } = query;
    if (person !== undefined && !managesRegions(ctx.caller)) throw forbidden();
    const which = { ...reachOf(ctx.caller), search, parent, person, bbox };
    const { db } = ctx.engine;
    return listed(ctx, query, {
      rows: async (end) => withActs(ctx, await store.list(db, which, detailed, end, zoom)),
      count: () => store.count(db, which),
      orders: orders(ctx),
      first: 'label',
    });
  },

  short: (ctx) =>
    store.short(ctx.engine.db, reachOf(ctx.caller), endOf(orders(ctx), 'label', { limit: MAX_REGIONS, offset: 0 })),

  accessed(ctx, { query }) {
    const { customer, regions } = ctx.caller;
    const detailed = query.is_detailed ?? false;
    const which = { customer, only: regions.length ? regions : null };
    const slice = { limit: detailed ? MAX_DETAILED : MAX_REGIONS, offset: 0 };
    return store.list(ctx.engine.db, which, detailed, endOf(orders(ctx), 'label', slice));
  },

  ground: async ({ engine, caller }) => ({ geometry: await store.groundOf(engine.db, caller.regions) }),

  async at(ctx, { body }) {
    const { customer, regions } = ctx.caller;
    const which = { customer, only: regions.length ? regions : null };
    return { region: await store.smallestAt(ctx.engine.db, which, body.geometry) };
  },

  async tree(ctx) {
    const { caller, engine } = ctx;
    const end = endOf(orders(ctx), 'label', { limit: MAX_REGIONS, offset: 0 });
    const rows = await readTree(engine.db, caller.customer, end);
    return rows.map(({ sole, ...row }) => ({
      ...row,
      extent: roundBox(row.extent),
      can_delete: removeProblem(caller, row.id, { bound: row.people, people: sole, projects: row.projects }) === null,
    }));
  },

  overlaps: (ctx, { query }) => listOverlaps(ctx, query),

  shape: ({ engine, caller }, { body }) => makeShapes(engine.db, caller.customer, body),

  one: (ctx, { params }) => readRegion(ctx, params.id),

  async create(ctx, { body }) {
    await checkShape(ctx, body.geometry);
    const { customer } = ctx.caller;
    const [region] = await ctx.engine.db.transaction().execute(async (tx) => {
      await checkPlace(tx, customer, null, body);
      return store.insertRegions(tx, customer, [body]);
    });
    if (!region) throw new Error('the region was not written');
    return getRegion(ctx, region.id);
  },

  async edit(ctx, { params, body }) {
    const { id } = await one(ctx, params.id);
    if (body.geometry) {
      refuse(shapeProblem(ctx.caller, id));
      await checkShape(ctx, body.geometry);
    }
    const { customer } = ctx.caller;
    const change = ctx.engine.db.transaction().execute(async (tx) => {
      // The tree before the region, as every change of it holds them.
      await checkPlace(tx, customer, id, body);
      if (!(await store.hold(tx, customer, id))) throw notFound();
      await checkVersion(ctx, tx, ['region', id]);
      await store.updateRegion(tx, id, body);
    });
    await orCurrent(change, () => getRegion(ctx, id));
    return readRegion(ctx, id);
  },

  async remove(ctx, { params }) {
    const { id } = await one(ctx, params.id);
    const removal = ctx.engine.db.transaction().execute(async (tx) => {
      if (!(await store.hold(tx, ctx.caller.customer, id))) throw notFound();
      await checkVersion(ctx, tx, ['region', id]);
      await store.holdBound(tx, id);
      await store.holdProjects(tx, id);
      await checkRemoval(ctx, tx, id);
      await store.passPartsOn(tx, id);
      await store.remove(tx, id);
    });
    await orCurrent(removal, () => getRegion(ctx, id));
    return {};
  },

  async reshape(ctx, { params, body }) {
    const { caller, engine } = ctx;
    const { id } = await one(ctx, params.id);
    const { absorb = [] } = body;
    if (absorb.includes(id)) throw invalid('absorb');
    for (const which of [id, ...absorb]) refuse(shapeProblem(caller, which));
    for (const shape of [body, ...(body.parts ?? [])]) await checkShape(ctx, shape.geometry);
    const change = engine.db.transaction().execute(async (tx) => {
      await holdAll(tx, caller.customer, [id, ...absorb]);
      await checkVersion(ctx, tx, ['region', id]);
      return reshape(tx, caller, id, body);
    });
    const parts = await orCurrent(change, () => getRegion(ctx, id));
    return { ...(await readRegion(ctx, id)), made: parts };
  },

  async effect(ctx, { params, body }) {
    const { id } = await shapeless(ctx, params.id);
    if (body.geometry) checkRings(body.geometry);
    return effectOf(ctx, id, body.geometry);
  },

  async fit(ctx, { params }) {
    const { id, parent } = await shapeless(ctx, params.id);
    return fitOf(ctx.engine, id, parent);
  },

  async work(ctx, { params }) {
    const { id } = await shapeless(ctx, params.id);
    return workIn(ctx, id);
  },

  async people(ctx, { params, query }) {
    const { id } = await shapeless(ctx, params.id);
    const { db } = ctx.engine;
    return withVersion(ctx, ['region', id], () =>
      listed<RegionPerson, 'name' | 'id'>(ctx, query, {
        rows: (end) => people.list(db, id, query.search, end),
        count: () => people.count(db, id, query.search),
        orders: people.orders(ctx.engine),
        first: 'name',
      }),
    );
  },

  async changePeople(ctx, { params, body }) {
    const { id } = await shapeless(ctx, params.id);
    const change = ctx.engine.db.transaction().execute(async (tx) => {
      if (!(await store.hold(tx, ctx.caller.customer, id))) throw notFound();
      await checkVersion(ctx, tx, ['region', id]);
      await people.changePeople(tx, ctx.caller, id, body);
    });
    await orCurrent(change, () => getRegion(ctx, id));
    return readRegion(ctx, id);
  },

  upload: (ctx, { query }) => acceptFile(ctx, query),
};
