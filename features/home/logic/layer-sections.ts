// Layers under their groups, in the order in which they are drawn. Pure.

/** The order in which layers are first drawn: on top what no group holds, the newest first, then the groups; each once. */
export function layerOrder(groups: readonly { layer: readonly number[] }[], ids: readonly number[]): number[] {
  const there = new Set(ids);
  const inGroups = groups.flatMap((g) => g.layer).filter((id) => there.has(id));
  const grouped = new Set(inGroups);
  return [...ids.filter((id) => !grouped.has(id)).sort((a, b) => b - a), ...grouped];
}

/** A group of the list; one that stands in another is named with it. */
export interface ListedGroup {
  id: number;
  label: string;
  layer: readonly number[];
  parent?: { label: string } | null | undefined;
}

/** Layers under their groups, in drawing order; a layer of several groups stands in the first. The first section has no group: what is new lies on top. */
export function sections<L extends { id: number }>(
  groups: readonly ListedGroup[],
  layers: readonly L[],
  order: readonly number[],
): { group: { id: number; label: string } | null; layers: L[] }[] {
  const place = new Map(order.map((id, i) => [id, i]));
  const left = new Map(layers.map((l) => [l.id, l]));
  const sorted = (list: L[]) => list.sort((a, b) => (place.get(a.id) ?? 1e9) - (place.get(b.id) ?? 1e9));
  const grouped = groups.map(({ id, label, layer, parent }) => {
    const own = layer.flatMap((l) => left.get(l) ?? []);
    for (const { id: groupedId } of own) left.delete(groupedId);
    return { group: { id, label: parent ? `${parent.label} / ${label}` : label }, layers: sorted(own) };
  });
  return [
    ...(left.size ? [{ group: null, layers: sorted([...left.values()]) }] : []),
    ...grouped.filter((g) => g.layers.length > 0),
  ];
}
