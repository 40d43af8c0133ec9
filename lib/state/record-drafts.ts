// Under which names unsaved forms of records are kept in this browser: one room keeps them, another one finds them again.

export const RECORD_DRAFTS = 'recordDraft:';

/** `record` is null for a new one. */
export const recordDraftKey = (layer: number, record: number | null): string =>
  `${RECORD_DRAFTS}${layer}:${record ?? 'new'}`;

/** The layer and record that such a name stands for; null for a new record's and for any other name. */
export function recordOfKey(key: string): { layer: number; record: number } | null {
  const [, layer, record] = /^recordDraft:(\d+):(\d+)$/.exec(key) ?? [];
  return layer && record ? { layer: Number(layer), record: Number(record) } : null;
}
