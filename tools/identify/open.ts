// Lists the records in view in the identify tool: for whoever cannot see the map, or not point at it.

import { useTool } from '@/map/state/tool';
import type { MapHandle } from '@/map/tool-types';
import { toolContext } from '../host';
import { identify } from '.';
import type { IdentifyAction } from './machine';

/** False where no layer is visible. */
export const listInView = (map: MapHandle): boolean => {
  if (identify.disabled?.(toolContext())) return false;
  useTool.getState().activate('identify');
  const action: IdentifyAction = { do: 'view', extent: map.getExtent() };
  map.act('identify', action);
  return true;
};
