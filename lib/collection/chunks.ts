// One act on many rows, in pieces that the server takes: with progress, a stop, and a reason for each row that was refused. Pure.
import { CallError } from '../api/errors';

export interface ChunkResult {
  done: readonly number[];
  refused: readonly { id: number; error: CallError }[];
  /** Ids that were not tried: it was stopped, or the server could no longer be reached. */
  left: readonly number[];
  /** Why it ended before its end; null when all were tried or a person stopped it. */
  error: CallError | null;
}

export interface ChunkOptions {
  /** Rows in one call. */
  size: number;
  signal?: AbortSignal;
  onProgress?: (tried: number) => void;
}

/** Refusals that concern rows, not the caller or the wire. */
const concernsRows = ({ kind }: CallError) => kind === 'message' || kind === 'conflict' || kind === 'invalid';

/**
 * Sends `ids` in pieces, one after the other. A piece that is refused is halved until the rows that cause it stand alone, so that
 * one row does not keep the others from being done. Anything but a refusal of rows ends it. Never rejects.
 */
export async function runInChunks(
  ids: readonly number[],
  send: (ids: number[]) => Promise<unknown>,
  { size, signal, onProgress }: ChunkOptions,
): Promise<ChunkResult> {
  const done: number[] = [];
  const refused: { id: number; error: CallError }[] = [];
  const queue: number[][] = [];
  for (let i = 0; i < ids.length; i += size) queue.push(ids.slice(i, i + size));
  let end: CallError | null = null;
  while (queue.length > 0 && !signal?.aborted && !end) {
    const piece = queue.shift() as number[];
    try {
      await send(piece);
      done.push(...piece);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      const [id] = piece;
      if (!concernsRows(error)) {
        end = error;
        queue.unshift(piece);
      } else if (piece.length === 1 && id !== undefined) refused.push({ id, error });
      else {
        const half = Math.ceil(piece.length / 2);
        queue.unshift(piece.slice(0, half), piece.slice(half));
      }
    }
    onProgress?.(done.length + refused.length);
  }
  return { done, refused, left: queue.flat(), error: end };
}
