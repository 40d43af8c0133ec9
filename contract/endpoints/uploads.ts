// Files in: upload, look inside, import in the background.

import { z } from 'zod';
import { del, get, post } from '../define';
import { Done } from '../schemas/common';
import { ImportOrder, Inspection, InspectQuery, Job } from '../schemas/upload';

export const uploads = {
  /** Multipart with one part `file`. Streams to the upstream's disk; answers what is inside. */
  upload: post('layer_upload/', { as: 'form', ok: Inspection, needs: { module: 1 }, seconds: 1800 }),
  inspect: get('layer_upload/:file/', {
    query: InspectQuery,
    ok: Inspection,
    needs: { module: 1 },
    seconds: 120,
    beyond: true,
    example: { params: { file: 'upload' } },
  }),
  discard: del('layer_upload/:file/', {
    ok: Done,
    needs: { module: 1 },
    beyond: true,
    example: { params: { file: 'spareUpload' } },
  }),
  start: post('layer_import/', {
    body: ImportOrder,
    ok: Job,
    needs: { module: 1 },
    touches: ['job'],
    example: { body: { file_id: 'upload', dataset: 'places', type: 1, label: 'Example', srid: 4326, fields: [] } },
  }),
  jobs: get('job/', {
    ok: z.array(Job),
    needs: { module: 1 },
    reads: ['job'],
    background: true,
    beyond: true,
    example: {},
  }),
  job: get('job/:id/', {
    ok: Job,
    needs: { module: 1 },
    reads: ['job'],
    background: true,
    beyond: true,
    example: { params: { id: 'job' } },
  }),
  cancel: del('job/:id/', {
    ok: Job,
    needs: { module: 1 },
    touches: ['job'],
    beyond: true,
    example: { params: { id: 'job' } },
  }),
  /** CSV in UTF-8 with a BOM: row, reason, the row's values. */
  rejects: get('job/:id/rejects/', {
    ok: z.any(),
    gives: 'stream',
    needs: { module: 1 },
    beyond: true,
    example: { params: { id: 'job' } },
  }),
};
