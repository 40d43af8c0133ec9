// Where records are shown: on the map, or in the table of their layer.
import { href } from '@/lib/routes/rules';

/** The map with a layer, and with one of its records, in view; `tool` is taken up there. */
export const onMap = (layer: number, record?: number, tool?: 'draw' | 'identify'): string =>
  `${href('home')}?${new URLSearchParams({ layer: String(layer), ...(record ? { record: String(record) } : {}), ...(tool ? { tool } : {}) })}`;

const inTable = (layer: number, record?: number | 'new'): string =>
  `${href('layerData', { id: layer })}${record ? `?record=${record}` : ''}`;

interface Target {
  id: number;
  type: number;
}

/** A record beside what the reader looks at: on the map where that is the screen and it has a place. */
export const recordAddress = ({ id, type }: Target, record: number, path: string): string =>
  type > 0 && path === href('home') ? onMap(id, record) : inTable(id, record);

/** Where a new record of a layer is made. */
export const newRecordAddress = ({ id, type }: Target): string =>
  type > 0 ? onMap(id, undefined, 'draw') : inTable(id, 'new');

/** Where a record of a layer is picked. */
export const pickAddress = ({ id, type }: Target): string =>
  type > 0 ? onMap(id, undefined, 'identify') : inTable(id);
