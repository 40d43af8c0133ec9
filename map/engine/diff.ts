// The way from one style to the next as the fewest setter calls: pure, so that every case is tested without a map.
import type { FontFacesSpecification, LayerSpecification, SourceSpecification, StyleSpecification } from 'maplibre-gl';

type Value = unknown;
/** What the updater may ask of a map; each names the MapLibre setter it becomes. */
export type Op =
  | { op: 'setFontFaces'; faces: FontFacesSpecification | undefined }
  | { op: 'addSource'; id: string; source: SourceSpecification }
  | { op: 'removeSource'; id: string }
  | { op: 'setTiles'; id: string; tiles: string[] }
  | { op: 'setData'; id: string; data: Value }
  | { op: 'addLayer'; layer: LayerSpecification; before: string | undefined }
  | { op: 'removeLayer'; id: string }
  | { op: 'moveLayer'; id: string; before: string | undefined }
  | { op: 'setPaint' | 'setLayout'; id: string; name: string; value: Value }
  | { op: 'setFilter'; id: string; filter: Value }
  | { op: 'setZooms'; id: string; min: number; max: number };

/** Deep equality of JSON values; the same object is equal at once, which is the common case. */
export const isSameValue = (a: Value, b: Value): boolean => {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((v, i) => isSameValue(v, b[i]));
  if (Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, Value>, b as Record<string, Value>];
  const keys = Object.keys(left).filter((k) => left[k] !== undefined);
  return (
    keys.length === Object.keys(right).filter((k) => right[k] !== undefined).length &&
    keys.every((k) => isSameValue(left[k], right[k]))
  );
};

/** The change of one source in place, or `null` where only a new source will do. */
const sourceOps = (id: string, prev: SourceSpecification, next: SourceSpecification): Op[] | null => {
  if (prev.type === 'vector' && next.type === 'vector' && isSameValue({ ...prev, tiles: 0 }, { ...next, tiles: 0 }))
    return isSameValue(prev.tiles, next.tiles) ? [] : [{ op: 'setTiles', id, tiles: next.tiles ?? [] }];
  if (prev.type === 'geojson' && next.type === 'geojson' && isSameValue({ ...prev, data: 0 }, { ...next, data: 0 }))
    return isSameValue(prev.data, next.data) ? [] : [{ op: 'setData', id, data: next.data }];
  return isSameValue(prev, next) ? [] : null;
};

const part = (layer: LayerSpecification, key: string): Value => (layer as unknown as Record<string, Value>)[key];

/** Type and origin cannot be set on a living layer. */
const isSameLayer = (a: LayerSpecification, b: LayerSpecification): boolean =>
  a.type === b.type && part(a, 'source') === part(b, 'source') && part(a, 'source-layer') === part(b, 'source-layer');

const propertyOps = (prev: LayerSpecification, next: LayerSpecification): Op[] => {
  const ops: Op[] = [];
  const { id } = next;
  for (const [key, op] of [
    ['paint', 'setPaint'],
    ['layout', 'setLayout'],
  ] as const) {
    const from = (part(prev, key) ?? {}) as Record<string, Value>;
    const to = (part(next, key) ?? {}) as Record<string, Value>;
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)]))
      if (!isSameValue(from[name], to[name])) ops.push({ op, id, name, value: to[name] });
  }
  if (!isSameValue(part(prev, 'filter'), part(next, 'filter')))
    ops.push({ op: 'setFilter', id, filter: part(next, 'filter') });
  if (prev.minzoom !== next.minzoom || prev.maxzoom !== next.maxzoom)
    ops.push({ op: 'setZooms', id, min: next.minzoom ?? 0, max: next.maxzoom ?? 24 });
  return ops;
};

/** The longest run of ids that already stand in the wanted order: these stay where they are, the others move. */
const stay = (current: readonly string[], next: readonly string[]): Set<string> => {
  const place = new Map(next.map((id, i) => [id, i]));
  // Patience sorting: tails[k] ends the best run of k + 1 places; back-links give the run itself.
  const tails: { at: number; id: string; before: string | undefined }[] = [];
  const links = new Map<string, string | undefined>();
  for (const id of current) {
    const at = place.get(id) ?? -1;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tails[middle]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    const before = tails[low - 1]?.id;
    tails[low] = { at, id, before };
    links.set(id, before);
  }
  const stable = new Set<string>();
  for (let id = tails.at(-1)?.id; id !== undefined; id = links.get(id)) stable.add(id);
  return stable;
};

/** Ops that turn a map showing `prev` into one showing `next`. Sources and layers that neither names are left alone. */
export const diff = (prev: StyleSpecification, next: StyleSpecification): Op[] => {
  const changes: Op[] = [];
  const reborn = new Set<string>();
  for (const [id, source] of Object.entries(next.sources)) {
    const old = prev.sources[id];
    const ops = old ? sourceOps(id, old, source) : null;
    if (ops) changes.push(...ops);
    else reborn.add(id);
  }
  const dying = Object.keys(prev.sources).filter((id) => !next.sources[id] || reborn.has(id));

  const nextById = new Map(next.layers.map((layer) => [layer.id, layer]));
  const remaining = prev.layers.filter((layer) => {
    const to = nextById.get(layer.id);
    return to && isSameLayer(layer, to) && !dying.includes(String(part(layer, 'source')));
  });
  const living = new Map(remaining.map((layer) => [layer.id, layer]));
  const order = next.layers.map((layer) => layer.id);
  const staying = stay(
    remaining.map((layer) => layer.id),
    order.filter((id) => living.has(id)),
  );

  const ops: Op[] = [];
  if (!isSameValue(prev['font-faces'], next['font-faces'])) ops.push({ op: 'setFontFaces', faces: next['font-faces'] });
  for (const { id } of prev.layers) if (!living.has(id)) ops.push({ op: 'removeLayer', id });
  for (const id of dying) ops.push({ op: 'removeSource', id });
  for (const id of reborn) ops.push({ op: 'addSource', id, source: next.sources[id] as SourceSpecification });
  ops.push(...changes);
  // From the top down, so that the layer to be put before is always in its place already.
  for (let i = next.layers.length - 1; i >= 0; i -= 1) {
    const layer = next.layers[i] as LayerSpecification;
    const before = order[i + 1];
    const old = living.get(layer.id);
    if (!old) ops.push({ op: 'addLayer', layer, before });
    else {
      if (!staying.has(layer.id)) ops.push({ op: 'moveLayer', id: layer.id, before });
      ops.push(...propertyOps(old, layer));
    }
  }
  return ops;
};
