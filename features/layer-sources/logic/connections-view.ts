// What the address says about the list of connections. `open` is the one that is being changed.
import { api } from '@/contract/index';
import { textFilter } from '@/lib/collection/filters';
import { defineView } from '@/lib/collection/view';

export const CONNECTIONS_VIEW = defineView({
  call: api.databases.list,
  filters: { q: textFilter('search') },
  orders: ['label', 'id'],
  order: 'label',
});
