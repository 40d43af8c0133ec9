// Regions: the areas that limit what people see and edit.
import { sql } from 'kysely';
import { api } from '../../../contract';
import type { Geometry } from '../../../contract/schemas/common';
import type { Region } from '../../../contract/schemas/region';
import type { Db } from '../../db/engine';
import { MAX_VERTICES, place } from '../../geo/geometry';
import { flags, needsProblem, type Problem } from '../../http/allowed';
import type { Ctx } from '../../http/context';
import { invalid, notFound, Refusal, ruled, say } from '../../http/errors';
import { byText, endOf, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import { removeProblem, seesAllRegions, shapeProblem } from './rules';
import * as store from './store';
import { readRegions } from './upload';

/** Lists without pages end here. */
const MAX_REGIONS = 10_000;
/** Shapes are heavy: a list with them is shorter. */
const MAX_DETAILED = 1000;
const MAX_SHOWN = 100;
const CHUNK = 100;

const orders = ({ engine }: Ctx) => ({ label: byText(engine, sql`r.label`), area: sql`r.area`, id: sql`r.id` });

const mine = ({ caller }: Ctx) => ({
  customer: caller.customer,
  only: seesAllRegions(caller) ? null : caller.regions,
});

async function one(ctx: Ctx, id: string | number, db: Db = ctx.engine.db) {
  const number = rowId(id);
  const { customer, only } = mine(ctx);
  if (only && !only.includes(number)) throw notFound();
  const [region] = await store.list(db, { customer, only: [number] }, true, sql`limit 1`);
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

/** Regions with what the caller may do with each. */
async function withActs(ctx: Ctx, regions: readonly Region[]): Promise<Region[]> {
  const { caller, engine, lang } = ctx;
  const closed = needsProblem(caller, api.regions.remove.needs);
  const ids = regions.map((region) => region.id);
  const uses = closed ? null : await store.findUses(engine.db, ids);
  return regions.map((region) => ({
    ...region,
    ...flags(lang, {
      edit: needsProblem(caller, api.regions.edit.needs) ?? shapeProblem(caller, region.id),
      delete: uses ? removeProblem(caller, region.id, uses.get(region.id) as store.Use) : closed,
    }),
  }));
}

async function checkShape(ctx: Ctx, geometry: Geometry): Promise<void> {
  const placed = place(geometry);
  if (!placed) throw new Refusal(400, 'geometryPlace');
  if (placed.vertices > MAX_VERTICES) throw new Refusal(400, 'geometryBig', { params: { max: MAX_VERTICES } });
  const rings = (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates) as number[][][][];
  const closed = (ring: number[][]) => ring[0]?.[0] === ring.at(-1)?.[0] && ring[0]?.[1] === ring.at(-1)?.[1];
  if (!rings.flat().every(closed)) throw new Refusal(400, 'geometryInvalid');
  const [area = 0] = await store.areas(ctx.engine.db, [{ geometry }]);
  if (!(area > 0)) throw new Refusal(400, 'geometryInvalid');
}

export const regionHandlers: Handlers['regions'] = {
  async list(ctx, { query }) {
    const which = { ...mine(ctx), search: query.search };
    const { db } = ctx.engine;
    return listed(ctx, query, {
      rows: async (end) => withActs(ctx, await store.list(db, which, query.is_detailed ?? false, end)),
      count: () => store.count(db, which),
      orders: orders(ctx),
      first: 'label',
    });
  },

  short: (ctx) => store.short(ctx.engine.db, mine(ctx), endOf(orders(ctx), 'label', { limit: MAX_REGIONS, offset: 0 })),

  accessed(ctx, { query }) {
    const { customer, regions } = ctx.caller;
    const detailed = query.is_detailed ?? false;
    const which = { customer, only: regions.length ? regions : null };
    const slice = { limit: detailed ? MAX_DETAILED : MAX_REGIONS, offset: 0 };
    return store.list(ctx.engine.db, which, detailed, endOf(orders(ctx), 'label', slice));
  },

  async at(ctx, { body }) {
    const { customer, regions } = ctx.caller;
    const which = { customer, only: regions.length ? regions : null };
    return { region: await store.smallestAt(ctx.engine.db, which, body.geometry) };
  },

  one: (ctx, { params }) => readRegion(ctx, params.id),

  async create(ctx, { body }) {
    await checkShape(ctx, body.geometry);
    const [region] = await ctx.engine.db
      .transaction()
      .execute((tx) => store.insertRegions(tx, ctx.caller.customer, [body]));
    if (!region) throw new Error('the region was not written');
    return getRegion(ctx, region.id);
  },

  async edit(ctx, { params, body }) {
    const { id } = await one(ctx, params.id);
    if (body.geometry) {
      refuse(shapeProblem(ctx.caller, id));
      await checkShape(ctx, body.geometry);
    }
    const change = ctx.engine.db.transaction().execute(async (tx) => {
      if (!(await store.hold(tx, ctx.caller.customer, id))) throw notFound();
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
      refuse(removeProblem(ctx.caller, id, (await store.findUses(tx, [id])).get(id) as store.Use));
      await store.remove(tx, id);
    });
    await orCurrent(removal, () => getRegion(ctx, id));
    return {};
  },

  async upload(ctx, { query }) {
    const contents = await readRegions(ctx, query);
    const { db } = ctx.engine;
    const sound: (store.NewShape & { area: number })[] = [];
    const rejects = [...contents.rejects];
    for (let i = 0; i < contents.shapes.length; i += CHUNK) {
      const chunk = contents.shapes.slice(i, i + CHUNK);
      const areas = await store.areas(db, chunk);
      for (const [k, { row, ...shape }] of chunk.entries()) {
        const area = areas[k] ?? 0;
        if (area > 0) sound.push({ ...shape, area });
        else rejects.push({ row, reason: say(ctx.lang, 'geometryInvalid') });
      }
    }
    const about = { dataset: contents.dataset, label_field: contents.labelField, count: sound.length };
    if (query.dry_run) {
      const regions = sound.slice(0, MAX_SHOWN).map(({ label, area }) => ({ id: null, label, area }));
      return { ...about, dry_run: true, regions, rejects: rejects.slice(0, MAX_SHOWN) };
    }
    if (rejects.length)
      throw new Refusal(400, 'regionsRejected', {
        params: { count: rejects.length },
        extra: { rejects: rejects.slice(0, MAX_SHOWN) },
      });
    if (sound.length === 0) throw invalid('file');
    const newRegions = await db.transaction().execute(async (tx) => {
      const all: store.Measured[] = [];
      for (let i = 0; i < sound.length; i += CHUNK)
        all.push(...(await store.insertRegions(tx, ctx.caller.customer, sound.slice(i, i + CHUNK))));
      return all;
    });
    return { ...about, dry_run: false, regions: newRegions.slice(0, MAX_SHOWN), rejects: [] };
  },
};
