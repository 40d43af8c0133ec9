// Analysis: buffers, overlays and summaries of layers, regions, drawings and drawn shapes.
import { IconLayersIntersect2 } from '@tabler/icons-react';
import { defineTool } from '../define';
import { hasShapes } from '../record-pick';
import { machine } from './machine';

export const analysis = defineTool({
  id: 'analysis',
  icon: IconLayersIntersect2,
  group: 'ask',
  help: 'analyze-buffer',
  hotkey: 'KeyA',
  takesPointer: true,
  disabled: ({ layers, drawings = 0 }) => (drawings > 0 || layers.some(hasShapes) ? null : 'noShapes'),
  machine,
  panel: () => import('./panel').then((m) => m.AnalysisPanel),
});
