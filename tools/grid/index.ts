// The map grid: meridians and parallels, or the squares of UTM. Its lines are drawn by canvas/grid, with this tool open or not.
import { IconGrid4x4 } from '@tabler/icons-react';
import { defineTool } from '../define';

export const grid = defineTool({
  id: 'grid',
  icon: IconGrid4x4,
  group: 'see',
  help: 'map-grid',
  hotkey: 'KeyN',
  takesPointer: false,
  panel: () => import('./panel').then((m) => m.GridPanel),
});
