// Copy: records of any layer go into a layer that may be added to.
import { IconCopyPlus } from '@tabler/icons-react';
import { defineTool } from '../define';
import { hasShapes } from '../record-pick';
import { machine } from './machine';

export const copyFrom = defineTool({
  id: 'copyFrom',
  icon: IconCopyPlus,
  group: 'edit',
  help: 'edit-record',
  hotkey: 'Shift+KeyC',
  takesPointer: true,
  disabled: ({ layers }) => (layers.some((layer) => layer.rights.add && hasShapes(layer)) ? null : 'noAddable'),
  machine,
  panel: () => import('./panel').then((m) => m.CopyPanel),
});
