// Files in: upload, look inside, import or append in the background; and the jobs that do it.

import { z } from 'zod';
import { del, get, post } from '../define';
import { Done } from '../schemas/common';
import { AppendOrder, ImportOrder, Inspection, InspectQuery, Job, PlaceOrder, PlaceReport } from '../schemas/upload';

export const uploads = {
  /**
   * Multipart with one part `file`. Streams to the upstream's disk; returns what is inside. For those with module 1, and
   * for those who may add records to some layer.
   */
  upload: post('layer_upload/', { as: 'form', ok: Inspection, needs: 'session', seconds: 1800 }),
  inspect: get('layer_upload/:file/', {
    query: InspectQuery,
    ok: Inspection,
    needs: 'session',
    seconds: 120,
    beyond: true,
    example: { params: { file: 'upload' } },
  }),
  /** Where the rows of a dataset would lie in a system, or in those that it may be in; nothing is written. */
  place: post('layer_upload/:file/place/', {
    body: PlaceOrder,
    ok: PlaceReport,
    needs: 'session',
    seconds: 120,
    beyond: true,
    example: { params: { file: 'upload' }, body: { dataset: 'places', type: 1, srid: 4326, find: true } },
  }),
  discard: del('layer_upload/:file/', {
    ok: Done,
    needs: 'session',
    beyond: true,
    example: { params: { file: 'spareUpload' } },
  }),
  /** Multipart with one part `file`, and before it, where wanted, `label` and `group_layer`: upload and import of its only dataset. */
  shape: post('layershape/', { as: 'form', ok: Job, needs: { module: 1 }, touches: ['job'], seconds: 1800 }),
  start: post('layer_import/', {
    body: ImportOrder,
    ok: Job,
    needs: { module: 1 },
    touches: ['job'],
    example: { body: { file_id: 'upload', dataset: 'places', type: 1, label: 'Example', srid: 4326, fields: [] } },
  }),
  /** Adds the rows of an upload to a layer, in one commit and without those that are refused. Needs the right to add to that layer. */
  append: post('layer_append/', {
    body: AppendOrder,
    ok: Job,
    needs: 'session',
    touches: ['job'],
    example: {
      body: {
        file_id: 'appendUpload',
        append_metadata: {
          field_mapping: { name: 'name' },
          layer_id: 'spare',
          dataset_layer: 'dataset',
          geom_type: 1,
          file_id: 'appendUpload',
          many_geoms: false,
          feature_count: 1,
          is3d: false,
        },
      },
    },
  }),
  jobs: get('job/', {
    ok: z.array(Job),
    needs: 'session',
    reads: ['job'],
    background: true,
    beyond: true,
    example: {},
  }),
  job: get('job/:id/', {
    ok: Job,
    needs: 'session',
    reads: ['job'],
    background: true,
    beyond: true,
    example: { params: { id: 'job' } },
  }),
  cancel: del('job/:id/', {
    ok: Job,
    needs: 'session',
    touches: ['job'],
    beyond: true,
    example: { params: { id: 'job' } },
  }),
  /** The same order once more, as a new job; of one that failed or was cancelled. */
  retry: post('job/:id/retry/', { ok: Job, needs: 'session', touches: ['job'], beyond: true }),
  /**
   * Takes an append back as one act, as a new job: what it added goes to the trash, what it changed gets its former values; records
   * that were changed since stay and are listed. Needs the right to add to the layer, and to edit it where records were changed. A rewind
   * is taken back too, by a superuser, as far as it came.
   */
  undo: post('job/:id/undo/', { ok: Job, needs: 'session', touches: ['job', 'record', 'layer'], beyond: true }),
  /** CSV in UTF-8 with a BOM: row, reason, the row's values. */
  rejects: get('job/:id/rejects/', {
    ok: z.any(),
    gives: 'stream',
    needs: 'session',
    beyond: true,
    example: { params: { id: 'job' } },
  }),
};
