// What the address says about the list of layers.
import { api } from '@/contract/index';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import { flagFilter, idsFilter, numberFilter, numbersFilter, textFilter } from '@/lib/collection/filters';
import { defineView } from '@/lib/collection/view';

/** `open` is the layer whose access stands above the list. */
export const LAYERS_VIEW = defineView({
  call: api.layers.list,
  filters: {
    q: textFilter('label'),
    type: numbersFilter('type', Object.values(LAYER_TYPES)),
    group: numberFilter('group', null),
    grouped: flagFilter('grouped'),
    supervised: flagFilter('supervised'),
    mine: flagFilter('mine'),
    owner: idsFilter('owner'),
  },
  orders: ['id', 'label', 'type', 'record_count', 'modified_date', 'bytes', 'place'],
  order: '-id',
});

/** The layers of one group, in drawing order at first. */
export const viewOfGroup = (group: number): typeof LAYERS_VIEW => {
  const inOrder = defineView({ ...LAYERS_VIEW, order: 'place' });
  return {
    ...inOrder,
    toQuery: (view, size) => ({ ...inOrder.toQuery(view, size), group }),
  } as typeof LAYERS_VIEW;
};
