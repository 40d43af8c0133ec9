// What an act on a layer takes: the module of the call, rights on the layer itself, and a kind of layer. Server and browser read this table.
import { LAYER_TYPES, type Rights } from '../layer';

type Right = keyof Rights;

interface ActRule {
  /** The module that the call needs besides; none where any session may ask. */
  module?: number;
  /** All of these. */
  rights: readonly Right[];
  /** Numeric types of layers that have it; all without it. */
  types?: readonly number[];
}

const { table, point, line, polygon, wms, wmts, raster } = LAYER_TYPES;
const WITH_RECORDS = [table, point, line, polygon];
const CREATE = 1;
const EDIT = 2;
const REMOVE = 4;

export const LAYER_ACTS = {
  records: { rights: ['view'], types: WITH_RECORDS },
  map: { rights: ['view'], types: [point, line, polygon, wms, wmts, raster] },
  add: { rights: ['add'], types: WITH_RECORDS },
  append: { rights: ['add'], types: WITH_RECORDS },
  export: { rights: ['export'], types: WITH_RECORDS },
  rename: { module: EDIT, rights: ['manage'] },
  form: { module: EDIT, rights: ['manage'], types: WITH_RECORDS },
  source: { module: EDIT, rights: ['manage'], types: [wms, wmts] },
  raster: { module: EDIT, rights: ['manage'], types: [raster] },
  style: { module: EDIT, rights: ['manage'], types: [point, line, polygon] },
  access: { rights: ['manage'] },
  owner: { module: EDIT, rights: ['manage'] },
  copy: { module: CREATE, rights: ['view', 'export'], types: WITH_RECORDS },
  sync: { module: CREATE, rights: ['manage', 'add', 'edit', 'delete'] },
  remove: { module: REMOVE, rights: ['manage'] },
} as const satisfies Record<string, ActRule>;
export type LayerAct = keyof typeof LAYER_ACTS;

export const layerActRule = (act: LayerAct): ActRule => LAYER_ACTS[act];

/** The first right on the layer that an act lacks; null where it has them all. */
export const missingRight = (act: LayerAct, rights: Rights): Right | null =>
  layerActRule(act).rights.find((right) => !rights[right]) ?? null;
