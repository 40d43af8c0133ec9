// The sides of a layer's page: which of them a layer has, and which the address names.
import { LAYER_TYPES } from '@/contract/schemas/layer';

export const LAYER_TABS = ['data', 'map', 'files', 'history', 'access', 'about'] as const;
export type LayerTab = (typeof LAYER_TABS)[number];

/** Beside these stands the record that is open. */
export const TABS_WITH_RECORD: readonly LayerTab[] = ['data', 'map', 'files', 'history'];

/** A table has no map. */
export const tabsOf = (type: number): LayerTab[] =>
  LAYER_TABS.filter((tab) => tab !== 'map' || type !== LAYER_TYPES.table);

/** The tab that an address names; the data where it names none that the layer has. */
export const tabFrom = (name: string | null, type: number): LayerTab =>
  tabsOf(type).find((tab) => tab === name) ?? 'data';
