// What the page of a layer says of all its records together.
import { post } from '../../define';
import { GroupsBody, RecordGroups } from '../../schemas/layers/groups';

export const layerRecords = {
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
