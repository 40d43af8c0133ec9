// Layers and their styles.

import { z } from 'zod';
import { del, get, patch, post } from '../define';
import { Done, ids, page } from '../schemas/common';
import { Field } from '../schemas/form';
import {
  Encoding,
  Layer,
  LayerCopy,
  LayerOwner,
  LayerQuery,
  LayerRev,
  LayerRevsQuery,
  LayerStyle,
  LayerStylePatch,
  LayerUsage,
  LayerWithDeleted,
  RasterFile,
  SimpleLayer,
  StyleFile,
  StyleFileInput,
  StyleFileRead,
  TrashedLayer,
} from '../schemas/layer';
import { LayerPatch, NewLayer } from '../schemas/layers/write';
import { StyleFormat } from '../schemas/style';

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
  /** Every layer that the caller may see, in brief, by label; at most 10,000. */
  simple: get('simple_layers/', { ok: z.array(SimpleLayer), needs: 'session', reads: ['layer'], example: {} }),
  /** Revisions of layers, for clients that show them for long; deleted and hidden ones are left out. */
  revs: get('layer/revs/', {
    query: LayerRevsQuery,
    ok: z.array(LayerRev),
    needs: 'session',
    reads: ['layer'],
    background: true,
    beyond: true,
    example: { query: { ids: 'layer' } },
  }),
  withDeleted: get('layer/only_with_deleted_data/', {
    ok: z.array(LayerWithDeleted),
    needs: { any: [{ module: 10 }, 'superuser'] },
    reads: ['layer', 'record'],
    example: {},
  }),
  rasters: get('layer/raster_files/', { ok: z.array(RasterFile), needs: 'session', reads: ['layer'], example: {} }),
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
  /** Needs the rights to view and export the layer besides the module. At most 100,000 records. */
  copy: post('copylayer/', {
    body: LayerCopy,
    ok: Layer,
    needs: { module: 1 },
    touches: ['layer', 'group'],
    seconds: 600,
    example: { body: { layer: 'layer', label, records: true } },
  }),
  /** Send the ETag of the layer in If-Match, here and with a style or a removal; 412 carries the current layer in `current`. */
  edit: patch('layer/:id/', {
    body: LayerPatch,
    ok: Layer,
    needs: { module: 2 },
    touches: ['layer', 'group'],
    example: { params: { id: 'layer' }, body: { label } },
  }),
  /** Gives the layer to somebody else, with all that its owner may do there; needs the right to manage it. */
  setOwner: post('layer/:id/owner/', {
    body: LayerOwner,
    ok: Done,
    needs: { module: 2 },
    touches: ['layer', 'role'],
    beyond: true,
    example: { params: { id: 'layer' }, body: { owner: 'viewerAccount' } },
  }),
  /** What goes with the layer when it is deleted. */
  usage: get('layer/:id/usage/', {
    ok: LayerUsage,
    needs: 'session',
    reads: ['layer', 'record', 'project', 'group'],
    beyond: true,
    example: { params: { id: 'layer' } },
  }),
  /** Layers in the trash that the caller may restore, the latest first; at most 1000. */
  trash: get('layer/deleted/', {
    ok: z.array(TrashedLayer),
    needs: 'session',
    reads: ['layer'],
    beyond: true,
    example: {},
  }),
  restore: post('layer/:id/restore/', {
    ok: Layer,
    needs: { module: 4 },
    touches: ['layer', 'group', 'record'],
    beyond: true,
  }),
  /** Removes a layer of the trash for ever, with its records, their history and files. */
  fullDelete: del('layer/:id/full_delete/', {
    ok: Done,
    needs: 'superuser',
    touches: ['layer'],
    seconds: 600,
    beyond: true,
  }),
  /** Moves the layer to the trash. */
  remove: del('layer/:id/', {
    ok: Done,
    needs: { module: 4 },
    touches: ['layer', 'group', 'record'],
    example: { params: { id: 'spareLayer' } },
  }),
  /** Moves all of the layers to the trash, or none; at most 100. */
  removeMany: del('layer/delete_bulk/', {
    body: z.strictObject({ ids: ids(100).refine((list) => list.length > 0) as unknown as z.ZodType<number[]> }),
    ok: Done,
    needs: { module: 4 },
    touches: ['layer', 'group', 'record'],
    example: { body: { ids: ['bulkLayer'] } },
  }),
  logo: get('layer/:id/logo/', { ok: z.unknown(), gives: 'blob', needs: 'session', reads: ['layer'], beyond: true }),
  icon: get('layer/:id/icon/', { ok: z.unknown(), gives: 'blob', needs: 'session', reads: ['layer'], beyond: true }),
  marker: get('layer/:id/marker/', {
    ok: z.unknown(),
    gives: 'blob',
    needs: 'session',
    reads: ['layer'],
    beyond: true,
  }),
  styleFile: get('layer/:id/style_file/', {
    query: z.strictObject({ format: StyleFormat }),
    ok: StyleFile,
    needs: 'session',
    reads: ['layer'],
    beyond: true,
    example: { params: { id: 'layer' }, query: { format: 'sld' } },
  }),
  /** Answers what was read; without `dry_run` the layer is drawn so from now on. */
  setStyleFile: post('layer/:id/style_file/', {
    body: StyleFileInput,
    ok: StyleFileRead,
    needs: { module: 2 },
    touches: ['layer'],
    beyond: true,
    example: {
      params: { id: 'layer' },
      body: {
        format: 'sld',
        content:
          '<StyledLayerDescriptor version="1.0.0"><NamedLayer><UserStyle><FeatureTypeStyle><Rule><PointSymbolizer><Graphic><Mark><WellKnownName>circle</WellKnownName><Fill><CssParameter name="fill">#336699</CssParameter></Fill></Mark><Size>8</Size></Graphic></PointSymbolizer></Rule></FeatureTypeStyle></UserStyle></NamedLayer></StyledLayerDescriptor>',
        dry_run: true,
      },
    },
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
  /** A layer has one style: the id is the layer's. */
  editStyle: patch('style/:id/', {
    body: LayerStylePatch,
    ok: Layer,
    needs: { module: 2 },
    touches: ['layer'],
    example: { params: { id: 'layer' }, body: { labels: null } },
  }),
  encodings: get('encoding/', { ok: z.array(Encoding), needs: 'session' }),
};
