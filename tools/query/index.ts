// Search query: rules about values and places find the records of one layer.
import { IconFilterSearch } from '@tabler/icons-react';
import { defineTool } from '../define';
import { machine } from './machine';

export const query = defineTool({
  id: 'query',
  icon: IconFilterSearch,
  group: 'ask',
  help: 'search-query',
  hotkey: 'KeyQ',
  takesPointer: true,
  disabled: ({ layers }) => (layers.some((l) => l.type <= 3) ? null : 'noRecords'),
  machine,
  panel: () => import('./panel').then((m) => m.QueryPanel),
});
