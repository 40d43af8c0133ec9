// Looks as wholes: whether two are the same, and what of one layer's look another layer can take.
import type { Field } from '@/contract/schemas/form';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import { fieldsToDraw, type Labels, type Style } from '@/contract/schemas/style';
import type { Look } from '@/map/state/styling';
import { baseMark } from './classes';

const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => v !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, v]) => [key, canonical(v)]),
  );
};

/** Equal as JSON, whatever the order of the keys. */
export const isSame = (a: unknown, b: unknown): boolean =>
  JSON.stringify(canonical(a)) === JSON.stringify(canonical(b));

/** What could not be taken over. */
export type Lost = 'style' | 'labels';

/** A look for a layer of this type with these fields. A style that needs what is not there becomes its plain mark. */
export const fitLook = (
  { style, labels }: Pick<Look, 'style' | 'labels'>,
  type: number,
  form: readonly Field[],
): { style: Style; labels: Labels | null; lost: Lost[] } => {
  const names = new Set(form.map((f) => f.name));
  const forPoints = style.kind === 'heatmap' || style.kind === 'cluster';
  const fits = fieldsToDraw(style, null).every((n) => names.has(n)) && !(forPoints && type !== LAYER_TYPES.point);
  const speaks = labels === null || names.has(labels.field);
  return {
    style: fits ? style : { kind: 'single', symbol: baseMark(style) },
    labels: speaks ? labels : null,
    lost: [...(fits ? [] : (['style'] as const)), ...(speaks ? [] : (['labels'] as const))],
  };
};
