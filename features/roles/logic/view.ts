// What the address says about the list of roles.
import { api } from '@/contract/index';
import { textFilter } from '@/lib/collection/filters';
import { defineView } from '@/lib/collection/view';

export const ROLES_VIEW = defineView({
  call: api.roles.list,
  filters: { q: textFilter('search') },
  orders: ['name', 'id'],
  order: 'name',
});
