// Groups of layers.
import { z } from 'zod';
import { del, get, post, put } from '../../define';
import { Done, int, page, pageQuery } from '../../schemas/common';
import { Layer } from '../../schemas/layer';
import {
  FullLayerGroup,
  GroupMove,
  GroupQuery,
  LayerGroup,
  LayerGroupInput,
  SimpleGroup,
} from '../../schemas/layers/group';

/** The module of those who put layers into groups. */
const GROUP_MANAGERS = 3;
const label = 'Example';

export const groups = {
  list: get('layergroup/', {
    query: GroupQuery,
    ok: page(LayerGroup),
    needs: 'session',
    reads: ['group'],
    example: {},
  }),
  one: get('layergroup/:id/', {
    ok: LayerGroup,
    needs: 'session',
    reads: ['group'],
    example: { params: { id: 'group' } },
  }),
  create: post('layergroup/', {
    body: LayerGroupInput,
    ok: LayerGroup,
    needs: { module: GROUP_MANAGERS },
    touches: ['group', 'layer'],
    example: { body: { label } },
  }),
  /** Send the ETag of the group in If-Match; 412 carries the current one in `current`. */
  edit: put('layergroup/:id/', {
    body: LayerGroupInput,
    ok: LayerGroup,
    needs: { module: GROUP_MANAGERS },
    touches: ['group', 'layer'],
    example: { params: { id: 'group' }, body: { label } },
  }),
  /** Puts a group behind another one of those beside it. */
  move: post('layergroup/:id/move/', {
    body: GroupMove,
    ok: LayerGroup,
    needs: { module: GROUP_MANAGERS },
    touches: ['group'],
    beyond: true,
    example: { params: { id: 'spareGroup' }, body: { after: null } },
  }),
  logo: get('layergroup/:id/logo/', {
    ok: z.unknown(),
    gives: 'blob',
    needs: 'session',
    reads: ['group'],
    beyond: true,
  }),
  /** The layers stay. Groups that stand in it stand beside the others from now on. */
  remove: del('layergroup/:id/', {
    ok: Done,
    needs: { module: GROUP_MANAGERS },
    touches: ['group', 'layer'],
    example: { params: { id: 'spareGroup' } },
  }),
  removeLayer: del('layergroup/:id/delete_layer/', {
    body: z.strictObject({ layer: int(1) }),
    ok: LayerGroup,
    needs: { module: GROUP_MANAGERS },
    touches: ['group', 'layer'],
    example: { params: { id: 'group' }, body: { layer: 'lines' } },
  }),
  /** The layers of a group in full, in drawing order. */
  layers: get('grouplayers/', {
    query: z.strictObject({ group_layer: int(1) }),
    ok: z.array(Layer),
    needs: 'session',
    reads: ['group', 'layer'],
    example: { query: { group_layer: 'group' } },
  }),
  /**
   * Groups in which the caller may see something; managers of groups see all. At most 5,000 layers come in full: who has more asks for
   * pages of groups, of which one that is not full is the last. Without a page all groups come.
   */
  all: get('alllayergroup/', {
    query: pageQuery(['label', 'id'] as const),
    ok: z.array(FullLayerGroup),
    needs: 'session',
    reads: ['group', 'layer'],
    example: {},
  }),
  simple: get('simple_layer_groups/', { ok: z.array(SimpleGroup), needs: 'session', reads: ['group'], example: {} }),
};
