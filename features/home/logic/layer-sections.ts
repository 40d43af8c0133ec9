// Layers under their groups, in the order in which they are drawn. Pure.

/** The order in which layers are first drawn: groups from the top, then what no group holds; each once. */
export function layerOrder(groups: readonly { layer: readonly number[] }[], ids: readonly number[]): number[] {
  const there = new Set(ids);
  return [...new Set([...groups.flatMap((g) => g.layer), ...ids])].filter((id) => there.has(id));
}

/** Layers under their groups, in drawing order; a layer of several groups stands in the first. The last section has no group. */
export function sections<L extends { id: number }>(
  groups: readonly { id: number; label: string; layer: readonly number[] }[],
  layers: readonly L[],
  order: readonly number[],
): { group: { id: number; label: string } | null; layers: L[] }[] {
  const place = new Map(order.map((id, i) => [id, i]));
  const left = new Map(layers.map((l) => [l.id, l]));
  const sorted = (list: L[]) => list.sort((a, b) => (place.get(a.id) ?? 1e9) - (place.get(b.id) ?? 1e9));
  const grouped = groups.map(({ id, label, layer }) => {
    const own = layer.flatMap((l) => left.get(l) ?? []);
    for (const { id: groupedId } of own) left.delete(groupedId);
    return { group: { id, label }, layers: sorted(own) };
  });
  return [
    ...grouped.filter((g) => g.layers.length > 0),
    ...(left.size ? [{ group: null, layers: sorted([...left.values()]) }] : []),
  ];
}
