// The dataset of an upload that an order names.
import type { Dataset, ImportOrder, Inspection } from '../../../contract/schemas/upload';
import { invalid, Refusal } from '../../http/errors';

/** The dataset that an order names, with its coordinate system settled. */
export function findDataset(
  inspection: Inspection,
  name: string,
  type: number,
  { srid, crs, place }: Pick<ImportOrder, 'srid' | 'crs' | 'place'>,
  key: string,
): Dataset {
  // A table becomes points by the columns that are named.
  const isTable = place !== undefined && type === 1;
  const dataset = inspection.datasets.find((d) => d.name === name && (d.type === type || (isTable && d.type === 0)));
  if (!dataset) throw invalid(key);
  const columns = new Set(dataset.fields.map((f) => f.name));
  if (place && !(columns.has(place.x) && columns.has(place.y ?? place.x))) throw invalid('place');
  const isKnown = !place && (dataset.srid !== null || dataset.crs !== null);
  if (type > 0 && !isKnown && srid === undefined && crs === undefined)
    throw new Refusal(400, 'unknown_crs', { fields: { srid: 'unknown_crs' } });
  return dataset;
}

/** Refuses an import of datasets or columns that the file has not, and of several where they cannot come in together. */
export function checkParts(inspection: Inspection, order: ImportOrder): void {
  if (order.related && (order.dry_run || order.type > 3)) throw invalid('related');
  const isSelf = inspection.relations?.some(({ base, related }) => base === order.dataset && related === order.dataset);
  if (order.related?.length === 0 && !isSelf) throw invalid('related');
  for (const part of [order, ...(order.related ?? [])]) {
    const columns = new Set(
      findDataset(inspection, part.dataset, part.type, part, 'dataset').fields.map((f) => f.name),
    );
    const stranger = part.fields.find((f) => !columns.has(f.source));
    if (stranger) throw invalid(stranger.source);
  }
}
