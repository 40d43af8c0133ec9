// Layers, groups, styles.

import { z } from 'zod';
import { del, get, patch, post, put } from '../define';
import { Done, page } from '../schemas/common';
import { Field } from '../schemas/form';
import {
  Encoding,
  Layer,
  LayerGroup,
  LayerGroupInput,
  LayerPatch,
  LayerQuery,
  LayerStyle,
  NewLayer,
} from '../schemas/layer';

const label = 'Example';

export const layers = {
  list: get('layer/', {
    query: LayerQuery,
    ok: page(Layer),
    needs: 'session',
    reads: ['layer'],
    example: { query: { limit: '5' } },
  }),
  one: get('layer/:id/', { ok: Layer, needs: 'session', reads: ['layer'], example: { params: { id: 'layer' } } }),
  fields: get('layer/:id/fields/', {
    ok: z.array(Field),
    needs: 'session',
    reads: ['layer'],
    example: { params: { id: 'layer' } },
  }),
  create: post('layer/', {
    body: NewLayer,
    as: 'form',
    ok: Layer,
    needs: { module: 1 },
    touches: ['layer', 'group'],
    example: { body: { label, type: 1, form: [] } },
  }),
  edit: patch('layer/:id/', {
    body: LayerPatch,
    ok: Layer,
    needs: { module: 2 },
    touches: ['layer', 'group'],
    example: { params: { id: 'layer' }, body: { label } },
  }),
  remove: del('layer/:id/', {
    ok: Done,
    needs: { module: 4 },
    touches: ['layer', 'group', 'record'],
    example: { params: { id: 'spare' } },
  }),
  style: post('style/', {
    body: LayerStyle,
    ok: Layer,
    needs: { module: 2 },
    touches: ['layer'],
    example: {
      body: {
        layer: 'layer',
        style: {
          kind: 'single',
          symbol: { color: '#5c7cfa', opacity: 1, size: 5, stroke: '#ffffff', stroke_width: 1 },
        },
        labels: null,
      },
    },
  }),
  encodings: get('encoding/', { ok: z.array(Encoding), needs: 'session' }),
};

export const groups = {
  list: get('layergroup/', {
    query: LayerQuery.pick({ limit: true, offset: true }).extend({ search: z.string().max(200).optional() }),
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
    needs: { module: 3 },
    touches: ['group', 'layer'],
    example: { body: { label } },
  }),
  edit: put('layergroup/:id/', {
    body: LayerGroupInput,
    ok: LayerGroup,
    needs: { module: 3 },
    touches: ['group', 'layer'],
    example: { params: { id: 'group' }, body: { label } },
  }),
  remove: del('layergroup/:id/', {
    ok: Done,
    needs: { module: 3 },
    touches: ['group', 'layer'],
    example: { params: { id: 'spareGroup' } },
  }),
};
