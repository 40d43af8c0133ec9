// Modify: move and reshape the selected record, or the one that is clicked.
import { IconVector } from '@tabler/icons-react';
import { defineTool } from '../define';
import { canReshape, machine } from './machine';

export const modify = defineTool({
  id: 'modify',
  icon: IconVector,
  group: 'edit',
  help: 'edit-record',
  hotkey: 'KeyM',
  takesPointer: true,
  disabled: ({ layers }) => (layers.some((layer) => canReshape(layer) && layer.visible) ? null : 'noEditable'),
  machine,
  panel: () => import('./panel').then((m) => m.ModifyPanel),
});
