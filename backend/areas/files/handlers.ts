// Files that hang on records: kept under keys of our own, sent only as attachments. Their rights are those of their record.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { int } from '../../../contract/schemas/common';
import type { LayerFile, LogAction } from '../../../contract/schemas/record';
import type { Db } from '../../db/engine';
import { approvalIn, type Reader } from '../../geo/sight';
import { type Ctx, FileAnswer } from '../../http/context';
import { dropBytes } from '../../http/drop-bytes';
import { invalid, notFound, Refusal, ruled } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { parse } from '../../http/parse';
import { rowId } from '../../http/row-id';
import { layerFor } from '../layers/access';
import { checkVersion, getRecord, runWrite, type TouchTiles } from '../records/access';
import { getDeletedPlaces, matchesDeleted } from '../records/batch';
import { checkRight } from '../records/permission';
import { applyFile, clearFiles, isWaiting, type Standing } from '../records/review';
import {
  canSeeWaiting,
  type FormedLayer,
  findByLayerIds,
  log,
  type RecordRow,
  toStanding,
  update,
} from '../records/store';
import { lockRoomFor, readForm } from './form';
import { MAX_FILES, oneLine, readFile } from './rules';
import * as store from './store';

/** The text parts of the form that brings a file. */
const FileForm = z.strictObject({ layer_data: int(1), label: z.string().max(200).optional() });

/** Whether somebody sees a file that waits to hang on a record: who brought it, and who approves there. */
const isOpenTo = (file: store.FileRow, record: RecordRow, reader: Reader): boolean =>
  file.pending !== 'add' || file.account_id === reader.id || approvalIn(reader, record.layer_id) === undefined;

const toLayerFile = (row: store.FileRow, record: RecordRow, reader: Reader): LayerFile => ({
  id: row.id,
  path: `/api/layerdatafile/${row.id}/content/?layer_data=${row.record_id}`,
  label: row.label,
  layer_data: row.record_id,
  name: row.name,
  size: row.size,
  type: row.type,
  create_date: row.created.toISOString(),
  user: row.person,
  pending: row.pending === 'add' || canSeeWaiting(record, reader) ? row.pending : null,
});

/** A deleted record of a layer, if the caller may see it. */
async function getDeleted(ctx: Ctx, layerId: number, id: string | number): Promise<RecordRow> {
  const { engine, caller } = ctx;
  const { row: layer } = await layerFor(ctx, layerId);
  const matches = matchesDeleted({ layers: [layer.id], reader: caller, within: undefined, inProject: undefined, before: undefined, after: undefined }); // biome-ignore format: one call
  const places = await getDeletedPlaces(engine.db, sql`${matches} and n.id = ${rowId(id)}::bigint`, sql``);
  const [record] = await findByLayerIds(engine.db, places);
  if (!record) throw notFound();
  return record;
}

/** The bytes of a file, as an attachment. Should a browser ever open it in spite of that, nothing in it runs. */
async function sendContent(ctx: Ctx, file: store.FileRow): Promise<FileAnswer> {
  if (!(await ctx.storage.exists(file.key))) throw notFound();
  ctx.header('content-security-policy', "sandbox; default-src 'none'");
  ctx.header('content-length', String(file.size));
  return new FileAnswer(await ctx.storage.getStream(file.key), file.type, file.name);
}

/** The file, if the caller may see its record and it hangs there. */
async function fileFor({ engine, caller }: Ctx, id: string | number, record: RecordRow, db = engine.db) {
  const file = await store.one(db, record.id, rowId(id));
  if (!file || !isOpenTo(file, record, caller)) throw notFound();
  return file;
}

/** Writes a change of a record's files: what state it leaves the record in, and its row of the history. */
async function writeChange(
  ctx: Ctx,
  db: Db,
  { record, layer }: { record: RecordRow; layer: FormedLayer },
  standing: Standing,
  { action, file }: { action: LogAction; file: string },
  touch: TouchTiles,
): Promise<void> {
  const { id, layer_id, value, verdict } = record;
  const before = toStanding(record);
  if (standing.waiting !== before.waiting || standing.status !== before.status || standing.authors !== before.authors) {
    await update(db, layer, ctx.caller.id, [{ id, value, standing, verdict }]);
    touch({ layer: layer_id, more: 0, before: [], now: [] });
  }
  await log(db, layer_id, ctx.caller.id, [{ record: id, action, before: null, after: null, file }]);
}

