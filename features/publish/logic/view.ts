// What the address says about the list of layers that may be published. `open` is the layer beside it.
import { api } from '@/contract/index';
import { PUBLISH_STATES } from '@/contract/schemas/publish/layer';
import { choiceFilter, numberFilter, textFilter } from '@/lib/collection/filters';
import { defineView } from '@/lib/collection/view';

export const LAYER_TYPES = [0, 1, 2, 3, 4, 5, 6] as const;

export const PUBLISH_VIEW = defineView({
  call: api.publish.list,
  filters: {
    q: textFilter('search'),
    type: numberFilter('type', LAYER_TYPES),
    state: choiceFilter('state', PUBLISH_STATES),
  },
  orders: ['label', 'id', 'type', 'record_count'],
  order: 'label',
});

export const TABS = ['layers', 'keys', 'use'] as const;
export type Tab = (typeof TABS)[number];
