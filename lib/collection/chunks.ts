// One act on many rows, in pieces that the server takes: with progress, a stop, and a reason for each row that was refused. Pure.
import { CallError } from '../api/errors';

export interface ChunkResult {
  done: readonly number[];
  /** `name`: of a row, where the server says it. */
  refused: readonly { id: number; error: CallError; name?: string }[];
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

/** What a call that does what it can says of the rows that it did not do. */
interface Partial {
  refused: readonly { id: number; name: string; why: string }[];
}
const isPartial = (answer: unknown): answer is Partial =>
  typeof answer === 'object' && answer !== null && 'refused' in answer && Array.isArray(answer.refused);

const refusalOf = ({ id, name, why }: Partial['refused'][number]) => ({
  id,
  ...(name ? { name } : {}),
  error: new CallError('message', 403, why, 412, {}, null, null),
});

/** Refusals that concern rows, not the caller or the wire. */
const concernsRows = ({ kind }: CallError) => kind === 'message' || kind === 'conflict' || kind === 'invalid';

/**
 * Sends `ids` in pieces, one after the other. A piece that is refused is halved until the rows that cause it stand alone, so that
 * one row does not keep the others from being done; a call that does what it can names the rest itself (`refused`). Anything but a
 * refusal of rows ends it. Never rejects.
 */
export async function runInChunks(
  ids: readonly number[],
  send: (ids: number[]) => Promise<unknown>,
  { size, signal, onProgress }: ChunkOptions,
): Promise<ChunkResult> {
  const done: number[] = [];
  const refused: { id: number; error: CallError; name?: string }[] = [];
  const queue: number[][] = [];
  for (let i = 0; i < ids.length; i += size) queue.push(ids.slice(i, i + size));
  let end: CallError | null = null;
  while (queue.length > 0 && !signal?.aborted && !end) {
    const piece = queue.shift() as number[];
    try {
      const answer = await send(piece);
      const rest = isPartial(answer) ? answer.refused.map(refusalOf) : [];
      refused.push(...rest);
      done.push(...piece.filter((id) => !rest.some((row) => row.id === id)));
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
