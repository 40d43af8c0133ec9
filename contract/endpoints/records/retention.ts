// How long deleted records can be brought back.
import { get, put } from '../../define';
import { Retention } from '../../schemas/records/retention';

export const retention = {
  one: get('deleted_layerdata/retention/', {
    ok: Retention,
    needs: { any: ['superuser', { module: 10 }] },
    reads: ['retention'],
    beyond: true,
    example: {},
  }),
  /** What is older then goes for ever within a day. */
  set: put('deleted_layerdata/retention/', {
    body: Retention,
    ok: Retention,
    needs: 'superuser',
    touches: ['retention', 'record', 'layer'],
    beyond: true,
    example: { body: { days: null } },
  }),
};
