// The form that brings a file: its text parts by name, and the one file in `path`.
import { MAX_FILE_BYTES } from '../../../contract/fields/files/file';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { invalid, Refusal, ruled, unknownKey } from '../../http/errors';
import { lockDiskRoom } from '../subscription/service';
import { diskLimit, fileName, fits } from './rules';
import { lockQuota } from './store';

const TOO_MANY_PARTS = new Set(['FST_FILES_LIMIT', 'FST_FIELDS_LIMIT', 'FST_PARTS_LIMIT']);
const tooLarge = () => new Refusal(413, 'fileLarge', { params: { max: MAX_FILE_BYTES / 1024 / 1024 } });

interface FileForm {
  fields: Record<string, unknown>;
  name: string;
  bytes: Buffer;
}
/** Reads the form. Refuses one without a file, with two, or with a file that is too large. */
export async function readForm({ request }: Ctx): Promise<FileForm> {
  if (!request.isMultipart()) throw invalid('path');
  const fields: Record<string, unknown> = Object.create(null);
  let file: { name: string; bytes: Buffer } | null = null;
  try {
    for await (const part of request.parts({
      limits: { files: 1, fileSize: MAX_FILE_BYTES, fields: 10, fieldSize: 2000 },
    })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'path') throw unknownKey(part.fieldname);
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

/** Refuses a file that the customer or its plan has no room for. Held until the transaction ends, so that two at once cannot pass. */
export async function lockRoomFor(tx: Db, customer: number, size: number): Promise<void> {
  const { kept: usedBytes, config } = await lockQuota(tx, customer);
  const limit = diskLimit(config);
  if (!fits(limit, usedBytes, size)) throw ruled('diskQuota', { params: { max: limit ?? 0 } });
  await lockDiskRoom(tx, customer, size);
}
