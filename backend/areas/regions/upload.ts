// Regions from a file: every polygon of one data set, read by the same readers as an import of layers.
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Inspection } from '../../../contract/schemas/upload';
import { MAX_VERTICES, place } from '../../geo/geometry';
import { ImportProblem, inspect, read } from '../../geo/import';
import type { Ctx } from '../../http/context';
import { invalid, isWording, Refusal, say } from '../../http/errors';
import type { NewShape } from './store';

/** More regions than this come from no file. */
const MAX_REGIONS = 5000;
/** Vertices of all regions of a file together. */
const MAX_TOTAL_VERTICES = 2_000_000;

export interface Read {
  dataset: string;
  labelField: string | null;
  shapes: (NewShape & { row: number })[];
  rejects: { row: number; reason: string }[];
}
interface Wanted {
  dataset?: string | undefined;
  label_field?: string | undefined;
  srid?: number | undefined;
  encoding?: string | undefined;
}

const choose = (found: Pick<Inspection, 'datasets'>, wanted: Wanted) => {
  const dataset = found.datasets.find(
    (d) => d.type === 3 && (wanted.dataset === undefined || d.name === wanted.dataset),
  );
  if (!dataset) throw new Refusal(400, 'noPolygons');
  const field =
    wanted.label_field ?? dataset.fields.find((f) => f.type === 'text' || f.type === 'long_text')?.name ?? null;
  if (field !== null && !dataset.fields.some((f) => f.name === field)) throw invalid('label_field');
  if (dataset.srid === null && dataset.crs === null && wanted.srid === undefined)
    throw new Refusal(400, 'unknown_crs', { fields: { srid: 'unknown_crs' } });
  return { dataset, field };
};

/** Reads the multipart part `file` of the request. Problems of the file are refusals; problems of rows are told. */
export async function readRegions(ctx: Ctx, wanted: Wanted): Promise<Read> {
  const part = await ctx.request.file();
  if (!part) throw invalid('file');
  const scratch = await mkdtemp(join(tmpdir(), 'regions-'));
  try {
    const path = join(scratch, 'upload');
    const name = basename(part.filename).slice(0, 200) || 'file';
    await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
    if (part.file.truncated) throw new Refusal(413, 'tooLarge');
    const encoding = wanted.encoding === undefined ? {} : { encoding: wanted.encoding };
    const options = { signal: ctx.signal, scratch };
    const { dataset, field } = choose(await inspect(path, name, { ...options, ...encoding }), wanted);
    const order = {
      dataset: dataset.name,
      type: 3 as const,
      ...encoding,
      ...(wanted.srid ? { srid: wanted.srid } : {}),
    };
    const answer: Read = { dataset: dataset.name, labelField: field, shapes: [], rejects: [] };
    let vertices = 0;
    const reject = (row: number, reason: string) =>
      answer.rejects.push({ row, reason: isWording(reason) ? say(ctx.lang, reason, { max: MAX_VERTICES }) : reason });
    for await (const { row, values, geometry, problem } of read(path, name, order, options)) {
      if (answer.shapes.length + answer.rejects.length >= MAX_REGIONS)
        throw new Refusal(400, 'tooManyRegions', { params: { max: MAX_REGIONS } });
      const placed = geometry && place(geometry);
      vertices += placed?.vertices ?? 0;
      if (vertices > MAX_TOTAL_VERTICES) throw new Refusal(400, 'too_large');
      if (problem) reject(row, problem);
      else if (!geometry || !placed) reject(row, geometry ? 'geometryPlace' : 'geometryMissing');
      else if (placed.vertices > MAX_VERTICES) reject(row, 'geometryBig');
      else {
        const words = field === null ? '' : String(values[field] ?? '').trim();
        answer.shapes.push({ row, label: (words || `${dataset.name} ${row}`).slice(0, 200), geometry });
      }
    }
    return answer;
  } catch (error) {
    if (error instanceof ImportProblem)
      throw new Refusal(400, isWording(error.code) ? error.code : 'broken_file', { code: error.code });
    throw error;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
