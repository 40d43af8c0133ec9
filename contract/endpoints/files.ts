// Files that hang on records.
import { z } from 'zod';
import { del, get, patch, post } from '../define';
import { Done, int } from '../schemas/common';
import { LayerFile } from '../schemas/record';

const of = z.strictObject({ layer_data: int(1) });
const ofLayer = z.strictObject({ layer: int(1) });
const restorers = { any: ['superuser' as const, { module: 10 }] };

export const files = {
  /**
   * A form with `layer_data`, `label` and the file itself in `path`; at most 20 MB. On an approved record of a supervised layer it
   * waits for approval.
   */
  add: post('layerdatafile/', { ok: LayerFile, needs: 'session', as: 'form', touches: ['record'], seconds: 300 }),
  list: get('layerdatafile/', {
    query: of,
    ok: z.array(LayerFile),
    needs: 'session',
    reads: ['record'],
    example: { query: { layer_data: 'record' } },
  }),
  /**
   * Another label. Needs the right to edit the record; in a supervised layer a file that is published is named by those who approve there,
   * and one that waits by who brought it. If-Match is the record's ETag.
   */
  label: patch('layerdatafile/:id/', {
    query: of,
    body: z.strictObject({ label: z.string().trim().min(1).max(200) }),
    ok: LayerFile,
    needs: 'session',
    touches: ['record'],
    beyond: true,
    example: { params: { id: 'spareFile' }, query: { layer_data: 'record' }, body: { label: 'label' } },
  }),
  /** From an approved record of a supervised layer it goes when that is approved: `pending` says so. */
  remove: del('layerdatafile/:id/', {
    query: of,
    ok: Done.extend({ pending: z.boolean().optional() }),
    needs: 'session',
    touches: ['record'],
    example: { params: { id: 'spareFile' }, query: { layer_data: 'record' } },
  }),
  /** The files of a deleted record, which come back with it. */
  ofDeleted: get('deleted_layerdata/:id/files/', {
    query: ofLayer,
    ok: z.array(LayerFile),
    needs: restorers,
    reads: ['record'],
    beyond: true,
    example: { params: { id: 'trashRecord' }, query: { layer: 'layer' } },
  }),
  deletedContent: get('deleted_layerdata/:id/files/:file/', {
    query: ofLayer,
    ok: z.unknown(),
    gives: 'stream',
    needs: restorers,
    beyond: true,
  }),
  content: get('layerdatafile/:id/content/', {
    query: of,
    ok: z.unknown(),
    gives: 'stream',
    needs: 'session',
    beyond: true,
    example: { params: { id: 'file' }, query: { layer_data: 'record' } },
  }),
};
