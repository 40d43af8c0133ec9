// Files that hang on records: kept under keys of our own, sent only as attachments. Their rights are those of their record.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { int } from '../../../contract/schemas/common';
import type { LayerFile } from '../../../contract/schemas/record';
import { type Ctx, FileAnswer } from '../../http/context';
import { forbidden, invalid, notFound, Refusal, ruled } from '../../http/errors';
import { type Handlers, parse } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { recordFor } from '../records/access';
import { holdDiskRoom } from '../subscription/service';
import { dropBytes } from './bytes';
import { diskLimit, fileName, fits, MAX_FILE, MAX_FILES, oneLine, readFile } from './rules';
import * as store from './store';

/** The text parts of the form that brings a file. */
const FileForm = z.strictObject({ layer_data: int(1), label: z.string().max(200).optional() });

const shown = (row: store.FileRow): LayerFile => ({
  id: row.id,
  path: `/api/layerdatafile/${row.id}/content/?layer_data=${row.record_id}`,
  label: row.label,
  layer_data: row.record_id,
  name: row.name,
  size: row.size,
  type: row.type,
  create_date: row.created.toISOString(),
  user: row.person,
});

const TOO_MANY_PARTS = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);
const tooLarge = () => new Refusal(413, 'fileLarge', { params: { max: MAX_FILE / 1024 / 1024 } });

/** Reads the form: text parts by name, and the one file. */
async function received({ request }: Ctx): Promise<{ fields: Record<string, unknown>; name: string; bytes: Buffer }> {
  if (!request.isMultipart()) throw invalid('path');
  const fields: Record<string, unknown> = Object.create(null);
  let file: { name: string; bytes: Buffer } | null = null;
  try {
    for await (const part of request.parts({ limits: { files: 1, fileSize: MAX_FILE, fields: 10, fieldSize: 2000 } })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'path') throw new Refusal(400, 'unknownKey', { params: { key: part.fieldname } });
        file = { name: fileName(part.filename ?? ''), bytes: await part.toBuffer() };
      } else if (part.fieldname in fields) throw invalid(part.fieldname);
      else fields[part.fieldname] = part.value;
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge();
    throw code && TOO_MANY_PARTS.has(code) ? new Refusal(400, 'body') : error;
  }
  if (!file) throw invalid('path');
  return { fields: { ...fields }, ...file };
}

/** The file, if the caller may see its record and it hangs there. */
async function fileFor(ctx: Ctx, id: string | number, record: number): Promise<store.FileRow> {
  const { record: row } = await recordFor(ctx, record);
  const file = await store.one(ctx.engine.db, row.id, rowId(id));
  if (!file) throw notFound();
  return file;
}

export const fileHandlers: Handlers['files'] = {
  async add(ctx) {
    const { fields, name, bytes: sent } = await received(ctx);
    const { layer_data, label } = parse(FileForm, fields) as z.output<typeof FileForm>;
    const { rights } = await recordFor(ctx, layer_data);
    if (!rights.edit) throw forbidden();
    const file = await readFile(name, sent);
    if (!file) throw new Refusal(400, 'fileKind');
    const { customer, id: account } = ctx.caller;
    const key = `files/${customer}/${randomUUID()}`;
    await ctx.storage.put(key, file.bytes);
    try {
      return await ctx.engine.db.transaction().execute(async (tx) => {
        const { record, layer, rights: now } = await recordFor(ctx, layer_data, tx, true);
        if (!now.edit) throw forbidden();
        if (record.files >= MAX_FILES) throw ruled('tooManyFiles', { params: { max: MAX_FILES } });
        const { kept, config } = await store.holdQuota(tx, customer);
        const limit = diskLimit(config);
        const size = file.bytes.length;
        if (!fits(limit, kept, size)) throw ruled('diskQuota', { params: { max: limit ?? 0 } });
        await holdDiskRoom(tx, customer, size);
        const row = { customer, layer: layer.id, record: record.id, account, name, type: file.type, size, key };
        const id = await store.add(tx, { ...row, label: oneLine(label ?? '') || name });
        return shown((await store.one(tx, record.id, id)) as store.FileRow);
      });
    } catch (error) {
      await dropBytes(ctx, [key]);
      throw error;
    }
  },

  async list(ctx, { query }) {
    const { record } = await recordFor(ctx, query.layer_data);
    return (await store.listOf(ctx.engine.db, record.id)).map(shown);
  },

  async remove(ctx, { params, query }) {
    const key = await ctx.engine.db.transaction().execute(async (tx) => {
      const { record, rights } = await recordFor(ctx, query.layer_data, tx, true);
      if (!rights.edit) throw forbidden();
      return store.remove(tx, record.id, rowId(params.id));
    });
    if (key === undefined) throw notFound();
    await dropBytes(ctx, [key]);
    return {};
  },

  async content(ctx, { params, query }) {
    const file = await fileFor(ctx, params.id, query.layer_data);
    if (!(await ctx.storage.exists(file.key))) throw notFound();
    // Should a browser ever open it in spite of being an attachment, nothing in it runs.
    ctx.header('content-security-policy', "sandbox; default-src 'none'");
    ctx.header('content-length', String(file.size));
    return new FileAnswer(await ctx.storage.getStream(file.key), file.type, file.name);
  },
};
