// Unpacks compressed request bodies. The unpacked size is bounded while it is read.
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { preParsingAsyncHookHandler, RequestPayload } from 'fastify';
import { Refusal } from './errors';

/** Bytes of such a body, as sent and unpacked. */
export const MAX_UNPACKED = 1024 * 1024;
/** How much larger than what was sent the unpacked body may be. */
const MAX_RATIO = 200;
const unzip = promisify(gunzip);

async function bytesOf(payload: RequestPayload): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload) {
    size += (chunk as Buffer).length;
    if (size > MAX_UNPACKED) throw new Refusal(413, 'tooLarge');
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}

/** Unpacks a body; 400 where it is no gzip, 413 where it unpacks to more than allowed. */
async function unpack(compressed: Buffer): Promise<Buffer> {
  try {
    const body = await unzip(compressed, { maxOutputLength: MAX_UNPACKED });
    if (body.length <= compressed.length * MAX_RATIO) return body;
  } catch (error) {
    if ((error as { code?: string }).code !== 'ERR_BUFFER_TOO_LARGE') throw new Refusal(400, 'gzipBody');
  }
  throw new Refusal(413, 'tooLarge');
}

/** For the routes whose bodies may be compressed, once: a list of encodings is refused. */
export const unpackGzip: preParsingAsyncHookHandler = async (request, _reply, payload) => {
  const encoding = request.headers['content-encoding']?.trim().toLowerCase();
  if (encoding === undefined || encoding === '' || encoding === 'identity') return payload;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new Refusal(400, 'gzipBody');
  const compressed = await bytesOf(payload);
  const body: RequestPayload = Readable.from([await unpack(compressed)], { objectMode: false });
  body.receivedEncodedLength = compressed.length;
  return body;
};
