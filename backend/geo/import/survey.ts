// Looks through the rows of a layer for what a person must know before importing it.
import type { Dataset } from '../../../contract/schemas/upload';
import { fieldTally, SAMPLE_ROWS } from './fields';
import { checkGeometry, everyPosition } from './geometry';
import { stopIfCancelled } from './problems';
import type { Kind, Layer } from './types';

type Box = [number, number, number, number];

interface Seen {
  count: number;
  is3d: boolean;
  box: Box;
}

const nothing = (): Seen => ({ count: 0, is3d: false, box: [Infinity, Infinity, -Infinity, -Infinity] });

/**
 * One data set for each kind of geometry in the layer. Rows without a usable geometry count with the most frequent kind,
 * and with a table where there is no geometry at all. `bad` is how many rows will be refused, as far as was looked.
 */
export async function survey(layer: Layer, signal?: AbortSignal): Promise<{ datasets: Dataset[]; bad: number }> {
  const kinds = new Map<Kind, Seen>();
  const fields = fieldTally(layer.columns, layer.textual);
  const limit = layer.known ? SAMPLE_ROWS : Number.POSITIVE_INFINITY;
  let rows = 0;
  let bad = 0;
  let empty = 0;
  for await (const row of layer.rows(layer.known ? SAMPLE_ROWS : undefined)) {
    if (rows % 1000 === 0) stopIfCancelled(signal);
    rows++;
    fields.add(row);
    const checked = row.problem || layer.table ? null : checkGeometry(row.geometry);
    if (checked && 'geometry' in checked) {
      const seen = kinds.get(checked.kind) ?? nothing();
      kinds.set(checked.kind, seen);
      seen.count++;
      const { box } = seen;
      everyPosition(checked.geometry, (p) => {
        const [x, y] = p as [number, number];
        if (x < box[0]) box[0] = x;
        if (y < box[1]) box[1] = y;
        if (x > box[2]) box[2] = x;
        if (y > box[3]) box[3] = y;
        if (p.length > 2) seen.is3d = true;
        return true;
      });
    } else if (checked?.problem === 'empty_geometry') empty++;
    else if (checked || row.problem) bad++;
    if (rows >= limit) break;
  }
  const common = {
    name: layer.name,
    srid: layer.crs.srid,
    crs: layer.crs.text,
    fields: fields.done().map(({ name, type, samples }) => ({ name, type, samples })),
  };
  if (layer.known) {
    const { kind, count, extent, is3d } = layer.known;
    return {
      datasets: [{ ...common, type: kind, feature_count: count, extent, is3d }],
      bad: bad + (kind === 0 ? 0 : empty),
    };
  }
  // Where nothing has a place it is no fault to have none.
  const found = [...kinds].sort((a, b) => b[1].count - a[1].count);
  const rest = rows - found.reduce((sum, [, seen]) => sum + seen.count, 0);
  if (found.length === 0) {
    if (rows === 0 && common.fields.length === 0) return { datasets: [], bad };
    return { datasets: [{ ...common, type: 0, feature_count: rows, extent: null, is3d: false }], bad };
  }
  const datasets = found.map(([type, { count, is3d, box }], i) => ({
    ...common,
    type,
    feature_count: count + (i === 0 ? rest : 0),
    extent: box,
    is3d,
  }));
  return { datasets, bad: bad + empty };
}
