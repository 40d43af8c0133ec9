// Looks through the rows of a layer for what a person must know before importing it.
import type { Dataset, Note } from '../../../contract/schemas/upload';
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
 * and with a table where there is no geometry at all.
 */
export async function survey(layer: Layer, signal?: AbortSignal): Promise<Dataset[]> {
  const kinds = new Map<Kind, Seen>();
  const fields = fieldTally(layer.columns, layer.textual);
  const limit = layer.known ? SAMPLE_ROWS : Number.POSITIVE_INFINITY;
  let rows = 0;
  let bad = 0;
  let empty = 0;
  let placed = 0;
  const lost = new Map<Note['code'], number>();
  const lose = (code: Note['code']) => lost.set(code, (lost.get(code) ?? 0) + 1);
  for await (const row of layer.rows(layer.known ? SAMPLE_ROWS : undefined)) {
    if (rows % 1000 === 0) stopIfCancelled(signal);
    rows++;
    fields.add(row);
    const checked = row.problem || layer.table ? null : checkGeometry(row.geometry);
    if (row.lost) lose(row.lost);
    if (checked && 'shapes' in checked) {
      placed++;
      if (checked.shapes.length > 1) lose('mixed');
      for (const { kind, geometry } of checked.shapes) {
        const tally = kinds.get(kind) ?? nothing();
        kinds.set(kind, tally);
        tally.count++;
        const { box } = tally;
        everyPosition(geometry, (p) => {
          const [x, y] = p as [number, number];
          if (x < box[0]) box[0] = x;
          if (y < box[1]) box[1] = y;
          if (x > box[2]) box[2] = x;
          if (y > box[3]) box[3] = y;
          if (p.length > 2) tally.is3d = true;
          return true;
        });
      }
    } else if (checked?.problem === 'empty_geometry') empty++;
    else if (checked || row.problem) bad++;
    if (rows >= limit) break;
  }
  const isPlaced = layer.known ? layer.known.kind !== 0 : kinds.size > 0;
  if (isPlaced) bad += empty;
  const notes: Note[] = [
    ...(bad > 0 ? [{ code: 'bad' as const, rows: bad }] : []),
    ...(layer.notes ?? []),
    ...[...lost].map(([code, n]) => ({ code, rows: n })),
  ];
  const common = {
    name: layer.name,
    srid: layer.crs.srid,
    // A system that nobody understands is asked for like one that is not told.
    crs: layer.crs.srid === null && !layer.crs.wkt ? null : (layer.crs.text ?? 'WKT'),
    fields: fields.done().map(({ name, type, samples }) => ({ name, type, samples })),
    ...(notes.length > 0 && { notes }),
    ...(layer.guess && { guess: layer.guess }),
  };
  if (layer.known) {
    const { kind, count, extent, is3d } = layer.known;
    return [{ ...common, type: kind, feature_count: count, extent, is3d }];
  }
  // Where nothing has a place it is no fault to have none.
  const sortedKinds = [...kinds].sort((a, b) => b[1].count - a[1].count);
  const rest = rows - placed;
  if (sortedKinds.length === 0) {
    if (rows === 0 && common.fields.length === 0) return [];
    return [{ ...common, type: 0, feature_count: rows, extent: null, is3d: false }];
  }
  return sortedKinds.map(([type, { count, is3d, box }], i) => ({
    ...common,
    type,
    feature_count: count + (i === 0 ? rest : 0),
    extent: box,
    is3d,
  }));
}