export const fileHandlers: Handlers['files'] = {
  async add(ctx) {
    const { fields, name, bytes: content } = await readForm(ctx);
    const { layer_data, label } = parse(FileForm, fields) as z.output<typeof FileForm>;
    const { rights } = await getRecord(ctx, layer_data);
    checkRight(rights, 'edit');
    const file = await readFile(name, content);
    if (!file) throw new Refusal(400, 'fileKind');
    const { customer, id: account } = ctx.caller;
    const key = `files/${customer}/${randomUUID()}`;
    await ctx.storage.put(key, file.bytes);
    try {
      return await runWrite(ctx, async (tx, touch) => {
        const { record, layer, rights: now } = await getRecord(ctx, layer_data, tx, true);
        checkRight(now, 'edit');
        const result = applyFile(layer.config.supervised, toStanding(record), account, ctx.now().toISOString());
        if ('problem' in result) throw ruled(result.problem);
        const { standing, written } = result;
        if (record.files >= MAX_FILES) throw ruled('tooManyFiles', { params: { max: MAX_FILES } });
        const size = file.bytes.length;
        await lockRoomFor(tx, customer, size);
        const row = { customer, layer: layer.id, record: record.id, account, name, type: file.type, size, key };
        const title = oneLine(label ?? '') || name;
        const id = await store.add(tx, { ...row, label: title, pending: written ? null : 'add' });
        const action = written ? 'add_file' : 'ask_add_file';
        await writeChange(ctx, tx, { record, layer }, standing, { action, file: title }, touch);
        return toLayerFile((await store.one(tx, record.id, id)) as store.FileRow, record, ctx.caller);
      });
    } catch (error) {
      await dropBytes(ctx, [key]);
      throw error;
    }
  },

  async list(ctx, { query }) {
    const { record } = await getRecord(ctx, query.layer_data);
    const files = await store.listOf(ctx.engine.db, record.id);
    return files.filter((f) => isOpenTo(f, record, ctx.caller)).map((f) => toLayerFile(f, record, ctx.caller));
  },

  label: (ctx, { params, query, body }) =>
    runWrite(ctx, async (tx) => {
      const { record, layer, rights } = await getRecord(ctx, query.layer_data, tx, true);
      checkRight(rights, 'edit');
      checkVersion(ctx, layer, record);
      const file = await fileFor(ctx, params.id, record, tx);
      // What everybody sees is not renamed behind the supervisors' backs.
      const isPublished = file.pending !== 'add';
      if (isPublished && approvalIn(ctx.caller, record.layer_id) !== undefined) throw ruled('labelSupervised');
      if (!isPublished && file.account_id !== ctx.caller.id) throw ruled('othersFile');
      const label = oneLine(body.label);
      if (label === '') throw invalid('label');
      await store.setLabel(tx, record.id, file.id, label);
      await log(tx, record.layer_id, ctx.caller.id, [
        { record: record.id, action: 'label_file', before: null, after: null, file: label },
      ]);
      return toLayerFile({ ...file, label }, record, ctx.caller);
    }),

  async remove(ctx, { params, query }) {
    const key = await runWrite(ctx, async (tx, touch) => {
      const { record, layer, rights } = await getRecord(ctx, query.layer_data, tx, true);
      checkRight(rights, 'edit');
      const file = await fileFor(ctx, params.id, record, tx);
      const before = toStanding(record);
      const change = (standing: Standing, action: LogAction) =>
        writeChange(ctx, tx, { record, layer }, standing, { action, file: file.label }, touch);
      if (file.pending === 'add') {
        if (file.account_id !== ctx.caller.id) throw ruled('othersFile');
        await store.remove(tx, record.id, file.id);
        const isLast = (await store.listOf(tx, record.id)).every((f) => f.pending === null);
        await change(isLast ? clearFiles(before) : before, 'remove_file');
        return file.key;
      }
      if (file.pending === 'delete' && isWaiting(before)) return null;
      const result = applyFile(layer.config.supervised, before, ctx.caller.id, ctx.now().toISOString());
      if ('problem' in result) throw ruled(result.problem);
      if (result.written) await store.remove(tx, record.id, file.id);
      else await store.askRemoval(tx, record.id, file.id);
      await change(result.standing, result.written ? 'remove_file' : 'ask_remove_file');
      return result.written ? file.key : null;
    });
    if (key === null) return { pending: true };
    await dropBytes(ctx, [key]);
    return {};
  },

  async content(ctx, { params, query }) {
    const { record } = await getRecord(ctx, query.layer_data);
    return sendContent(ctx, await fileFor(ctx, params.id, record));
  },

  async ofDeleted(ctx, { params, query }) {
    const record = await getDeleted(ctx, query.layer, params.id);
    const files = await store.listOf(ctx.engine.db, record.id);
    return files
      .filter((file) => isOpenTo(file, record, ctx.caller))
      .map((file) => ({
        ...toLayerFile(file, record, ctx.caller),
        path: `/api/deleted_layerdata/${record.id}/files/${file.id}/?layer=${record.layer_id}`,
      }));
  },

  async deletedContent(ctx, { params, query }) {
    const record = await getDeleted(ctx, query.layer, params.id);
    return sendContent(ctx, await fileFor(ctx, params.file, record));
  },
};
