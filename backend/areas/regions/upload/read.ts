// Regions from a file: every polygon of one data set, read by the same readers as an import of layers.
import { isTextual } from '../../../../contract/fields';
import type { Inspection } from '../../../../contract/schemas/upload';
import { inspect, read } from '../../../geo/import';
import type { Ctx } from '../../../http/context';
import { invalid, Refusal, say } from '../../../http/errors';
import { createRejects, shapedRows, withShapesFile } from '../../../http/shapes-file';
import type { NewShape } from '../store';

/** More regions than this come from no file. */
const MAX_REGIONS = 5000;
/** Vertices of all regions of a file together. */
const MAX_TOTAL_VERTICES = 2_000_000;

/** Characters of a code. */
const MAX_CODE = 40;

/** A row with a shape, its code and what it names as the region above. */
export interface FileShape extends NewShape {
  row: number;
  code: string | null;
  parentName: string | null;
}

export interface Read {
  dataset: string;
  labelField: string | null;
  columns: string[];
  shapes: FileShape[];
  rejects: { row: number; reason: string }[];
}
/** The rows of a file, good or not, as long as it is not too long. */
async function* bounded<T>(rows: AsyncIterable<T>): AsyncGenerator<T> {
  let n = 0;
  for await (const row of rows) {
    if (n === MAX_REGIONS) throw new Refusal(400, 'tooManyRegions', { params: { max: MAX_REGIONS } });
    n += 1;
    yield row;
  }
}

export interface UploadOptions {
  dataset?: string | undefined;
  label_field?: string | undefined;
  code_field?: string | undefined;
  parent_field?: string | undefined;
  srid?: number | undefined;
  encoding?: string | undefined;
}

const chooseDataset = (inspection: Pick<Inspection, 'datasets'>, options: UploadOptions) => {
  const dataset = inspection.datasets.find(
    (d) => d.type === 3 && (options.dataset === undefined || d.name === options.dataset),
  );
  if (!dataset) throw new Refusal(400, 'noPolygons');
  const field = options.label_field ?? dataset.fields.find(isTextual)?.name ?? null;
  const isColumn = (name: string) => dataset.fields.some((f) => f.name === name);
  if (field !== null && !isColumn(field)) throw invalid('label_field');
  for (const key of ['code_field', 'parent_field'] as const)
    if (options[key] !== undefined && !isColumn(options[key])) throw invalid(key);
  if (dataset.srid === null && dataset.crs === null && options.srid === undefined)
    throw new Refusal(400, 'unknown_crs', { fields: { srid: 'unknown_crs' } });
  return { dataset, field };
};

/** Reads the multipart part `file` of the request. Problems of the file are refusals; problems of rows are told. */
export const readRegions = (ctx: Ctx, upload: UploadOptions): Promise<Read> =>
  withShapesFile(ctx, async ({ path, name, options }) => {
    const encoding = upload.encoding === undefined ? {} : { encoding: upload.encoding };
    const { dataset, field } = chooseDataset(await inspect(path, name, { ...options, ...encoding }), upload);
    const order = {
      dataset: dataset.name,
      type: 3 as const,
      ...encoding,
      ...(upload.srid ? { srid: upload.srid } : {}),
    };
    const rejects = createRejects(ctx, MAX_REGIONS);
    const shapes: Read['shapes'] = [];
    const room = { vertices: MAX_TOTAL_VERTICES };
    for await (const { row, values, geometry } of shapedRows(
      bounded(read(path, name, order, options)),
      rejects,
      room,
    )) {
      const text = (column: string | null | undefined) => (column ? String(values[column] ?? '').trim() : '');
      const code = text(upload.code_field) || null;
      if (code !== null && code.length > MAX_CODE) {
        rejects.add(row, say(ctx.lang, 'regionCodeLong', { max: MAX_CODE }));
        continue;
      }
      const label = (text(field) || `${dataset.name} ${row}`).slice(0, 200);
      shapes.push({ row, label, geometry, code, parentName: text(upload.parent_field) || null });
    }
    const columns = dataset.fields.map(({ name: column }) => column);
    return { dataset: dataset.name, labelField: field, columns, shapes, rejects: rejects.told };
  });
