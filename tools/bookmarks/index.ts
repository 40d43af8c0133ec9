// Bookmarks: places and states of the map under a name, and a link that carries the map to somebody.
import { IconBookmarks } from '@tabler/icons-react';
import { defineTool } from '../define';

export const bookmarks = defineTool({
  id: 'bookmarks',
  icon: IconBookmarks,
  group: 'keep',
  help: 'bookmarks',
  hotkey: 'KeyB',
  takesPointer: false,
  panel: () => import('./panel').then((m) => m.BookmarksPanel),
});
