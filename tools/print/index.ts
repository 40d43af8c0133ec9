// Printing: the map on a sheet of paper with what belongs to it, as PDF or PNG, or one page for each of many places.
import { IconPrinter } from '@tabler/icons-react';
import { defineTool } from '../define';
import { machine } from './machine';

export const print = defineTool({
  id: 'print',
  icon: IconPrinter,
  group: 'keep',
  help: 'print',
  hotkey: 'KeyP',
  takesPointer: true,
  machine,
  panel: () => import('./panel').then((m) => m.PrintPanel),
});
