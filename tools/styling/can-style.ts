// Which layers' looks the person may change.
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { ToolLayer } from '@/map/tool-types';

/** The module without which the server refuses every change of a layer. */
export const EDIT_MODULE = 2;

/** A layer of records with geometry that the person manages. */
export const canStyle = ({ type, rights }: Pick<ToolLayer, 'type' | 'rights'>): boolean =>
  rights.manage && type >= LAYER_TYPES.point && type <= LAYER_TYPES.polygon;
