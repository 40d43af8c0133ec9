// Writing one record: made, edited against its version, deleted, brought back to an earlier version.
import type { Geometry } from '../../../contract/schemas/common';
import type { Values } from '../../../contract/schemas/form';
import type { LogAction } from '../../../contract/schemas/record';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { forbidden, invalid, notFound, Refusal, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { layerFor } from '../layers/access';
import { checkWork } from '../projects/access';
import {
  boxOf,
  checkHistory,
  checkShape,
  checkVersion,
  getRecord,
  showRecordWithEtag,
  type TouchTiles,
  versionOf,
  runWrite as write,
} from './access';
import { checkRight } from './permission';
import { checkKeys } from './related/keys';
import { removeRecords } from './remove-records';
import { applyCreation, applyEdit, applyWithdrawal } from './review';
import * as rules from './rules';
import * as store from './store';
import { beginningOf } from './values/beginning';
import { checkLinks } from './values/links';

/** The unique index over what people do with a key. */
const KEY_INDEX = 'record_log_key';

/** The key of a call that may be made again because its answer was lost: a header of 8 to 64 letters, digits and hyphens, in quotes or not. */
function keyOf(ctx: Ctx): string | null {
  const header = ctx.request.headers['idempotency-key'];
  if (header === undefined) return null;
  const key = /^"?([\w-]{8,64})"?$/.exec(String(header))?.[1];
  if (!key) throw invalid('idempotency-key');
  return key;
}

/** What the key's first call made, as it is now. */
async function getEarlierRecord(ctx: Ctx, key: string) {
  const id = await store.findIdByKey(ctx.engine.db, ctx.caller.id, key);
  if (id === undefined) throw notFound();
  const { record, layer } = await getRecord(ctx, id);
  return showRecordWithEtag(ctx, layer, record);
}

type Target = Awaited<ReturnType<typeof getRecord>>;

/** The edit of a held record: into the record, or beside it where the layer is supervised. */
async function applyChange(
  ctx: Ctx,
  db: Db,
  { record, layer }: Target,
  input: { value?: Values | undefined; geometry?: Geometry | null | undefined },
  action: LogAction,
  touch: TouchTiles,
) {
  const seenValue = { ...record.value, ...record.unconfirmed?.value };
  const { form } = layer.config;
  const isReckoned = input.geometry !== undefined && form.some(({ type }) => type === 'computed');
  const toCheck = input.value ?? (isReckoned ? {} : undefined);
  const shape = input.geometry === undefined ? record.geometry : input.geometry;
  const changed = toCheck && rules.cleanValues(form, toCheck, seenValue, shape);
  // An earlier version comes back as it was.
  if (changed && action === 'edit') rules.checkReadOnly(form, changed, [record.value]);
  if (changed && action === 'edit') await checkLinks(ctx, db, form, changed, record.id);
  if (changed) await checkKeys(ctx, db, layer, [record.id], changed);
  const { geometry } = input;
  const moved = geometry === undefined ? undefined : { geometry, placed: rules.cleanGeometry(layer.type, geometry) };
  if (moved) await checkShape(ctx, db, moved.geometry);
  const waitingChange = { ...(changed ? { value: changed } : {}), ...(moved ? { geometry: moved.geometry } : {}) };
  const now = ctx.now().toISOString();
  const result = applyEdit(layer.config.supervised, store.toStanding(record), ctx.caller.id, waitingChange, now);
  if ('problem' in result) throw ruled(result.problem);
  const { standing, written } = result;
  const value = written ? { ...record.value, ...changed } : record.value;
  const row = await store.updateOne(db, layer, ctx.caller.id, {
    id: record.id,
    value,
    standing,
    verdict: record.verdict,
    ...(written && moved ? { moved } : {}),
  });
  const after = { value: { ...record.value, ...changed }, geometry: moved ? moved.geometry : record.geometry };
  await store.log(db, layer.id, ctx.caller.id, [
    { record: record.id, action, before: versionOf(record), after: { ...after, status: standing.status } },
  ]);
  const before = boxOf(record.geometry);
  touch({
    layer: layer.id,
    more: 0,
    before: [before],
    now: [written && moved ? (moved.placed?.bbox ?? null) : before],
  });
  return showRecordWithEtag(ctx, layer, row);
}

export const writeHandlers: Pick<Handlers['records'], 'create' | 'edit' | 'remove' | 'withdraw' | 'revert'> = {
  async create(ctx, { body }) {
    const { row: layer, rights } = await layerFor(ctx, body.layer);
    if (!rights.add) throw forbidden();
    if (layer.type > 3) throw new Refusal(400, 'noRecords');
    const { form } = layer.config;
    const first = await beginningOf(ctx, layer, body.value, body.geometry);
    const value = rules.cleanValues(
      form,
      { ...first, ...body.value, ...rules.readOnlyOf(form, first) },
      undefined,
      body.geometry,
    );
    rules.checkReadOnly(form, value, [rules.readOnlyOf(form, value, first)]);
    const placed = rules.cleanGeometry(layer.type, body.geometry);
    const key = keyOf(ctx);
    const record = write(ctx, async (db, touch) => {
      await checkShape(ctx, db, body.geometry);
      if (body.project) await checkWork(ctx, db, body.project, { layer: layer.id, geometry: body.geometry });
      await checkLinks(ctx, db, form, value, null);
      await checkKeys(ctx, db, layer, [], value, true);
      const start = applyCreation(layer.config.supervised, ctx.caller.id);
      const row = await store.insertOne(db, layer, ctx.caller.id, {
        value,
        geometry: body.geometry,
        placed,
        ...start,
      });
      const after = { value, geometry: body.geometry, status: start.status };
      await store.log(db, layer.id, ctx.caller.id, [{ record: row.id, action: 'create', before: null, after, key }]);
      touch({ layer: layer.id, more: 1, before: [], now: [placed?.bbox ?? null] });
      return showRecordWithEtag(ctx, layer, row);
    });
    // Of two at once the second waits at the index, and finds there what the first one made.
    return record.catch((error) => {
      if (key && (error as { constraint?: string }).constraint === KEY_INDEX) return getEarlierRecord(ctx, key);
      throw error;
    });
  },

  edit: (ctx, { params, body }) =>
    write(ctx, async (db, touch) => {
      const target = await getRecord(ctx, params.id, db, true);
      checkRight(target.rights, 'edit');
      checkVersion(ctx, target.layer, target.record);
      const { project, ...input } = body;
      const geometry = input.geometry === undefined ? target.record.geometry : input.geometry;
      if (project) await checkWork(ctx, db, project, { layer: target.layer.id, geometry });
      return applyChange(ctx, db, target, input, 'edit', touch);
    }),

  remove: (ctx, { params }) =>
    write(ctx, async (db, touch) => {
      const { record, layer, rights } = await getRecord(ctx, params.id, db, true);
      checkRight(rights, 'delete');
      return removeRecords(ctx, db, layer, [record.id], touch);
    }),

  withdraw: (ctx, { params }) =>
    write(ctx, async (db, touch) => {
      const { record, layer, rights } = await getRecord(ctx, params.id, db, true);
      checkRight(rights, 'delete');
      checkVersion(ctx, layer, record);
      const result = applyWithdrawal(store.toStanding(record), ctx.caller.id, ctx.now().toISOString());
      if ('problem' in result) throw ruled(result.problem);
      const { standing } = result;
      const { id, value, verdict } = record;
      const row = await store.updateOne(db, layer, ctx.caller.id, { id, value, standing, verdict });
      await store.log(db, layer.id, ctx.caller.id, [
        { record: id, action: 'withdraw', before: versionOf(record), after: versionOf(record) },
      ]);
      touch({ layer: layer.id, more: 0, before: [], now: [] });
      return showRecordWithEtag(ctx, layer, row);
    }),

  revert: (ctx, { params, body }) =>
    write(ctx, async (db, touch) => {
      const target = await getRecord(ctx, params.id, db, true);
      checkRight(target.rights, 'edit');
      checkVersion(ctx, target.layer, target.record);
      checkHistory(ctx, target.record);
      const step = await store.getLogRow(db, target.record.id, body.log);
      const version = step?.after ?? step?.before;
      if (!version) throw notFound();
      // What the form has today: fields that the version lacks become empty, fields that the form has lost stay away.
      const value = Object.fromEntries(target.layer.config.form.map((f) => [f.name, version.value[f.name] ?? null]));
      const geometry = target.layer.type === 0 ? undefined : version.geometry;
      return applyChange(ctx, db, target, { value, geometry }, 'revert', touch);
    }),
};
