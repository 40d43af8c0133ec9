// The layers list as one flat run of rows, so that a list of thousands draws only what is in view.
import { type ListedGroup, sections } from './layer-sections';

export type Row<L, G> =
  | { kind: 'group'; key: string; group: G | null; ids: number[]; open: boolean }
  | { kind: 'layer'; key: string; layer: L };

/** Groups with their layers below them; those of a closed group are left out, unless the list is being searched. */
export function rowsOf<L extends { id: number }, G extends ListedGroup>(
  groups: readonly G[],
  layers: readonly L[],
  order: readonly number[],
  closed: ReadonlySet<number | null>,
  searching: boolean,
): Row<L, { id: number; label: string }>[] {
  return sections(groups, layers, order).flatMap(({ group, layers: inside }) => {
    const open = searching || !closed.has(group?.id ?? null);
    return [
      { kind: 'group' as const, key: `group/${group?.id ?? 'none'}`, group, ids: inside.map((l) => l.id), open },
      ...(open ? inside.map((layer) => ({ kind: 'layer' as const, key: `layer/${layer.id}`, layer })) : []),
    ];
  });
}

/** Whether a zoom lies outside a layer's scale range, and the nearest zoom at which it is drawn. */
export function getScaleHint(scale: { min_zoom: number; max_zoom: number }, zoom: number): { to: number } | null {
  if (zoom < scale.min_zoom) return { to: scale.min_zoom };
  // The upper bound is exclusive.
  return zoom >= scale.max_zoom ? { to: Math.max(scale.min_zoom, scale.max_zoom - 0.1) } : null;
}
