// What is typed and chosen of a map service, and the source that is made of it.
import { LAYER_TYPES, type Layer } from '@/contract/schemas/layer';
import {
  SERVICE_KINDS,
  type ServiceCapabilities,
  type ServiceKind,
  type ServiceLayer,
  type ServiceSource,
  WHOLE_SERVICE,
} from '@/contract/schemas/sources/service';

/** `kept` is what the server holds and nobody reads; a new layer has none. */
export type SecretChoice = 'none' | 'kept' | 'replaced' | 'removed';

export interface ServiceValues {
  kind: ServiceKind;
  url: string;
  secret: SecretChoice;
  username: string;
  password: string;
  /** Names of chosen layers; the first is drawn on top. */
  layers: string[];
  /** Styles by the layer's name; one that is not here is drawn in the service's own. */
  styles: Record<string, string>;
  /** Empty: as the service answers. */
  version: string;
  format: string;
  set: string;
  attribution: string;
  label: string;
  groups: number[];
}

export const NEW_SERVICE: ServiceValues = {
  kind: 'wms',
  url: '',
  secret: 'none',
  username: '',
  password: '',
  layers: [],
  styles: {},
  version: '',
  format: '',
  set: '',
  attribution: '',
  label: '',
  groups: [],
};

/** Versions of WMS that a layer can be asked in. */
export const WMS_VERSIONS = ['1.1.1', '1.3.0'] as const;
/** Names that are remembered of a service: of a larger one nothing new can be told. */
const MAX_OFFERED = 4000;

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

/** WMS draws the last of a list on top. */
const inDrawingOrder = (kind: ServiceKind, names: readonly string[]) => (kind === 'wms' ? [...names].reverse() : names);

/** Names between commas; of WMTS and tiles one name, which may hold a comma. */
export const layerNames = ({ kind, layers }: Pick<ServiceSource, 'kind' | 'layers'>): string[] =>
  takesSeveral(kind) ? [...inDrawingOrder(kind, layers.split(','))] : [layers];

/** The styles in the order of drawing; empty where all are the service's own. */
function stylesOf(values: ServiceValues, { kind, layers }: ServiceCapabilities): string {
  if (kind === 'arcgis' || kind === 'xyz') return '';
  const offered = (name: string) => layers.find((one) => one.name === name)?.styles ?? [];
  const names = inDrawingOrder(kind, values.layers).map((name) => {
    const style = offered(name).find((one) => one.name === values.styles[name]);
    // WMTS wants the name of a style also where it is its own.
    return style?.name ?? (kind === 'wmts' ? (offered(name)[0]?.name ?? '') : '');
  });
  return names.some((name) => name !== '') ? names.join(',') : '';
}

/** What is sent of the secret. */
const secretOf = ({ secret, username, password }: ServiceValues): Partial<ServiceSource> => {
  if (secret === 'removed') return { has_secret: false };
  return secret !== 'kept' && username ? { username, password } : {};
};

/** The source of a layer that is made of these values, or null where nothing is chosen. */
export function toSource(values: ServiceValues, capabilities: ServiceCapabilities | null): ServiceSource | null {
  const first = capabilities && firstOf(capabilities.layers, values.layers);
  if (!capabilities || !first) return null;
  const { kind, layers } = capabilities;
  const format = first.formats.find((one) => one === values.format) ?? first.formats[0] ?? 'image/png';
  const set = oneOf(first.matrix_sets, values.set);
  const template = first.templates.find((one) => one.format === format) ?? first.templates[0];
  const zooms = set ?? (kind === 'xyz' ? first : null);
  const styles = stylesOf(values, capabilities);
  const offered = layers.flatMap(({ name }) => name ?? []).join('\n');
  return {
    kind,
    url: capabilities.url,
    layers: inDrawingOrder(kind, values.layers).join(','),
    version: WMS_VERSIONS.find((one) => kind === 'wms' && one === values.version) ?? capabilities.version,
    format,
    ...(styles ? { styles } : {}),
    ...(set && kind === 'wmts' ? { tile_matrix_set: set.name } : {}),
    ...(set ? { matrices: set.matrices } : {}),
    ...(template && kind === 'wmts' ? { template: template.template } : {}),
    ...(zooms?.min_zoom == null ? {} : { min_zoom: Math.floor(zooms.min_zoom) }),
    ...(zooms?.max_zoom == null ? {} : { max_zoom: Math.floor(zooms.max_zoom) }),
    ...(values.attribution ? { attribution: values.attribution } : {}),
    ...(kind === 'xyz' ? {} : rememberedOf(values, layers, offered)),
    ...secretOf(values),
  };
}

/** What a later look at the service is compared with. */
function rememberedOf({ layers: names }: ServiceValues, layers: readonly ServiceLayer[], offered: string) {
  const titles = names.map((name) => layers.find((one) => one.name === name)?.title ?? name).join('\n');
  return {
    ...(titles.length <= MAX_OFFERED ? { titles } : {}),
    ...(offered.length <= MAX_OFFERED ? { offered } : {}),
  };
}

/** A source to be tried: what is only remembered would make the address of each tile long. */
export const forTrial = ({ titles: _, offered: __, ...source }: ServiceSource): ServiceSource => source;

/** Values with these layers; what the service says of the first stands where nothing is written. */
export const withLayers = (
  values: ServiceValues,
  layers: string[],
  first: ServiceLayer | null | undefined,
): ServiceValues => ({
  ...values,
  layers,
  set: first?.matrix_sets.some(({ name }) => name === values.set) ? values.set : '',
  label: values.label || (first?.title ?? ''),
  attribution: values.attribution || (first?.attribution ?? ''),
});

/** The source of a layer that is drawn by a service, as people read it. */
export const sourceOfLayer = ({ config }: Pick<Layer, 'config'>): ServiceSource =>
  config.source as unknown as ServiceSource;

/** The form of a layer that there is. */
export function valuesOf(layer: Layer): ServiceValues {
  const source = sourceOfLayer(layer);
  const layers = layerNames(source);
  const styles = (source.styles ?? '').split(',');
  const inOrder = source.kind === 'wms' ? [...styles].reverse() : styles;
  return {
    ...NEW_SERVICE,
    kind: SERVICE_KINDS.find((kind) => kind === source.kind) ?? 'wms',
    url: source.url,
    secret: source.has_secret ? 'kept' : 'none',
    layers,
    styles:
      styles.length === layers.length
        ? Object.fromEntries(layers.flatMap((name, at) => (inOrder[at] ? [[name, inOrder[at]]] : [])))
        : {},
    version: source.kind === 'wms' ? source.version : '',
    format: source.format,
    set: source.tile_matrix_set ?? '',
    attribution: source.attribution ?? '',
    label: layer.label,
    groups: layer.group_layer,
  };
}

/** The fields of the form that a source is made of. */
const OF_SOURCE = ['url', 'secret', 'username', 'password', 'layers', 'styles', 'version', 'format', 'set'] as const;

/** Whether the service itself has to be asked for these changes. */
export const touchesService = (changes: Partial<ServiceValues>): boolean => OF_SOURCE.some((field) => field in changes);

/** The stored source with what needs no look at the service. */
export function withAttribution(source: ServiceSource, attribution: string): ServiceSource {
  const { attribution: _, ...rest } = source;
  return { ...rest, ...(attribution ? { attribution } : {}) };
}
