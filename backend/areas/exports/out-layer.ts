// What an export takes of a layer: the records and fields that its person may take away, in a format that can hold them.

import { hasNoValue } from '../../../contract/fields';
import type { ExportOrder } from '../../../contract/schemas/export';
import { type Loss, lossesOf, type OutFormat, type OutLayer, outFormat } from '../../geo/export';
import type { Asking, Ctx } from '../../http/context';
import { forbidden, type Lang, Refusal, say, type Wording } from '../../http/errors';
import { layerFor } from '../layers/access';
import { listRelations } from '../layers/relation/store';
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

/** The caller's records of a layer that pass a filter, as an export reads them. */
export async function outLayer(
  ctx: Asking,
  layer: LayerRow,
  order: Pick<ExportOrder, 'fields' | 'filter' | 'codes'>,
): Promise<OutLayer> {
  const where = await whereOf(ctx, layer, order.filter);
  const fieldNames = order.fields && new Set(order.fields);
  const fields = layer.config.form
    .filter((f) => !fieldNames || fieldNames.delete(f.name))
    .filter((f) => !hasNoValue(f));
  const [stranger] = fieldNames ?? [];
  if (stranger !== undefined) throw new Refusal(400, 'invalid', { params: { key: stranger } });
  return {
    name: layer.label,
    type: layer.type,
    // A title is a text.
    fields: order.codes ? fields : fields.map((f) => (f.type === 'reference' ? { ...f, type: 'text' as const } : f)),
    codes: order.codes,
    title: layer.config.labels?.field,
    rows: (shape) => {
      const rows = store.recordsOf(ctx.engine.db, layer.id, where, shape);
      return order.codes ? rows : withTitles(ctx, rows, fields);
    },
  };
}

const LOSS_WORDING: Record<Loss['code'], Wording> = {
  letters: 'exportLossy',
  noFields: 'exportNoFields',
  names: 'exportNames',
  cutText: 'exportCutText',
  formulas: 'exportFormulas',
};

/** A sentence for a loss, with its count in the reader's digits. */
function lossText(lang: Lang, { code, count, capped }: Loss): string {
  const n = new Intl.NumberFormat(lang === 'fa' ? 'fa-IR' : 'en').format(count);
  return say(lang, LOSS_WORDING[code], { n: capped ? say(lang, 'atLeast', { n }) : n });
}

/** What a file will not have of its layer, in sentences. One layer alone cannot bring its relations along, whatever the format. */
export async function lossTexts(ctx: Ctx, layer: LayerRow, out: OutLayer, order: ExportOrder): Promise<string[]> {
  const losses = await lossesOf(out, formatFor(order, layer), order.encoding);
  const texts = losses.map((loss) => lossText(ctx.lang, loss));
  const relations = await listRelations(ctx.engine.db, ctx.caller, { layer: layer.id });
  if (relations.length === 0 || losses.some(({ code }) => code === 'noFields')) return texts;
  const n = new Intl.NumberFormat(ctx.lang === 'fa' ? 'fa-IR' : 'en').format(relations.length);
  const references = layer.config.form.filter(({ type }) => type === 'reference').map(({ name }) => name);
  const isNamed = (r: (typeof relations)[number]) => r.child_layer === layer.id && references.includes(r.child_field);
  const wording = !order.codes && relations.some(isNamed) ? 'exportRelationTitles' : 'exportRelations';
  return [...texts, say(ctx.lang, wording, { n })];
}

export function formatFor(order: ExportOrder, layer: LayerRow): OutFormat {
  const format = outFormat(order.format) as OutFormat;
  if (!format.types.includes(layer.type)) throw new Refusal(400, 'exportKind');
  if (order.encoding && order.encoding !== 'UTF-8' && !format.encodings?.includes(order.encoding))
    throw new Refusal(400, 'invalid', { params: { key: 'encoding' } });
  if (order.srid && order.srid !== 4326 && !format.anyCrs)
    throw new Refusal(400, 'invalid', { params: { key: 'srid' } });
  return format;
}
