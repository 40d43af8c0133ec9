// Draw: a new point, line or polygon for the chosen layer.
import { IconPencilPlus } from '@tabler/icons-react';
import { defineTool } from '../define';
import { canDrawInto, machine } from './machine';

export const draw = defineTool({
  id: 'draw',
  icon: IconPencilPlus,
  group: 'edit',
  help: 'edit-record',
  hotkey: 'KeyD',
  takesPointer: true,
  disabled: ({ layers }) => (layers.some(canDrawInto) ? null : 'noAddable'),
  machine,
  panel: () => import('./panel').then((m) => m.DrawPanel),
});
