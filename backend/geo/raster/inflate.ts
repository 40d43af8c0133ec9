// Unpacks the pieces of our own rasters with Node's zlib, in its threads: the reader's own way takes the main thread and several times as long.
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { addDecoder, BaseDecoder } from 'geotiff';

/** Both numbers that DEFLATE has in a TIFF. */
const DEFLATE = [8, 32946];
/** Bytes of an unpacked piece: ours are of 512 x 512 pixels with 16 bands of 8 bytes at the most. */
const MAX_PIECE = 64 * 1024 ** 2;
const unpack = promisify(inflate) as (bytes: Uint8Array, options: object) => Promise<Buffer>;

class ZlibDecoder extends BaseDecoder {
  override async decodeBlock(packed: ArrayBufferLike): Promise<ArrayBufferLike> {
    const { buffer, byteOffset, byteLength } = await unpack(new Uint8Array(packed), { maxOutputLength: MAX_PIECE });
    return buffer.slice(byteOffset, byteOffset + byteLength);
  }
}

export const registerInflate = (): void => addDecoder(DEFLATE, async () => ZlibDecoder);
