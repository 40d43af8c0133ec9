// Drawings: shapes of one's own, apart from all layers.
import { IconBrush } from '@tabler/icons-react';
import { defineTool } from '../define';
import { machine } from './machine';

export const drawings = defineTool({
  id: 'drawings',
  icon: IconBrush,
  group: 'make',
  help: 'draw-tab',
  hotkey: 'Shift+KeyD',
  takesPointer: true,
  machine,
  panel: () => import('./panel').then((m) => m.DrawingsPanel),
});
