// What a file will not have of its layer, in sentences for the person who asks.
import type { ExportOrder } from '../../../contract/schemas/export';
import { type Loss, lossesOf, type OutLayer } from '../../geo/export';
import type { Ctx } from '../../http/context';
import { type Lang, say, type Wording } from '../../http/errors';
import { keyOfRelation, listRelations, type RelationRow } from '../layers/relation/store';
import type { LayerRow } from '../layers/store';
import { formatFor } from './out-layer';
import { relationsOut } from './related';

const WORDING: Record<Loss['code'], Wording> = {
  letters: 'exportLossy',
  noFields: 'exportNoFields',
  names: 'exportNames',
  cutText: 'exportCutText',
  formulas: 'exportFormulas',
};

/** A count in the reader's digits. */
const numberIn = (lang: Lang, count: number) => new Intl.NumberFormat(lang === 'fa' ? 'fa-IR' : 'en').format(count);

/** A sentence for a loss. */
function lossText(lang: Lang, { code, count, capped }: Loss): string {
  const n = numberIn(lang, count);
  return say(lang, WORDING[code], { n: capped ? say(lang, 'atLeast', { n }) : n });
}

/** Sentences about relations that a file without related layers does not have. */
function withoutRelated(
  ctx: Ctx,
  layer: LayerRow,
  { codes }: ExportOrder,
  relations: readonly RelationRow[],
): string[] {
  if (relations.length === 0) return [];
  const references = layer.config.form.filter(({ type }) => type === 'reference').map(({ name }) => name);
  const isNamed = (r: RelationRow) => r.child_layer === layer.id && references.includes(r.child_field);
  const wording = !codes && relations.some(isNamed) ? 'exportRelationTitles' : 'exportRelations';
  return [say(ctx.lang, wording, { n: numberIn(ctx.lang, relations.length) })];
}

/** Sentences about relations that do not come along: to layers that the caller may not take away, and a step further on. */
async function beyondRelated(ctx: Ctx, layer: LayerRow): Promise<string[]> {
  const { all, going, others } = await relationsOut(ctx, layer);
  const coming = new Set(going.map(keyOfRelation));
  const far = new Set<string>();
  for (const { id } of others)
    for (const relation of await listRelations(ctx.engine.db, ctx.caller, { layer: id }))
      if (!all.some((one) => keyOfRelation(one) === keyOfRelation(relation))) far.add(keyOfRelation(relation));
  const closed = all.length - coming.size;
  return [
    ...(closed > 0 ? [say(ctx.lang, 'exportRelationsClosed', { n: numberIn(ctx.lang, closed) })] : []),
    ...(far.size > 0 ? [say(ctx.lang, 'exportRelationsFar', { n: numberIn(ctx.lang, far.size) })] : []),
  ];
}

/** What a file will not have of its layer. `out` is the layer as it leaves. */
export async function lossTexts(ctx: Ctx, layer: LayerRow, out: OutLayer, order: ExportOrder): Promise<string[]> {
  const losses = await lossesOf(out, formatFor(order, layer), order.encoding);
  const texts = losses.map((loss) => lossText(ctx.lang, loss));
  if (order.related) return [...texts, ...(await beyondRelated(ctx, layer))];
  if (losses.some(({ code }) => code === 'noFields')) return texts;
  const relations = await listRelations(ctx.engine.db, ctx.caller, { layer: layer.id });
  return [...texts, ...withoutRelated(ctx, layer, order, relations)];
}
