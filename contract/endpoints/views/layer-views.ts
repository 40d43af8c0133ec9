// Saved views of a layer's table.
import { z } from 'zod';
import { del, get, patch, post } from '../../define';
import { Done, int } from '../../schemas/common';
import { LayerView, LayerViewCount, LayerViewDefault, LayerViewPatch, NewLayerView } from '../../schemas/layers/view';

const ofLayer = z.strictObject({ layer: int(1, 2 ** 31 - 1) });

export const layerViews = {
  /** The caller's own views of a layer, then those that others share, each by name; at most MAX_LISTED. */
  list: get('layerview/', {
    query: ofLayer,
    ok: z.array(LayerView),
    needs: 'session',
    reads: ['view', 'layer'],
    beyond: true,
    example: { query: { layer: 'layer' } },
  }),
  one: get('layerview/:id/', {
    ok: LayerView,
    needs: 'session',
    reads: ['view', 'layer'],
    beyond: true,
    example: { params: { id: 'view' } },
  }),
  /** How many records each view of the list leaves to the caller, as far as there is time to count. */
  counts: get('layerview/counts/', {
    query: ofLayer,
    ok: z.array(LayerViewCount),
    heavy: true,
    needs: 'session',
    reads: ['view', 'record', 'layer'],
    background: true,
    beyond: true,
    example: { query: { layer: 'layer' } },
  }),
  /** A filter or field that the layer does not have is refused. At most MAX_VIEWS a person and layer. */
  create: post('layerview/', {
    body: NewLayerView,
    ok: LayerView,
    needs: 'session',
    touches: ['view'],
    beyond: true,
    example: { body: { layer: 'layer', name: 'Example', query: { field: 'name', is: 'not_empty' } } },
  }),
  /** Its owner's; a shared one is changed by those who manage the layer as well. Send the ETag in If-Match; 412 carries `current`. */
  edit: patch('layerview/:id/', {
    body: LayerViewPatch,
    ok: LayerView,
    needs: 'session',
    touches: ['view'],
    beyond: true,
    example: { params: { id: 'view' }, body: { name: 'Example', shared: true } },
  }),
  setDefault: post('layerview/:id/default/', {
    body: LayerViewDefault,
    ok: LayerView,
    needs: 'session',
    touches: ['view'],
    beyond: true,
    example: { params: { id: 'view' }, body: { is_default: true } },
  }),
  remove: del('layerview/:id/', {
    ok: Done,
    needs: 'session',
    touches: ['view'],
    beyond: true,
    example: { params: { id: 'spareView' } },
  }),
};
