// Receives a file of shapes into a folder of its own, reads it with the readers of imports, and sorts its rows into accepted and rejected.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Geometry } from '../../contract/schemas/common';
import { MAX_VERTICES, place } from '../geo/geometry';
import { ImportProblem } from '../geo/import';
import type { Feature } from '../geo/import/types';
import type { Ctx } from './context';
import { invalid, isWording, Refusal, say } from './errors';

export interface ShapesFile {
  path: string;
  /** As its sender calls it. */
  name: string;
  /** For the readers. */
  options: { signal: AbortSignal; scratch: string };
}

/**
 * Hands the multipart part `file` of the request to `work`, in a folder that is gone afterwards. No file is 400, a large one 413; what
 * the readers find wrong with the whole of it is 400 with their own code.
 */
export async function withShapesFile<T>(
  ctx: Ctx,
  work: (file: ShapesFile) => Promise<T>,
  maxBytes?: number,
): Promise<T> {
  const part = await ctx.request.file(maxBytes === undefined ? {} : { limits: { fileSize: maxBytes } });
  if (!part) throw invalid('file');
  const scratch = await mkdtemp(join(tmpdir(), 'shapes-'));
  try {
    const path = join(scratch, 'upload');
    await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
    if (part.file.truncated) throw new Refusal(413, 'tooLarge');
    const name = basename(part.filename).slice(0, 200) || 'file';
    return await work({ path, name, options: { signal: ctx.signal, scratch } });
  } catch (error) {
    if (error instanceof ImportProblem)
      throw new Refusal(400, isWording(error.code) ? error.code : 'broken_file', { code: error.code });
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The rows of one file that are refused: all are counted, the first `most` are reported in the reader's language. */
export function createRejects(ctx: Pick<Ctx, 'lang'>, most: number) {
  const refusals: { row: number; reason: string }[] = [];
  let count = 0;
  return {
    told: refusals,
    count: () => count,
    add(row: number, reason: string) {
      count += 1;
      if (refusals.length < most)
        refusals.push({ row, reason: isWording(reason) ? say(ctx.lang, reason, { max: MAX_VERTICES }) : reason });
    },
  };
}
type Rejects = ReturnType<typeof createRejects>;

/** The rows that have a shape on earth of a bearable size; the others are refused. `room` is the vertices that the file may still bring: beyond it is 400. */
export async function* shapedRows(
  rows: AsyncIterable<Feature>,
  rejects: Rejects,
  room: { vertices: number },
): AsyncGenerator<Omit<Feature, 'geometry' | 'problem'> & { geometry: Geometry }> {
  for await (const { row, values, geometry, problem } of rows) {
    const placed = geometry && place(geometry);
    room.vertices -= placed?.vertices ?? 0;
    if (room.vertices < 0) throw new Refusal(400, 'too_large');
    if (problem) rejects.add(row, problem);
    else if (!geometry || !placed) rejects.add(row, geometry ? 'geometryPlace' : 'geometryMissing');
    else if (placed.vertices > MAX_VERTICES) rejects.add(row, 'geometryBig');
    else yield { row, values, geometry };
  }
}
