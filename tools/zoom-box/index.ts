// Zoom box: a rectangle on the map fills the window.
import { IconZoomInArea } from '@tabler/icons-react';
import { defineTool } from '../define';
import { machine } from './machine';

export const zoomBox = defineTool({
  id: 'zoomBox',
  icon: IconZoomInArea,
  group: 'see',
  help: 'home',
  hotkey: 'KeyZ',
  takesPointer: true,
  machine,
  panel: () => import('./panel').then((m) => m.ZoomBoxPanel),
});
