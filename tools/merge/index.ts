// Merge: several records of one layer become one.
import { IconGitMerge } from '@tabler/icons-react';
import { defineTool } from '../define';
import { canMerge, machine } from './machine';

export const merge = defineTool({
  id: 'merge',
  icon: IconGitMerge,
  group: 'edit',
  help: 'merge-layer-data',
  hotkey: 'KeyG',
  takesPointer: true,
  disabled: ({ layers }) => (layers.some((layer) => canMerge(layer) && layer.visible) ? null : 'noMergeable'),
  machine,
  panel: () => import('./panel').then((m) => m.MergePanel),
});
