// What an export takes of a layer: the records and fields that its person may take away, in a format that can hold them.

import type { RawBuilder } from 'kysely';
import { hasNoValue } from '../../../contract/fields';
import type { ExportOrder } from '../../../contract/schemas/export';
import type { Field } from '../../../contract/schemas/form';
import { type OutFormat, type OutLayer, outFormat } from '../../geo/export';
import type { Asking } from '../../http/context';
import { forbidden, Refusal } from '../../http/errors';
import { layerFor } from '../layers/access';
import type { LayerRow } from '../layers/store';
import { filteredRecords, filtersByName } from '../records/filter';
import * as store from './store';
import { withTitles } from './titles';

/** The layer, if the caller may take its data away. */
export async function layerOut(ctx: Asking, id: string | number): Promise<LayerRow> {
  const { row, rights } = await layerFor(ctx, id);
  if (!rights.export) throw forbidden();
  if (row.type > 3) throw new Refusal(400, 'noRecords');
  return row;
}

/** The caller's records that filters by name leave, as a condition on `n`; a name that the list does not know is refused. */
export const whereOf = async (ctx: Asking, layer: LayerRow, filter: Record<string, string> | undefined) =>
  (await filteredRecords(ctx, layer, filtersByName(layer, filter))).where;

/** Of a layer that leaves with those that are related to it: its records, and the fields that are keys. */
export interface RelatedPart {
  where: RawBuilder<unknown> | undefined;
  keys: readonly string[];
}

/** The caller's records of a layer that pass a filter, as an export reads them. */
export async function outLayer(
  ctx: Asking,
  layer: LayerRow,
  order: Pick<ExportOrder, 'fields' | 'filter' | 'codes'>,
  related?: RelatedPart,
): Promise<OutLayer> {
  const where = related?.where ?? (await whereOf(ctx, layer, order.filter));
  const keys = new Set(related?.keys);
  const fieldNames = order.fields && new Set(order.fields);
  const fields = layer.config.form
    .filter((f) => !fieldNames || fieldNames.delete(f.name) || keys.has(f.name))
    .filter((f) => !hasNoValue(f))
    // A key is written as it is compared: not by the label of a choice.
    .map((f) => (keys.has(f.name) && f.type === 'choice' ? { ...f, choices: [] } : f));
  const [stranger] = fieldNames ?? [];
  const isTitled = ({ type, name }: Field) => type === 'reference' && !keys.has(name);
  if (stranger !== undefined) throw new Refusal(400, 'invalid', { params: { key: stranger } });
  return {
    name: layer.label,
    type: layer.type,
    // A title is a text.
    fields: order.codes ? fields : fields.map((f) => (isTitled(f) ? { ...f, type: 'text' as const } : f)),
    codes: order.codes,
    title: layer.config.labels?.field,
    rows: (shape) => {
      const rows = store.recordsOf(ctx.engine.db, layer.id, where, shape);
      return order.codes ? rows : withTitles(ctx, rows, fields.filter(isTitled));
    },
  };
}

export function formatFor(order: ExportOrder, layer: LayerRow): OutFormat {
  const format = outFormat(order.format) as OutFormat;
  if (!format.types.includes(layer.type)) throw new Refusal(400, 'exportKind');
  if (order.encoding && order.encoding !== 'UTF-8' && !format.encodings?.includes(order.encoding))
    throw new Refusal(400, 'invalid', { params: { key: 'encoding' } });
  if (order.srid && order.srid !== 4326 && !format.anyCrs)
    throw new Refusal(400, 'invalid', { params: { key: 'srid' } });
  if (order.related && format.id !== 'gpkg') throw new Refusal(400, 'invalid', { params: { key: 'related' } });
  return format;
}
