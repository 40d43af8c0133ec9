// Which records the editing tools may take: by the rights on their layer, from a click or from the selection.
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { PointGesture, ToolContext, ToolLayer } from '@/map/tool-types';
import type { RecordHit } from '@/map/types';

export const isSameRecord = (a: RecordHit | null, b: RecordHit | null): boolean =>
  a?.layer === b?.layer && a?.id === b?.id;

/** Layers of records with shapes; pictures and tables have none to change. */
export const hasShapes = ({ type }: ToolLayer): boolean => type >= LAYER_TYPES.point && type <= LAYER_TYPES.polygon;

export type Fits = (layer: ToolLayer) => boolean;

export const isFittingRecord = ({ layers }: ToolContext, { layer }: RecordHit, fits: Fits): boolean =>
  layers.some((l) => l.id === layer && fits(l));

/** The record that is selected, where it is one alone and its layer fits. */
export const singleSelected = (context: ToolContext, fits: Fits): RecordHit | null => {
  const { selection } = context;
  const id = selection?.ids.length === 1 ? selection.ids[0] : undefined;
  const record = selection && id !== undefined ? { layer: selection.layer, id } : null;
  return record && isFittingRecord(context, record, fits) ? record : null;
};

/** Records of one layer that are gathered for a tool; the map marks them as the selection. */
export interface RecordPick {
  layer: number | null;
  ids: readonly number[];
}
export const NOTHING_PICKED: RecordPick = { layer: null, ids: [] };

const isSamePick = (a: RecordPick, b: RecordPick): boolean =>
  a.layer === b.layer && a.ids.length === b.ids.length && a.ids.every((id, i) => id === b.ids[i]);

/** What is selected now, at most `most` of it, where its layer fits; the same value where nothing changed. */
export const pickSelection = (picked: RecordPick, context: ToolContext, fits: Fits, most: number): RecordPick => {
  const { selection } = context;
  const first = selection?.ids[0];
  const next: RecordPick =
    selection && first !== undefined && isFittingRecord(context, { layer: selection.layer, id: first }, fits)
      ? { layer: selection.layer, ids: selection.ids.slice(0, most) }
      : NOTHING_PICKED;
  return isSamePick(picked, next) ? picked : next;
};

/** A click takes a record in, or lets go of it again; one of another layer begins anew. */
export const pickClicked = (
  picked: RecordPick,
  gesture: PointGesture,
  context: ToolContext,
  fits: Fits,
  most: number,
): RecordPick => {
  const hits = gesture.hits.filter((hit) => isFittingRecord(context, hit, fits));
  const hit = hits.find((h) => h.layer === picked.layer) ?? hits[0];
  if (!hit) return picked;
  if (hit.layer !== picked.layer) return { layer: hit.layer, ids: [hit.id] };
  return dropPicked(picked, hit.id) ?? { ...picked, ids: [...picked.ids, hit.id].slice(0, most) };
};

/** Without this record; null where it was not among them. */
export const dropPicked = (picked: RecordPick, id: number): RecordPick | null => {
  if (!picked.ids.includes(id)) return null;
  const ids = picked.ids.filter((one) => one !== id);
  return ids.length > 0 ? { ...picked, ids } : NOTHING_PICKED;
};
