// What was typed into a form and not saved, kept in this browser by layer and record, so that nothing typed is lost.
import type { Geometry } from '@/contract/schemas/common';
import type { Values } from '@/contract/schemas/form';
import type { LayerRecord } from '@/contract/schemas/record';
import { dropText, keepText, keptText } from '@/lib/state/kept-texts';
import { recordDraftKey } from '@/lib/state/record-drafts';

/** An unsaved form: only what differs from the record it began with. */
export interface Draft {
  values: Values;
  /** What the record held in those fields when the form began, so that somebody else's change since then is noticed. */
  base: Values;
  /** A new shape; undefined where the shape was not touched. */
  geometry?: Geometry | null;
  /** Version of the record that the form began with; null for a new record. */
  version: number | null;
  /** Of a new record: the key under which it was sent with this shape, if it was, so that it is not made twice. */
  key?: string;
  /** When it was last typed in, as an ISO moment. */
  at: string;
}

/** Shapes larger than this as text (about 100,000 positions) are not kept: they would slow down every keystroke, and words come first. */
const MAX_SHAPE_CHARS = 4_000_000;

/** The name under which a form's draft is kept. */
export const draftKey = recordDraftKey;

export const isEmptyDraft = (draft: Pick<Draft, 'values' | 'geometry' | 'key'>): boolean =>
  Object.keys(draft.values).length === 0 && draft.geometry === undefined && draft.key === undefined;

/** An older draft under what was typed since: a field typed again counts as typed now. */
export const layerDrafts = (older: Draft | null, newer: Draft): Draft =>
  older
    ? {
        ...newer,
        values: { ...older.values, ...newer.values },
        base: { ...newer.base, ...older.base },
        version: older.version ?? newer.version,
        ...(newer.geometry === undefined && older.geometry !== undefined ? { geometry: older.geometry } : {}),
        ...(newer.key === undefined && older.key !== undefined ? { key: older.key } : {}),
      }
    : newer;

const isSingle = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((one) => [one].flat().every(isSingle));

/** The draft in a stored text; null where it is none. */
export function readDraft(text: string | null): Draft | null {
  if (!text) return null;
  try {
    const parsed = JSON.parse(text) as Partial<Draft>;
    if (!isValues(parsed.values) || typeof parsed.at !== 'string') return null;
    const draft: Draft = {
      values: parsed.values,
      base: isValues(parsed.base) ? parsed.base : {},
      version: typeof parsed.version === 'number' ? parsed.version : null,
      at: parsed.at,
      ...(typeof parsed.key === 'string' ? { key: parsed.key } : {}),
      ...(parsed.geometry === undefined ? {} : { geometry: parsed.geometry }),
    };
    return isEmptyDraft(draft) ? null : draft;
  } catch {
    return null;
  }
}

/** The draft that is kept; null where there is none. What was kept before this page is known once `textsReady` resolves. */
export const loadDraft = (key: string): Draft | null => readDraft(keptText(key));

/** Keeps a draft; an empty one is forgotten. Resolves when it would outlive a crash of the page. */
export function storeDraft(key: string, draft: Draft): Promise<void> {
  if (isEmptyDraft(draft)) {
    dropText(key);
    return Promise.resolve();
  }
  const { geometry, ...words } = draft;
  const shape = geometry === undefined ? '' : JSON.stringify(geometry);
  return keepText(key, JSON.stringify(shape.length > MAX_SHAPE_CHARS ? words : draft));
}

export const dropDraft = dropText;

/** What a form holds that is not saved. `shape`: of the map; undefined where it stays. */
export const draftOf = (base: LayerRecord | null, typed: Values, shape: Geometry | null | undefined): Draft => ({
  values: typed,
  base: Object.fromEntries(Object.keys(typed).map((name) => [name, base?.value[name] ?? null])),
  ...(base && shape !== undefined ? { geometry: shape } : {}),
  version: base?.version ?? null,
  at: new Date().toISOString(),
});
