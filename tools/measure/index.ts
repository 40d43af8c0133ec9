// Measure: lengths, areas, angles and bearings on the earth.
import { IconRulerMeasure } from '@tabler/icons-react';
import { defineTool } from '../define';
import { machine } from './machine';

export const measure = defineTool({
  id: 'measure',
  icon: IconRulerMeasure,
  group: 'make',
  help: 'measurement',
  hotkey: 'KeyR',
  takesPointer: true,
  machine,
  panel: () => import('./panel').then((m) => m.MeasurePanel),
});
