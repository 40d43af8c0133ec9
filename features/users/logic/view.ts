// What the address says about the list of users. `open` is the user beside it.
import { api } from '@/contract/index';
import { dayRangeFilter, flagFilter, idsFilter, textFilter } from '@/lib/collection/filters';
import { defineView } from '@/lib/collection/view';

export const USERS_VIEW = defineView({
  call: api.users.list,
  filters: {
    q: textFilter('search'),
    roles: idsFilter('groups'),
    regions: idsFilter('regions'),
    created: dayRangeFilter('created_date_after', 'created_date_before'),
    seen: dayRangeFilter('last_seen_after', 'last_seen_before'),
    locked: flagFilter('locked'),
    factor: flagFilter('two_factor'),
    super: flagFilter('superuser'),
  },
  orders: ['id', 'username', 'first_name', 'last_name', 'phone', 'created', 'last_seen'],
  order: '-created',
});
