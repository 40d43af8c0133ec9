// Numbers for the dashboards. The product's published list names their screens and not their calls: all are beyond it.
import { DASHBOARDS, PERFORMANCE } from '../catalogue';
import { get, post } from '../define';
import { ActivityQuery, ActivityReport, Overview, Statistics, StatisticsQuery } from '../schemas/dashboard';

export const dashboards = {
  /** What people did: by user, layer or region, and by Jalali period. */
  activity: get('report/activity/', {
    query: ActivityQuery,
    ok: ActivityReport,
    heavy: true,
    needs: { module: PERFORMANCE },
    reads: ['record', 'user'],
    beyond: true,
    example: { query: { from: '2020-01-01', to: '2020-12-31', period: 'month', by: 'user' } },
  }),
  /** Records of a layer in groups, with measures. */
  statistics: post('report/statistics/', {
    body: StatisticsQuery,
    ok: Statistics,
    heavy: true,
    seconds: 15,
    needs: { any: [{ module: DASHBOARDS }, { perm: 'create_statistics' }] },
    reads: ['record'],
    background: true,
    beyond: true,
    example: {
      body: { layer: 'layer', group_by: { field: 'name' }, measures: [{ type: 'sum', field: 'population' }] },
    },
  }),
  overview: get('report/overview/', {
    ok: Overview,
    needs: { module: DASHBOARDS },
    reads: ['record', 'user', 'layer'],
    beyond: true,
    example: {},
  }),
};
