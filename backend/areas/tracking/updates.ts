// Versions of the mobile program: published by a superuser, downloaded by anybody as an attachment.
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { z } from 'zod';
import { type AppVersion, NewAppVersion } from '../../../contract/schemas/tracking';
import { type Ctx, FileAnswer } from '../../http/context';
import { dropBytes } from '../../http/drop-bytes';
import { invalid, notFound, Refusal, ruled, unknownKey } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { parse } from '../../http/parse';
import { rowId } from '../../http/row-id';
import { findCustomerOfHost } from '../session/realm';
import * as store from './versions';

const MAX_BYTES = 300 * 1024 * 1024;
/** An Android program is a zip archive. */
const MAGIC = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const TYPE = 'application/vnd.android.package-archive';

const pathOf = (id: number) => `/api/appupdate/${id}/file/`;
const toAppVersion = (v: store.VersionRow): AppVersion => ({
  id: v.id,
  version: v.version,
  path: pathOf(v.id),
  is_required: v.is_required,
  sha256: v.sha256,
  size: v.size,
  date: v.at.toISOString(),
});

/** The customer of the host that is called: nobody is signed in yet. */
async function host(ctx: Ctx): Promise<number> {
  const customer = await findCustomerOfHost(ctx);
  if (!customer) throw notFound();
  return customer.id;
}

interface StoredFile {
  sha256: string;
  size: number;
}
/** Writes the bytes of a program to the store as they come; refuses what does not begin like one. */
async function storeFile(ctx: Ctx, file: AsyncIterable<Buffer>, key: string): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  let head = Buffer.alloc(0);
  // A failure inside the stream reaches us here also where the store words it anew.
  let failure: unknown;
  async function* measured() {
    try {
      for await (const chunk of file) {
        if (head.length < MAGIC.length) {
          head = Buffer.concat([head, chunk.subarray(0, MAGIC.length)]).subarray(0, MAGIC.length);
          if (!head.equals(MAGIC.subarray(0, head.length))) throw new Refusal(400, 'apkKind');
        }
        hash.update(chunk);
        size += chunk.length;
        yield chunk;
      }
      if (head.length < MAGIC.length) throw new Refusal(400, 'apkKind');
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  try {
    await ctx.storage.putStream(key, Readable.from(measured()));
  } catch (error) {
    throw failure ?? error;
  }
  return { sha256: hash.digest('hex'), size };
}

/** Reads the form: text parts by name, and the one program, which is kept under `key`. */
async function readForm(ctx: Ctx, key: string): Promise<{ fields: Record<string, unknown>; file: StoredFile }> {
  if (!ctx.request.isMultipart()) throw invalid('path');
  const fields: Record<string, unknown> = Object.create(null);
  let file: StoredFile | null = null;
  const limits = { files: 1, fileSize: MAX_BYTES, fields: 10, fieldSize: 1000 };
  try {
    for await (const part of ctx.request.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'path') throw unknownKey(part.fieldname);
        file = await storeFile(ctx, part.file, key);
        if (part.file.truncated) throw new Refusal(413, 'fileLarge', { params: { max: MAX_BYTES / 1024 / 1024 } });
      } else if (part.fieldname in fields) throw invalid(part.fieldname);
      else fields[part.fieldname] = part.value;
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE')
      throw new Refusal(413, 'fileLarge', { params: { max: MAX_BYTES / 1024 / 1024 } });
    throw code && /^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(code) ? new Refusal(400, 'body') : error;
  }
  if (!file) throw invalid('path');
  return { fields: { ...fields }, file };
}

export const updateHandlers: Handlers['updates'] = {
  async last(ctx) {
    const [newest] = await store.list(ctx.engine.db, await host(ctx), 1);
    return newest ? { version: newest.version, path: pathOf(newest.id), is_required: newest.is_required } : null;
  },

  list: async ({ engine, caller }) => (await store.list(engine.db, caller.customer)).map(toAppVersion),

  async publish(ctx) {
    const key = `programs/${ctx.caller.customer}/${randomUUID()}`;
    try {
      const { fields, file } = await readForm(ctx, key);
      const { version, is_required = false } = parse(NewAppVersion, fields) as z.output<typeof NewAppVersion>;
      const row = { version, is_required, key, ...file, at: ctx.now() };
      const newest = await store.insert(ctx.engine.db, ctx.caller.customer, row);
      if (!newest) throw ruled('apkVersion', { params: { version } });
      return toAppVersion(newest);
    } catch (error) {
      await dropBytes(ctx, [key]);
      throw error;
    }
  },

  async remove(ctx, { params }) {
    const key = await store.remove(ctx.engine.db, ctx.caller.customer, rowId(params.id));
    if (key === undefined) throw notFound();
    await dropBytes(ctx, [key]);
    return {};
  },

  async file(ctx, { params }) {
    const row = await store.one(ctx.engine.db, await host(ctx), rowId(params.id));
    if (!row || !(await ctx.storage.exists(row.key))) throw notFound();
    ctx.header('content-security-policy', "sandbox; default-src 'none'");
    ctx.header('content-length', String(row.size));
    return new FileAnswer(await ctx.storage.getStream(row.key), TYPE, `app-${row.version}.apk`);
  },
};
