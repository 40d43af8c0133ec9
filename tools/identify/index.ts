// Identify: what lies under a click, in all visible layers.
import { IconInfoCircle } from '@tabler/icons-react';
import { defineTool } from '../define';
import { machine } from './machine';

export const identify = defineTool({
  id: 'identify',
  icon: IconInfoCircle,
  group: 'ask',
  help: 'identify',
  hotkey: 'KeyI',
  takesPointer: true,
  disabled: ({ layers }) => (layers.some((layer) => layer.visible) ? null : 'noVisible'),
  machine,
  panel: () => import('./panel').then(({ IdentifyPanel }) => IdentifyPanel),
});
