// Calls of selective rewind, for superusers: what it would do, the order, and the way back.
import { sql } from 'kysely';
import {
  MAX_REWIND,
  type RewindOrder,
  type RewindRecord,
  type RewindSelection,
  type RewindTotals,
} from '../../../contract/schemas/records/rewind';
import type { JobOutcome } from '../../../contract/schemas/upload';
import type { Ctx, World } from '../../http/context';
import { forbidden, invalid, notFound, Refusal } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { displayName, findPersons } from '../../identity/people';
import { getJobAnswer } from '../jobs/handlers';
import { canUndo } from '../jobs/job-view';
import type { JobQueue } from '../jobs/queue';
import type { JobRow } from '../jobs/store';
import { findMany, type LayerRow, recordLayerIds } from '../layers/store';
import { getRegion } from '../regions/access';
import { activeLayers, countPlan, type Planned, planQuery, readPlan } from './plan';
import { runRewind, runUndoRewind, type UndoOrder } from './run';
import { changedFields, targetOf } from './target';

const PAGE_SIZE = 50;
const ACTS = ['remove', 'restore', 'revert', 'fields', 'skip'] as const;

const addUp = (all: readonly RewindTotals[]): RewindTotals => {
  const sum = (key: keyof RewindTotals) => all.reduce((n, totals) => n + totals[key], 0);
  return { change: sum('change'), remove: sum('remove'), restore: sum('restore'), revert: sum('revert'), fields: sum('fields'), skip: sum('skip') }; // biome-ignore format: one line
};

interface LayerPlan {
  layer: LayerRow;
  totals: RewindTotals;
}

/** The layers of a selection with what would become of their records. Refuses what the caller's organisation does not have. */
async function planOf(ctx: Ctx, s: RewindSelection): Promise<LayerPlan[]> {
  const { db } = ctx.engine;
  if (Date.parse(s.from) >= Date.parse(s.to)) throw invalid('to');
  if (!(await findPersons(db, ctx.caller.customer, [s.person])).has(s.person)) throw notFound();
  if (s.region !== undefined) await getRegion(ctx, s.region);
  const named = [...new Set(s.layers ?? [])];
  const ids = await recordLayerIds(db, ctx.caller, named);
  if (named.length > 0 && ids.length !== named.length) throw notFound();
  const layers = await findMany(db, ctx.caller, await activeLayers(db, s, ids));
  const plans: LayerPlan[] = [];
  for (const layer of layers.sort((a, b) => a.id - b.id)) {
    const counts = await countPlan(db, planQuery(layer, s, ctx.caller));
    const [remove, restore, revert, fields, skip] = ACTS.map((act) => counts[act] ?? 0) as [number, number, number, number, number]; // biome-ignore format: one line
    if (remove + restore + revert + fields + skip > 0)
      plans.push({ layer, totals: { change: remove + restore + revert + fields, remove, restore, revert, fields, skip } }); // biome-ignore format: one line
  }
  return plans;
}

/** A record of a plan as the wire shows it. */
function toRecord(
  layer: LayerRow,
  row: Planned,
  people: ReadonlyMap<number, RewindRecord['by'] & object>,
): RewindRecord {
  const target = row.act === 'skip' ? null : targetOf(layer, row);
  const isSkipped = typeof target !== 'object' || target === null;
  const now = row.deleted ? null : { value: row.value, geometry: row.geometry, status: row.status };
  const after =
    isSkipped || target.deleted
      ? null
      : { value: target.value, geometry: target.moved ? target.moved.geometry : row.geometry, status: target.status };
  return {
    id: row.id,
    layer: layer.id,
    acts: row.acts,
    first: row.first_at.toISOString(),
    last: row.last_at.toISOString(),
    becomes: isSkipped ? 'skip' : row.act,
    conflict: typeof target === 'string' ? target : row.conflict,
    by: people.get(row.by ?? 0) ?? null,
    fields: isSkipped || target.deleted ? [] : changedFields(row, target),
    now,
    after: isSkipped ? now : after,
  };
}

/** The records of a page, across layers. */
async function readPage(ctx: Ctx, s: RewindSelection, plans: readonly LayerPlan[], offset: number, limit: number) {
  const results: RewindRecord[] = [];
  let before = 0;
  for (const { layer, totals } of plans) {
    const size = totals.change + totals.skip;
    const first = Math.max(0, offset - before);
    const left = limit - results.length;
    before += size;
    if (first >= size || left <= 0) continue;
    const end = sql`limit ${left}::int offset ${first}::int`;
    const rows = await readPlan(ctx.engine.db, planQuery(layer, s, ctx.caller), end);
    const people = await findPersons(ctx.engine.db, ctx.caller.customer, rows.map(({ by }) => by)); // biome-ignore format: one line
    results.push(...rows.map((row) => toRecord(layer, row, people)));
  }
  return results;
}

/** Builds the handlers and teaches the queue its kinds of job. */
export function rewindHandlers(world: World, queue: JobQueue): Handlers['rewind'] {
  async function order(ctx: Ctx, body: RewindOrder): Promise<string> {
    const plans = await planOf(ctx, body);
    const { change } = addUp(plans.map(({ totals }) => totals));
    if (change > MAX_REWIND) throw new Refusal(400, 'rewindTooMany', { params: { max: MAX_REWIND } });
    if (change !== body.count) throw new Refusal(409, 'rewindChanged', { params: { count: change } });
    const person = (await findPersons(ctx.engine.db, ctx.caller.customer, [body.person])).get(body.person);
    const label = person ? displayName(person) : '';
    const only = plans.length === 1 ? (plans[0]?.layer.id ?? null) : null;
    return queue.add({ account: ctx.caller.id, kind: 'rewind', label, order: body, upload: null, layer: only });
  }
  async function orderUndo(ctx: Ctx, row: JobRow): Promise<string> {
    if (!ctx.caller.superuser) throw forbidden();
    if (!canUndo(row)) throw new Refusal(409, 'noUndo');
    const { changed = 0, removed = 0, restored = 0 } = (row.outcome ?? {}) as Partial<JobOutcome>;
    if (changed + removed + restored === 0) throw new Refusal(409, 'noUndo');
    const stored: UndoOrder = { job: row.id };
    return queue.add({ account: ctx.caller.id, kind: 'undo_rewind', label: row.label, order: stored, upload: null, layer: row.layer_id }); // biome-ignore format: one order
  }
  const ofSuperuser = (ctx: Ctx) => {
    if (!ctx.caller.superuser) throw forbidden();
  };
  queue.register('rewind', {
    run: (run) => runRewind(world, run),
    again(ctx, row) {
      ofSuperuser(ctx);
      return order(ctx, row.order as RewindOrder);
    },
    undo: orderUndo,
  });
  queue.register('undo_rewind', {
    run: (run) => runUndoRewind(world, run),
    again(ctx, row) {
      ofSuperuser(ctx);
      const { kind, label, order: stored, layer_id: layer } = row;
      return queue.add({ account: ctx.caller.id, kind, label, order: stored, upload: null, layer });
    },
  });
  return {
    async preview(ctx, { body: { limit = PAGE_SIZE, offset = 0, ...s } }) {
      const plans = await planOf(ctx, s);
      const totals = addUp(plans.map((plan) => plan.totals));
      return {
        count: totals.change + totals.skip,
        totals,
        layers: plans.map(({ layer, totals: own }) => ({ layer: layer.id, label: layer.label, totals: own })),
        results: await readPage(ctx, s, plans, offset, limit),
      };
    },
    start: async (ctx, { body }) => getJobAnswer(ctx, await order(ctx, body)),
  };
}
