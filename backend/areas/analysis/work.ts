// An analysis from its order to its features: rights and shapes are checked, the bench is filled, features come one by one.
import { type AnalysisOrder, type AnalysisSource, OF_TWO } from '../../../contract/schemas/analysis';
import type { Geometry } from '../../../contract/schemas/common';
import { boxAround } from '../../geo/geography';
import { MAX_VERTICES, place } from '../../geo/geometry';
import type { Asking } from '../../http/context';
import { invalid, type Lang, Refusal } from '../../http/errors';
import { countRows, getBox, inBatches, indexTable, readBatches, type WorkTables } from './bench';
import { type Column, columnsOf, dissolves, type SourceValues } from './columns';
import { dissolveFeatures } from './dissolve';
import { cut, fill, type Taking } from './fill';
import { compileStatement, type Found, type Work } from './operations';
import { type Source, sourceOf } from './sources';

export interface Plan {
  order: AnalysisOrder;
  of: Source;
  by: Source | null;
  columns: Column[];
  work: Work;
}

/** A feature of the answer; `id` is that of the feature of the first source that it came of. */
export type Shaped = { id: number; geometry: Geometry } & SourceValues;
/** The same, or a feature of the first source that gave nothing. */
export type Made = Shaped | { id: number; geometry: null };

const AREAS_BY: readonly AnalysisOrder['how'][] = ['clip', 'within'];
const layerOf = (source: AnalysisSource | undefined) => (source?.kind === 'layer' ? source.layer : null);

/** Looks everything up under the caller's rights. Refusals: 404 for what he may not see, 400 for what cannot be. */
export async function createPlan(asking: Asking, order: AnalysisOrder, lang: Lang): Promise<Plan> {
  if (OF_TWO.includes(order.how) !== (order.by !== undefined)) throw invalid('by');
  const of = await sourceOf(asking, order.of, 'of');
  const by = order.by ? await sourceOf(asking, order.by, 'by') : null;
  const { how, metres } = order;
  if (how === 'buffer' && !metres) throw invalid('metres');
  if (how === 'buffer' && (metres ?? 0) < 0 && of.type !== null && of.type !== 3)
    throw new Refusal(400, 'analysisShrink');
  if (how === 'nearest' && metres !== undefined && metres <= 0) throw invalid('metres');
  if (order.sum !== undefined && order.sum.length > 0 && how !== 'summary') throw invalid('sum');
  const areas = how === 'summary' ? of : by && AREAS_BY.includes(how) ? by : null;
  if (areas && areas.type !== null && areas.type !== 3) throw new Refusal(400, 'analysisAreas');
  const same = layerOf(order.of) !== null && layerOf(order.of) === layerOf(order.by);
  return {
    order,
    of,
    by,
    columns: columnsOf(order, of, by, lang),
    work: { how, metres: metres ?? null, sum: order.sum ?? [], dissolve: dissolves(order), same },
  };
}

/** How much may be taken; more ends in `over`. */
export interface Room {
  features: number;
  vertices: number;
}

/** Fills the bench. Answers how many features of the first source there are and how many of both cannot be used; null where it is too much. */
export async function prepare(
  workTables: WorkTables,
  plan: Plan,
  room: Room,
): Promise<{ features: number; skipped: number } | null> {
  const { order, of, by } = plan;
  const { how } = order;
  const most = { most: room.features, mostVertices: room.vertices };
  const fieldsOf: Taking['fields'] = dissolves(order) ? [] : null;
  const fieldsBy: Taking['fields'] = how === 'intersection' || how === 'nearest' ? null : (order.sum ?? []);
  let skipped = 0;
  const take = async (side: 'of' | 'by', source: Source, taking: Partial<Taking>): Promise<boolean> => {
    const areas = (side === 'by' && AREAS_BY.includes(how)) || (side === 'of' && how === 'summary');
    const filled = await fill(workTables, side, source, {
      ...most,
      fields: side === 'of' ? fieldsOf : fieldsBy,
      ...(areas ? { areas } : {}),
      ...taking,
    });
    if (areas && !filled.over && filled.count === 0 && filled.unsound > 0) throw new Refusal(400, 'analysisAreas');
    if (side === 'of') skipped += filled.unsound;
    if (!filled.over) await indexTable(workTables, side, ['geom']);
    return !filled.over;
  };
  const near = async (side: 'of' | 'by'): Promise<Partial<Taking>> => {
    const box = await getBox(workTables, workTables.table(side));
    return { box: box ?? [0, 0, 0, 0], meeting: workTables.table(side) };
  };

  if (!by) {
    if (!(await take('of', of, {}))) return null;
  } else if (how === 'difference' || how === 'nearest') {
    if (!(await take('of', of, {}))) return null;
    const box =
      how === 'nearest' && order.metres !== undefined ? await getBox(workTables, workTables.table('of')) : null;
    const reach = how === 'difference' ? await near('of') : box ? { box: boxAround(box, order.metres ?? 0) } : {};
    if (!(await take('by', by, reach))) return null;
  } else if (how === 'summary' || of.count <= by.count) {
    // Of a summary every area is answered, also one in which nothing lies.
    if (!(await take('of', of, {})) || !(await take('by', by, await near('of')))) return null;
  } else if (!(await take('by', by, {})) || !(await take('of', of, await near('by')))) return null;

  const uncut = await cutSources(workTables, plan);
  return { features: await countRows(workTables, workTables.table('of')), skipped: skipped + uncut };
}

/** Cuts what the analysis needs in parts; answers how many features of the first source could not be cut. */
async function cutSources(workTables: WorkTables, { order: { how }, work: { metres } }: Plan): Promise<number> {
  let lost = 0;
  if (how === 'buffer' && (metres ?? 0) > 0) lost += await cut(workTables, 'of', { cells: true });
  if (how === 'intersection' || how === 'difference' || how === 'clip' || how === 'summary')
    lost += await cut(workTables, 'of');
  if (how === 'intersection' || how === 'difference' || how === 'clip' || how === 'within') await cut(workTables, 'by');
  if (how === 'nearest') await cut(workTables, 'by', { vertices: 128, geo: true });
  return lost;
}

const KINDS = new Set(['Point', 'MultiPoint', 'LineString', 'MultiLineString', 'Polygon', 'MultiPolygon']);

/** PostGIS's own GeoJSON as it may be answered and kept; null where nothing remains or it is too large for a record. */
function shapeOf(raw: unknown): Geometry | null {
  const shape = raw as Geometry | null;
  if (!shape || !KINDS.has(shape.type)) return null;
  const placed = place(shape);
  return placed && placed.vertices <= MAX_VERTICES ? shape : null;
}

/** The features of the analysis, in the order of the first source. The bench is filled. */
export async function* computeFeatures(workTables: WorkTables, plan: Plan): AsyncGenerator<Made> {
  const { work } = plan;
  const all = readFeatures(workTables, work);
  for await (const row of work.dissolve ? dissolveFeatures(workTables, work.how === 'hull', all) : all) {
    const geometry = shapeOf(row.shape);
    yield geometry ? { ...row, id: row.id ?? 0, geometry } : { id: row.id ?? 0, geometry: null };
  }
}

async function* readFeatures(workTables: WorkTables, work: Work): AsyncGenerator<Found> {
  for await (const ids of readBatches(workTables, workTables.table('of')))
    for await (const { rows, lost } of inBatches(workTables, ids, (some) => compileStatement(workTables, work, some))) {
      yield* rows;
      for (const id of lost) yield { id, shape: null, of: null, by: null, more: null };
    }
}
