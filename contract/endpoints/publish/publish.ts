// Which layers programs outside may use, and how much they did. The product's published list has none of these calls.

import { z } from 'zod';
import { del, get, post, put } from '../../define';
import { page } from '../../schemas/common';
import {
  PublishedLayer,
  PublishLine,
  PublishOpen,
  PublishOpenOrder,
  PublishPreview,
  PublishPreviewQuery,
  PublishQuery,
  PublishRestore,
  PublishSettings,
  PublishWarning,
  Unpublished,
} from '../../schemas/publish/layer';
import { PublishUse, PublishUseQuery } from '../../schemas/publish/use';

const needs = 'superuser';
const settings = {
  access: 'key',
  description: 'x',
  licence: '',
  attribution: '',
  hidden_fields: [],
  only_approved: false,
  time_field: null,
  writes: { add: false, edit: false, delete: false },
  services: { features: true, tiles: true, csv: true },
};

export const publish = {
  /** All layers, published or not. */
  list: get('publish/', {
    query: PublishQuery,
    ok: page(PublishLine),
    needs,
    reads: ['publish', 'layer'],
    beyond: true,
    example: { query: { limit: '2' } },
  }),
  /** What is published of a layer; of one that is not, how it would begin. */
  one: get('publish/:layer/', {
    ok: PublishedLayer,
    needs,
    reads: ['publish', 'layer'],
    beyond: true,
    example: { params: { layer: 'layer' } },
  }),
  /** Publishes a layer, or changes how. Send the ETag in If-Match; 412 carries `current`. */
  save: put('publish/:layer/', {
    body: PublishSettings,
    ok: PublishedLayer,
    needs,
    touches: ['publish'],
    beyond: true,
    example: { params: { layer: 'layer' }, body: settings },
  }),
  /**
   * Takes a layer back: nothing outside finds it a second later, and no key names it any more. `restore` puts it back for
   * UNPUBLISH_UNDO_SECONDS.
   */
  remove: del('publish/:layer/', {
    ok: Unpublished,
    needs,
    touches: ['publish'],
    beyond: true,
    example: { params: { layer: 'polygons' } },
  }),
  /** Puts back what an unpublishing took away, settings and grants of keys as they were; refused once the layer is published anew. */
  restore: post('publish/:layer/restore/', {
    body: PublishRestore,
    ok: PublishedLayer,
    needs,
    touches: ['publish'],
    beyond: true,
    example: { params: { layer: 'unpublished' }, body: { undo: 'unpublishedUndo' } },
  }),
  /** What is worth knowing before programs outside use it; values are looked at in the newest 10,000 records. */
  check: get('publish/:layer/check/', {
    ok: z.array(PublishWarning),
    needs,
    reads: ['publish', 'layer', 'record'],
    beyond: true,
    example: { params: { layer: 'layer' } },
  }),
  /** The collection, its schema and its first ten records, by the same code and the same caller as outside. */
  preview: get('publish/:layer/preview/', {
    query: PublishPreviewQuery,
    ok: PublishPreview,
    needs,
    reads: ['publish', 'layer', 'record'],
    beyond: true,
    example: { params: { layer: 'lines' }, query: { key: 'publishKey' } },
  }),
  use: get('publish_use/', {
    query: PublishUseQuery,
    ok: PublishUse,
    needs,
    reads: ['publish'],
    beyond: true,
    example: { query: { by: 'key' } },
  }),
  open: get('publish_open/', { ok: PublishOpen, needs, reads: ['publish'], beyond: true, example: {} }),
  setOpen: put('publish_open/', {
    body: PublishOpenOrder,
    ok: PublishOpen,
    needs,
    touches: ['publish'],
    beyond: true,
    example: { body: { on: true } },
  }),
};
