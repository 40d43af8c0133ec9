// Split: cut a line or an area in parts along a line that is drawn over it.
import { IconScissors } from '@tabler/icons-react';
import { defineTool } from '../define';
import { canSplit, machine } from './machine';

export const split = defineTool({
  id: 'split',
  icon: IconScissors,
  group: 'edit',
  help: 'edit-record',
  hotkey: 'KeyC',
  takesPointer: true,
  disabled: ({ layers }) => (layers.some((layer) => canSplit(layer) && layer.visible) ? null : 'noCuttable'),
  machine,
  panel: () => import('./panel').then((m) => m.SplitPanel),
});
