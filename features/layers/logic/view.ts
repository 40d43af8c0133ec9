// What the address says about the list of layers.
import { api } from '@/contract/index';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import { numberFilter, textFilter } from '@/lib/collection/filters';
import { defineView } from '@/lib/collection/view';

/** `open` is the layer whose access stands above the list. */
export const LAYERS_VIEW = defineView({
  call: api.layers.list,
  filters: {
    q: textFilter('label'),
    type: numberFilter('type', Object.values(LAYER_TYPES)),
    group: numberFilter('group', null),
  },
  orders: ['id', 'label', 'type', 'record_count', 'modified_date'],
  order: '-id',
});
