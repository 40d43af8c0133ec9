// The video of a tutorial: an mp4 or webm by what it holds, written to the store as it comes, sent whole or in part.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { fileTypeFromBuffer } from 'file-type';
import { MAX_VIDEO_BYTES } from '../../../../contract/schemas/messages/tutorial';
import type { Ctx, FileAnswer } from '../../../http/context';
import { dropBytes } from '../../../http/drop-bytes';
import { invalid, Refusal } from '../../../http/errors';
import { sendStored } from '../../../http/range';
import { fileName } from '../../files/rules';
import type { Video } from './store';

/** What a file's first bytes prove it to be, as it is sent. */
const TYPES: Record<string, string> = { mp4: 'video/mp4', m4v: 'video/mp4', webm: 'video/webm' };
/** Bytes at its beginning that tell. */
const HEAD = 4100;

async function typeOf(head: Buffer): Promise<string> {
  const type = TYPES[(await fileTypeFromBuffer(head).catch(() => undefined))?.ext ?? ''];
  if (!type) throw new Refusal(400, 'videoKind');
  return type;
}

/** Writes what comes under a key. Refuses what does not begin like a video, at its beginning. */
async function storeVideo(ctx: Ctx, file: AsyncIterable<Buffer>, key: string): Promise<Pick<Video, 'type' | 'size'>> {
  let size = 0;
  let type: string | null = null;
  let head = Buffer.alloc(0);
  // A failure inside the stream reaches us here also where the store words it anew.
  let failure: unknown;
  async function* proven() {
    try {
      for await (const chunk of file) {
        size += chunk.length;
        if (type !== null) {
          yield chunk;
          continue;
        }
        head = Buffer.concat([head, chunk]);
        if (head.length < HEAD) continue;
        type = await typeOf(head);
        yield head;
      }
      if (type === null) {
        type = await typeOf(head);
        yield head;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  try {
    await ctx.storage.putStream(key, Readable.from(proven()));
  } catch (error) {
    throw failure ?? error;
  }
  return { type: type ?? '', size };
}

const tooLarge = () => new Refusal(413, 'fileLarge', { params: { max: MAX_VIDEO_BYTES / 1024 / 1024 } });

async function readForm(ctx: Ctx, key: string): Promise<Video> {
  const part = ctx.request.isMultipart() ? await ctx.request.file({ limits: { files: 1, fields: 0, fileSize: MAX_VIDEO_BYTES } }) : undefined; // biome-ignore format: one call
  if (part?.fieldname !== 'path') throw invalid('path');
  const video = await storeVideo(ctx, part.file, key);
  if (part.file.truncated) throw tooLarge();
  return { key, name: fileName(part.filename ?? '') || 'video', ...video };
}

/** Keeps the video of a form for the time of `work`, which writes its row: when it fails the bytes go. */
export async function withVideo<T>(ctx: Ctx, work: (video: Video) => Promise<T>): Promise<T> {
  const key = `tutorials/${ctx.caller.customer}/${randomUUID()}`;
  try {
    return await work(await readForm(ctx, key));
  } catch (error) {
    await dropBytes(ctx, [key]);
    const { code } = error as { code?: string };
    if (code === 'FST_REQ_FILE_TOO_LARGE') throw tooLarge();
    throw code && /^FST_(FILES|FIELDS|PARTS)_LIMIT$/.test(code) ? new Refusal(400, 'body') : error;
  }
}

/** The bytes, or the part of them that the request asks for. */
export const sendVideo = (ctx: Ctx, video: Video): Promise<FileAnswer> =>
  sendStored(ctx, { ...video, etag: `"${video.key.slice(-36)}"` });
