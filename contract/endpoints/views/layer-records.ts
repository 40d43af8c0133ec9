// What the page of a layer says of all its records together.
import { get, post } from '../../define';
import { page } from '../../schemas/common';
import { GroupsBody, RecordGroups } from '../../schemas/layers/groups';
import { LayerFileRow, LayerFilesQuery, LayerHistoryQuery, LayerLogRow } from '../../schemas/layers/journal';

export const layerRecords = {
  /** The files of all records that the caller sees, the latest first. */
  files: get('layer/:id/files/', {
    query: LayerFilesQuery,
    ok: page(LayerFileRow),
    heavy: true,
    needs: 'session',
    reads: ['record'],
    beyond: true,
    example: { params: { id: 'layer' }, query: { kind: 'others', limit: '5' } },
  }),
  /**
   * What was done to records that the caller sees, the latest first. Of a supervised layer they read the history of their own work,
   * those who approve there that of all. What was done to deleted records is for those who may delete.
   */
  history: get('layer/:id/history/', {
    query: LayerHistoryQuery,
    ok: page(LayerLogRow),
    heavy: true,
    needs: 'session',
    reads: ['record'],
    beyond: true,
    example: { params: { id: 'layer' }, query: { action: 'edit', limit: '5' } },
  }),
  /** Counts records by the values of a field, days by year or month in the calendar of the caller's language. */
  groups: post('layerdata/:layer/groups/', {
    body: GroupsBody,
    ok: RecordGroups,
    heavy: true,
    needs: 'session',
    reads: ['record'],
    beyond: true,
    example: {
      params: { layer: 'layer' },
      body: { field: 'name', sums: ['population'], query: { field: 'name', is: 'not_empty' } },
    },
  }),
};
