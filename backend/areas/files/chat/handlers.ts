// Files of messages: each comes by itself and waits for its message; who reads the message reads its files, always as attachments.
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { dropBytes } from '../../../http/drop-bytes';
import { notFound, Refusal } from '../../../http/errors';
import type { Handlers } from '../../../http/mount';
import { parse } from '../../../http/parse';
import { sendStored } from '../../../http/range';
import { rowId } from '../../../http/row-id';
import { lockRoomFor, readForm } from '../form';
import { readFile } from '../rules';
import * as store from './store';

export const chatFileHandlers: Handlers['chatFiles'] = {
  async add(ctx) {
    const { fields, name, bytes } = await readForm(ctx);
    parse(z.strictObject({}), fields);
    const file = await readFile(name, bytes);
    if (!file) throw new Refusal(400, 'fileKind');
    const { engine, caller, now } = ctx;
    const key = `chat/${caller.customer}/${randomUUID()}`;
    await ctx.storage.put(key, file.bytes);
    try {
      return await engine.db.transaction().execute(async (tx) => {
        const size = file.bytes.length;
        await lockRoomFor(tx, caller.customer, size);
        return store.add(tx, caller, { name, type: file.type, size, key, at: now() });
      });
    } catch (error) {
      await dropBytes(ctx, [key]);
      throw error;
    }
  },

  async content(ctx, { params }) {
    const file = await store.find(ctx.engine.db, ctx.caller, rowId(params.id));
    if (!file) throw notFound();
    return sendStored(ctx, { ...file, etag: `"${file.key.slice(-36)}"` });
  },

  async remove(ctx, { params }) {
    const key = await store.removeWaiting(ctx.engine.db, ctx.caller, rowId(params.id));
    if (key === undefined) throw notFound();
    await dropBytes(ctx, [key]);
    return {};
  },
};
