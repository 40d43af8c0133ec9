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
