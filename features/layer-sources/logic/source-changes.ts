// What a map service offers now, against what a layer was made of: gone, renamed, new.
import { fold } from '@/contract/fold';
import type { ServiceCapabilities, ServiceLayer, ServiceSource } from '@/contract/schemas/sources/service';
import { layerNames } from './service-values';

export type SourceChange =
  | { kind: 'layerRenamed'; name: string; to: string }
  | { kind: 'layerGone'; name: string }
  | { kind: 'layerNoMercator'; name: string }
  | { kind: 'styleGone'; name: string; style: string }
  | { kind: 'formatGone' | 'setGone'; name: string; to: string }
  | { kind: 'layersNew'; names: string[]; count: number };

/** New names that are said one by one. */
const MAX_NAMES = 5;

/** A name without the workspace before it, in one spelling. */
const bareName = (name: string): string => fold(name.slice(name.lastIndexOf(':') + 1)).replace(/[\s_-]+/g, '');

/** The layer that stands for one whose name is gone: the same title, or the same name in another workspace or spelling. */
function heirOf(layers: readonly ServiceLayer[], name: string, title: string | undefined, before: ReadonlySet<string>) {
  const fresh = layers.filter((one) => one.name !== null && one.has_mercator && !before.has(one.name));
  const matches = (test: (one: ServiceLayer) => boolean) => {
    const all = fresh.filter(test);
    return all.length === 1 ? all[0] : undefined;
  };
  return (
    matches((one) => bareName(one.name ?? '') === bareName(name)) ??
    (title ? matches((one) => fold(one.title) === fold(title)) : undefined)
  );
}

function layerChanges(source: ServiceSource, layers: readonly ServiceLayer[]): SourceChange[] {
  const names = layerNames(source);
  const titles = (source.titles ?? '').split('\n');
  const styles = (source.styles ?? '').split(',');
  const inOrder = source.kind === 'wms' ? [...styles].reverse() : styles;
  const before = new Set([...names, ...(source.offered ?? '').split('\n')]);
  return names.flatMap((name, at): SourceChange[] => {
    const one = layers.find((layer) => layer.name === name);
    if (!one) {
      const heir = heirOf(layers, name, titles[at], before);
      return heir?.name ? [{ kind: 'layerRenamed', name, to: heir.name }] : [{ kind: 'layerGone', name }];
    }
    if (!one.has_mercator) return [{ kind: 'layerNoMercator', name }];
    const style = styles.length === names.length ? inOrder[at] : undefined;
    const isGone = style && one.styles.length > 0 && !one.styles.some((offer) => offer.name === style);
    return isGone ? [{ kind: 'styleGone', name, style }] : [];
  });
}

/** Changes at the source, those first that matter most. */
export function sourceChanges(source: ServiceSource, capabilities: ServiceCapabilities): SourceChange[] {
  const { layers } = capabilities;
  const first = layers.find(({ name }) => name === layerNames(source)[0]);
  const [format] = first?.formats ?? [];
  const [set] = first?.matrix_sets ?? [];
  const offered = source.offered?.split('\n');
  const added = offered ? layers.flatMap(({ name }) => (name !== null && !offered.includes(name) ? [name] : [])) : [];
  const isSetGone = source.tile_matrix_set && set && !first?.matrix_sets.some((one) => one.name === source.tile_matrix_set); // biome-ignore format: one condition
  return [
    ...layerChanges(source, layers),
    ...(format && !first?.formats.includes(source.format)
      ? [{ kind: 'formatGone' as const, name: source.format, to: format }]
      : []),
    ...(isSetGone ? [{ kind: 'setGone' as const, name: source.tile_matrix_set ?? '', to: set.name }] : []),
    ...(added.length > 0
      ? [{ kind: 'layersNew' as const, names: added.slice(0, MAX_NAMES), count: added.length }]
      : []),
  ];
}

/** Names of chosen layers that the service cannot draw: with them nothing can be saved. */
export const undrawable = ({ layers }: ServiceCapabilities, names: readonly string[]): string[] =>
  names.filter((name) => !layers.some((one) => one.name === name && one.has_mercator));
