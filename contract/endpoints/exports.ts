// Data out: one-time tokens and the downloads that they open.

import { z } from 'zod';
import { get, post } from '../define';
import { DrawingIds } from '../schemas/drawing';
import { ExportFilter, ExportLosses, ExportOrder, ExportToken, GroupsQuery } from '../schemas/export';
import { Job } from '../schemas/upload';

/** What leaves the house is written down, like what changes something. */
const download = { ok: z.any(), gives: 'stream', needs: 'session', seconds: 900, audited: true } as const;

export const exports = {
  /** What an export would hold and lose; nothing is made. */
  losses: post('export_losses/:id/', {
    body: ExportOrder,
    ok: ExportLosses,
    needs: 'session',
    reads: ['record'],
    heavy: true,
    background: true,
    seconds: 60,
    beyond: true,
    example: { params: { id: 'layer' }, body: { format: 'csv' } },
  }),
  /** Makes the file in the background; it waits for its owner for a day, at `job/:id/file/`. */
  start: post('layer_export/:id/', {
    body: ExportOrder,
    ok: Job,
    needs: 'session',
    touches: ['job'],
    beyond: true,
    example: { params: { id: 'layer' }, body: { format: 'csv' } },
  }),
  file: get('job/:id/file/', { ...download, beyond: true }),
  token: post('export_token/:id/', {
    body: ExportOrder,
    ok: ExportToken,
    needs: 'session',
    example: { params: { id: 'layer' }, body: { format: 'geojson' } },
  }),
  /** The token is spent by the first request, whatever becomes of the download. */
  download: get('export/layerdata/:name/:token/', download),
  /** The caller's own drawings; circles become polygons. */
  drawings: post('drawing/export_:format/', {
    body: DrawingIds,
    ok: z.any(),
    gives: 'stream',
    needs: 'session',
    seconds: 300,
    example: { params: { format: 'geojson' }, body: { ids: ['drawing'] } },
  }),
  /** Every layer of the groups that the caller may export, as one file geodatabase. */
  gdbGroup: get('export/layerdata/gdb_group/', {
    ...download,
    query: GroupsQuery,
    example: { query: { groups: 'group' } },
  }),
  /** Pictures of the layer's records, as an archive with one folder a record. The query filters the records. */
  images: get('export/layerdata/images/:id/', {
    ...download,
    query: ExportFilter,
    example: { params: { id: 'layer' } },
  }),
  files: get('export/layerdata/files/:id/', {
    ...download,
    query: ExportFilter,
    example: { params: { id: 'layer' } },
  }),
};
