// Coordinates: places in the system of one's choice, taken from the map or written, listed and taken along.
import { IconCurrentLocation } from '@tabler/icons-react';
import { defineTool } from '../define';
import { machine } from './machine';

export const coordinates = defineTool({
  id: 'coordinates',
  icon: IconCurrentLocation,
  group: 'ask',
  help: 'coordinates-dialog',
  hotkey: 'KeyX',
  takesPointer: true,
  machine,
  panel: () => import('./panel').then((m) => m.CoordinatesPanel),
});
