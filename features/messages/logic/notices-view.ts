// What the address says about the list of sent notices.
import { api } from '@/contract/index';
import { choiceFilter, textFilter } from '@/lib/collection/filters';
import { defineView } from '@/lib/collection/view';

export const KINDS = ['sent', 'automatic'] as const;

export const NOTICES_VIEW = defineView({
  call: api.messages.notices,
  filters: { q: textFilter('search'), kind: choiceFilter('kind', KINDS) },
  orders: ['date', 'subject'],
  order: '-date',
});
