// Map tips: a switch, not a pointer-taking tool; it works beside whichever tool is active.
import { IconMessage2 } from '@tabler/icons-react';
import { defineTool } from '../define';
import { machine } from './machine';

export const maptip = defineTool({
  id: 'maptip',
  icon: IconMessage2,
  group: 'ask',
  help: 'maptip',
  hotkey: 'KeyT',
  takesPointer: false,
  wantsHover: true,
  disabled: ({ layers }) => (layers.some((layer) => layer.visible) ? null : 'noVisible'),
  machine,
});
