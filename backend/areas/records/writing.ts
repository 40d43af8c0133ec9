// Writing one record: made, edited against its version, deleted, brought back to an earlier version.
import type { Geometry } from '../../../contract/schemas/common';
import type { Values } from '../../../contract/schemas/form';
import type { LogAction } from '../../../contract/schemas/record';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { forbidden, invalid, notFound, Refusal, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { layerFor } from '../layers/access';
import {
  answer,
  boxOf,
  checkHistory,
  checkShape,
  checkVersion,
  recordFor,
  type Touched,
  versionOf,
  writing as write,
} from './access';
import { checkRight } from './permission';
import { removeRecords } from './removing';
import { applyCreation, applyEdit, applyWithdrawal } from './review';
import * as rules from './rules';
import * as store from './store';

/** The unique index over what people do with a key. */
const KEY_INDEX = 'record_log_key';

/** The key of a call that may be made again because its answer was lost: a header of 8 to 64 letters, digits and hyphens, in quotes or not. */
function keyOf(ctx: Ctx): string | null {
  const given = ctx.request.headers['idempotency-key'];
  if (given === undefined) return null;
  const key = /^"?([\w-]{8,64})"?$/.exec(String(given))?.[1];
  if (!key) throw invalid('idempotency-key');
  return key;
}

/** What the key's first call made, as it is now. */
async function madeBefore(ctx: Ctx, key: string) {
  const id = await store.madeWith(ctx.engine.db, ctx.caller.id, key);
  if (id === undefined) throw notFound();
  const { record, layer } = await recordFor(ctx, id);
  return answer(ctx, layer, record);
}

type Held = Awaited<ReturnType<typeof recordFor>>;

/** The edit of a held record: into the record, or beside it where the layer is supervised. */
async function change(
  ctx: Ctx,
  db: Db,
  { record, layer }: Held,
  asked: { value?: Values | undefined; geometry?: Geometry | null | undefined },
  action: LogAction,
  touch: (touched: Touched) => Promise<void>,
) {
  const changed = asked.value && rules.cleanValues(layer.config.form, asked.value, false);
  // An earlier version comes back as it was.
  if (changed && action === 'edit') rules.checkReadOnly(layer.config.form, changed, [record.value]);
  const { geometry } = asked;
  const moved = geometry === undefined ? undefined : { geometry, placed: rules.cleanGeometry(layer.type, geometry) };
  if (moved) await checkShape(ctx, db, moved.geometry);
  const waitingChange = { ...(changed ? { value: changed } : {}), ...(moved ? { geometry: moved.geometry } : {}) };
  const now = ctx.now().toISOString();
  const result = applyEdit(layer.config.supervised, store.toStanding(record), ctx.caller.id, waitingChange, now);
  if ('problem' in result) throw ruled(result.problem);
  const { standing, written } = result;
  const value = written ? { ...record.value, ...changed } : record.value;
  await store.update(db, layer.id, ctx.caller.id, [
    { id: record.id, value, standing, verdict: record.verdict, ...(written && moved ? { moved } : {}) },
  ]);
  const after = { value: { ...record.value, ...changed }, geometry: moved ? moved.geometry : record.geometry };
  await store.log(db, layer.id, ctx.caller.id, [
    { record: record.id, action, before: versionOf(record), after: { ...after, status: standing.status } },
  ]);
  const before = boxOf(record.geometry);
  await touch({
    layer: layer.id,
    more: 0,
    before: [before],
    now: [written && moved ? (moved.placed?.bbox ?? null) : before],
  });
  const [row] = await store.byIds(db, layer.id, [record.id]);
  return answer(ctx, layer, row as store.RecordRow);
}

export const writing: Pick<Handlers['records'], 'create' | 'edit' | 'remove' | 'withdraw' | 'revert'> = {
  async create(ctx, { body }) {
    const { row: layer, rights } = await layerFor(ctx, body.layer);
    if (!rights.add) throw forbidden();
    if (layer.type > 3) throw new Refusal(400, 'noRecords');
    const value = rules.cleanValues(layer.config.form, body.value, true);
    rules.checkReadOnly(layer.config.form, value, [{}]);
    const placed = rules.cleanGeometry(layer.type, body.geometry);
    const key = keyOf(ctx);
    const made = write(ctx, async (db, touch) => {
      await checkShape(ctx, db, body.geometry);
      const start = applyCreation(layer.config.supervised, ctx.caller.id);
      const [id] = (await store.insert(db, layer.id, ctx.caller.id, [
        { value, geometry: body.geometry, placed, ...start },
      ])) as [number];
      const after = { value, geometry: body.geometry, status: start.status };
      await store.log(db, layer.id, ctx.caller.id, [{ record: id, action: 'create', before: null, after, key }]);
      await touch({ layer: layer.id, more: 1, before: [], now: [placed?.bbox ?? null] });
      const [row] = await store.byIds(db, layer.id, [id]);
      return answer(ctx, layer, row as store.RecordRow);
    });
    // Of two at once the second waits at the index, and finds there what the first one made.
    return made.catch((error) => {
      if (key && (error as { constraint?: string }).constraint === KEY_INDEX) return madeBefore(ctx, key);
      throw error;
    });
  },

  edit: (ctx, { params, body }) =>
    write(ctx, async (db, touch) => {
      const held = await recordFor(ctx, params.id, db, true);
      checkRight(held.rights, 'edit');
      checkVersion(ctx, held.layer, held.record);
      return change(ctx, db, held, body, 'edit', touch);
    }),

  remove: (ctx, { params }) =>
    write(ctx, async (db, touch) => {
      const { record, layer, rights } = await recordFor(ctx, params.id, db, true);
      checkRight(rights, 'delete');
      return removeRecords(ctx, db, layer, [record.id], touch);
    }),

  withdraw: (ctx, { params }) =>
    write(ctx, async (db, touch) => {
      const { record, layer, rights } = await recordFor(ctx, params.id, db, true);
      checkRight(rights, 'delete');
      checkVersion(ctx, layer, record);
      const result = applyWithdrawal(store.toStanding(record), ctx.caller.id, ctx.now().toISOString());
      if ('problem' in result) throw ruled(result.problem);
      const { standing } = result;
      const { id, value, verdict } = record;
      await store.update(db, layer.id, ctx.caller.id, [{ id, value, standing, verdict }]);
      await store.log(db, layer.id, ctx.caller.id, [
        { record: id, action: 'withdraw', before: versionOf(record), after: versionOf(record) },
      ]);
      await touch({ layer: layer.id, more: 0, before: [], now: [] });
      const [row] = await store.byIds(db, layer.id, [id]);
      return answer(ctx, layer, row as store.RecordRow);
    }),

  revert: (ctx, { params, body }) =>
    write(ctx, async (db, touch) => {
      const held = await recordFor(ctx, params.id, db, true);
      checkRight(held.rights, 'edit');
      checkVersion(ctx, held.layer, held.record);
      checkHistory(ctx, held.record);
      const step = await store.logRow(db, held.record.id, body.log);
      const version = step?.after ?? step?.before;
      if (!version) throw notFound();
      // What the form has today: fields that the version lacks become empty, fields that the form has lost stay away.
      const value = Object.fromEntries(held.layer.config.form.map((f) => [f.name, version.value[f.name] ?? null]));
      const geometry = held.layer.type === 0 ? undefined : version.geometry;
      return change(ctx, db, held, { value, geometry }, 'revert', touch);
    }),
};
