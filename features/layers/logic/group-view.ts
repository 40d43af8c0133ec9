// What the address says about the lists of groups. `open` is the group beside its list.
import { api } from '@/contract/index';
import { textFilter } from '@/lib/collection/filters';
import { defineView } from '@/lib/collection/view';
import { href } from '@/lib/routes/rules';

export const GROUPS_VIEW = defineView({
  call: api.groups.list,
  filters: { q: textFilter('search') },
  orders: ['position', 'label'],
  order: 'position',
});

/** The same as cards, which show the marks of the first layers. */
export const CARDS_VIEW: typeof GROUPS_VIEW = {
  ...GROUPS_VIEW,
  toQuery: (view, size) => ({ ...GROUPS_VIEW.toQuery(view, size), marks: true }),
};

/** The map with the layers of a group on top and in view. */
export const groupOnMap = (id: number): string => `${href('home')}?group=${id}`;
