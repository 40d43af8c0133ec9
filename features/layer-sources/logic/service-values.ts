// What is typed and chosen of a map service, and the source that is made of it.
import { LAYER_TYPES } from '@/contract/schemas/layer';
import {
  type ServiceCapabilities,
  type ServiceKind,
  type ServiceLayer,
  type ServiceSource,
  WHOLE_SERVICE,
} from '@/contract/schemas/sources/service';

export interface ServiceValues {
  kind: ServiceKind;
  url: string;
  username: string;
  password: string;
  /** Names of chosen layers; the first is drawn on top. */
  layers: string[];
  style: string;
  format: string;
  set: string;
  attribution: string;
  label: string;
  groups: number[];
}

export const NEW_SERVICE: ServiceValues = {
  kind: 'wms',
  url: '',
  username: '',
  password: '',
  layers: [],
  style: '',
  format: '',
  set: '',
  attribution: '',
  label: '',
  groups: [],
};

/** WMS draws several layers as one picture, and an ArcGIS service those that are not its whole. */
export const takesSeveral = (kind: ServiceKind): boolean => kind === 'wms' || kind === 'arcgis';

export const typeOf = (kind: ServiceKind) => (kind === 'wms' ? LAYER_TYPES.wms : LAYER_TYPES.wmts);

/** The names after one more is chosen, or one less. The whole of a service stands alone. */
export function nextLayers(kind: ServiceKind, names: readonly string[], name: string): string[] {
  if (names.includes(name)) return names.filter((one) => one !== name);
  if (!takesSeveral(kind) || name === WHOLE_SERVICE) return [name];
  return [name, ...names.filter((one) => one !== WHOLE_SERVICE)];
}

export const firstOf = (layers: readonly ServiceLayer[], names: readonly string[]): ServiceLayer | undefined =>
  layers.find(({ name }) => name !== null && name === names[0]);

/** The chosen one, or the first there is. */
const oneOf = <T extends { name: string }>(all: readonly T[], name: string): T | undefined =>
  all.find((one) => one.name === name) ?? all[0];

/** The source of a layer that is made of these values, or null where nothing is chosen. */
export function toSource(values: ServiceValues, capabilities: ServiceCapabilities | null): ServiceSource | null {
  const first = capabilities && firstOf(capabilities.layers, values.layers);
  if (!capabilities || !first) return null;
  const { kind } = capabilities;
  const format = first.formats.find((one) => one === values.format) ?? first.formats[0] ?? 'image/png';
  const set = oneOf(first.matrix_sets, values.set);
  const template = first.templates.find((one) => one.format === format) ?? first.templates[0];
  const zooms = set ?? (kind === 'xyz' ? first : null);
  // WMS and ArcGIS draw the last of a list on top.
  const names = kind === 'wms' ? [...values.layers].reverse() : values.layers;
  return {
    kind,
    url: capabilities.url,
    layers: names.join(','),
    version: capabilities.version,
    format,
    ...(values.style && values.layers.length === 1 ? { styles: values.style } : {}),
    ...(kind === 'wmts' && !values.style && first.styles[0]?.name ? { styles: first.styles[0].name } : {}),
    ...(set && kind === 'wmts' ? { tile_matrix_set: set.name } : {}),
    ...(set ? { matrices: set.matrices } : {}),
    ...(template && kind === 'wmts' ? { template: template.template } : {}),
    ...(zooms?.min_zoom == null ? {} : { min_zoom: Math.floor(zooms.min_zoom) }),
    ...(zooms?.max_zoom == null ? {} : { max_zoom: Math.floor(zooms.max_zoom) }),
    ...(values.attribution ? { attribution: values.attribution } : {}),
    ...(values.username ? { username: values.username, password: values.password } : {}),
  };
}

/** Values with these layers; what the service says of the first stands where nothing is written. */
export const withLayers = (
  values: ServiceValues,
  layers: string[],
  first: ServiceLayer | null | undefined,
): ServiceValues => ({
  ...values,
  layers,
  style: '',
  set: '',
  label: values.label || (first?.title ?? ''),
  attribution: values.attribution || (first?.attribution ?? ''),
});
