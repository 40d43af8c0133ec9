// Styling: how a layer is drawn, labelled, and between which scales; looked at on the map before it is saved.
import { IconPalette } from '@tabler/icons-react';
import { defineTool } from '../define';
import { canStyle } from './can-style';

export const styling = defineTool({
  id: 'styling',
  icon: IconPalette,
  group: 'edit',
  help: 'layer-style',
  hotkey: 'KeyY',
  takesPointer: false,
  disabled: ({ layers }) => (layers.some(canStyle) ? null : 'noStylable'),
  panel: () => import('./panel').then(({ StylingPanel }) => StylingPanel),
});
