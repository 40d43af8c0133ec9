// Records: lists, one by one, on the map, and their history.

import { z } from 'zod';
import { del, get, patch, post, put } from '../define';
import { Done, int, page } from '../schemas/common';
import { CalcTree, DistributionTree, RecordsQuery } from '../schemas/query';
import {
  CalcQuery,
  Calculated,
  Counted,
  DataValues,
  DeletedQuery,
  DeletedRecord,
  Distribution,
  DistributionQuery,
  EditBulk,
  Found,
  FoundHere,
  FullDelete,
  Identify,
  LayerRecord,
  Measure,
  Measured,
  Merge,
  NewRecord,
  RecordEdit,
  RecordIds,
  RecordIdsQuery,
  RecordLog,
  RecordQuery,
  RemoveBulk,
  Removed,
  RemoveQuery,
  Restore,
  Revert,
  SearchBody,
  SearchQuery,
  Split,
} from '../schemas/record';

const point = { type: 'Point', coordinates: [51.4, 35.7] };

export const records = {
  list: get('layerdata/', {
    query: RecordQuery,
    ok: page(LayerRecord),
    heavy: 'filtered',
    needs: 'session',
    reads: ['record'],
    example: { query: { layer: 'layer', limit: '2' } },
  }),
  one: get('layerdata/:id/', {
    ok: LayerRecord,
    needs: 'session',
    reads: ['record'],
    example: { params: { id: 'record' } },
  }),
  /**
   * With the header `Idempotency-Key` the call may be repeated when its response was lost: the same key of the same person makes
   * no second record but returns the first as it is now.
   */
  create: post('layerdata/', {
    body: NewRecord,
    ok: LayerRecord,
    needs: 'session',
    touches: ['record', 'layer'],
    example: { body: { layer: 'layer', value: { name: 'Example' }, geometry: point } },
  }),
  /** Send the ETag of the record in If-Match; 412 carries the current record in `current`. */
  edit: put('layerdata/:id/', {
    body: RecordEdit,
    ok: LayerRecord,
    needs: 'session',
    touches: ['record'],
    example: { params: { id: 'record' }, body: { geometry: point } },
  }),
  /** An approved record of a supervised layer stays until its deletion is approved. */
  remove: del('layerdata/:id/', {
    ok: Done.extend(Removed.partial().shape),
    needs: 'session',
    touches: ['record', 'layer'],
    example: { params: { id: 'spareRecord' } },
  }),
  removeBulk: del('layerdata/delete_bulk/', {
    body: RemoveBulk,
    ok: Removed,
    needs: 'session',
    touches: ['record', 'layer'],
    seconds: 60,
    example: { body: { ids: ['bulkRecord'] } },
  }),
  /** A parameter that is unknown, empty or given twice is refused, and nothing is deleted. */
  removeFiltered: del('layerdata/', {
    query: RemoveQuery,
    ok: Removed,
    needs: 'session',
    touches: ['record', 'layer'],
    seconds: 60,
    example: { query: { layer: 'spare', status: '5' } },
  }),
  /** Takes back the own deletion of a record that waits for approval. */
  withdraw: post('layerdata/:id/withdraw/', {
    ok: LayerRecord,
    needs: 'session',
    touches: ['record'],
    beyond: true,
    example: { params: { id: 'goingRecord' } },
  }),
  editBulk: patch('layerdata/edit_bulk/', {
    body: EditBulk,
    ok: Counted,
    needs: 'session',
    touches: ['record'],
    seconds: 60,
    beyond: true,
    example: { body: { ids: ['record'], value: { population: 5 }, dry_run: true } },
  }),
  ids: get('layerdata/get_ids/', {
    query: RecordIdsQuery,
    ok: RecordIds,
    heavy: 'filtered',
    needs: 'session',
    reads: ['record'],
    example: { query: { layer: 'layer' } },
  }),
  /** `type` is one of CALCULATIONS; another is not found. */
  calc: get('layerdata/:layer/calc_:type/', {
    query: CalcQuery,
    ok: Calculated,
    heavy: true,
    needs: 'session',
    reads: ['record'],
    example: { params: { layer: 'layer', type: 'sum' }, query: { field: 'population' } },
  }),
  /** Histogram, values at even ranks and counts by class of a number field: at most 100,000 records are looked through. */
  distribution: get('layerdata/:layer/distribution/', {
    query: DistributionQuery,
    ok: Distribution,
    heavy: true,
    needs: 'session',
    reads: ['record'],
    beyond: true,
    example: { params: { layer: 'layer' }, query: { field: 'population', breaks: '10,1000' } },
  }),
  /** The same over the records of a query tree, which may be longer than an address. */
  calcQuery: post('layerdata/:layer/calc_:type/', {
    body: CalcTree,
    ok: Calculated,
    heavy: true,
    needs: 'session',
    reads: ['record'],
    beyond: true,
    example: {
      params: { layer: 'layer', type: 'sum' },
      body: { field: 'population', query: { field: 'name', is: 'not_empty' } },
    },
  }),
  distributionQuery: post('layerdata/:layer/distribution/', {
    body: DistributionTree,
    ok: Distribution,
    heavy: true,
    needs: 'session',
    reads: ['record'],
    beyond: true,
    example: {
      params: { layer: 'layer' },
      body: { field: 'population', query: { field: 'name', is: 'not_empty' } },
    },
  }),
  query: post('layerdata_query/', {
    body: RecordsQuery,
    ok: page(LayerRecord),
    heavy: true,
    needs: 'session',
    reads: ['record'],
    background: true,
    example: { body: { layer: 'layer', query: { field: 'name', is: 'not_empty' } } },
  }),
  deleted: get('deleted_layerdata/', {
    query: DeletedQuery,
    ok: page(DeletedRecord),
    heavy: true,
    needs: { any: ['superuser', { module: 10 }] },
    reads: ['record'],
    example: { query: { limit: '5' } },
  }),
  restore: post('layerdata/restore/', {
    body: Restore,
    ok: Done,
    needs: 'session',
    touches: ['record', 'layer'],
    seconds: 60,
    example: { body: { ids: ['deletedRecord'] } },
  }),
  fullDelete: post('layerdata/full_delete/', {
    body: FullDelete,
    ok: Counted,
    needs: 'superuser',
    touches: ['record', 'layer'],
    seconds: 60,
    example: { body: { layer_ids: ['spare'] } },
  }),
  measure: post('layerdata/measure/', {
    body: Measure,
    ok: Measured,
    heavy: true,
    needs: 'session',
    reads: ['record'],
    background: true,
    example: { body: { geometry: { type: 'LineString', coordinates: [[51, 35], [52, 36]] } } }, // biome-ignore format: a line
  }),
  split: post('layerdata/:id/split/', {
    body: Split,
    ok: z.array(LayerRecord),
    needs: 'session',
    touches: ['record', 'layer'],
    example: {
      params: { id: 'splitRecord' },
      body: { split_by: { type: 'LineString', coordinates: [[51.1, 34], [51.1, 36]] } }, // biome-ignore format: a line
    },
  }),
  merge: post('layerdata/merge/', {
    body: Merge,
    ok: LayerRecord,
    needs: 'session',
    touches: ['record', 'layer'],
    beyond: true,
    example: { body: { ids: ['mergeRecord', 'mergeOther'], keep: 'mergeRecord' } },
  }),
  revert: post('layerdata/:id/revert/', {
    body: Revert,
    ok: LayerRecord,
    needs: 'session',
    touches: ['record'],
    beyond: true,
    example: { params: { id: 'revertRecord' }, body: { log: 'revertLog' } },
  }),
  log: get('layerdatalog/', {
    query: z.strictObject({ layer_data: int(1) }),
    ok: z.array(RecordLog),
    needs: 'session',
    reads: ['record'],
    example: { query: { layer_data: 'record' } },
  }),
  statuses: get('layerdatastatus/', {
    ok: z.array(z.object({ id: z.number(), name: z.string() })),
    needs: 'session',
    example: {},
  }),
  identify: post('identify/', {
    body: Identify,
    ok: z.array(Found),
    heavy: 'wide',
    needs: 'session',
    reads: ['record'],
    example: { body: { geometry: point, layers: [] } },
  }),
  values: post('datavalues/', {
    body: DataValues,
    ok: z.array(Found.omit({ geometry: true })),
    needs: 'session',
    reads: ['record'],
    background: true,
    example: { body: { ids: ['record'] } },
  }),
  search: post('search/', {
    query: SearchQuery,
    body: SearchBody,
    ok: z.array(FoundHere),
    heavy: true,
    needs: 'session',
    reads: ['record'],
    example: { query: { search: 'a' }, body: { layers: [] } },
  }),
};
