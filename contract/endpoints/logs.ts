// The journals of the system-log and app-log screens. The product's published list names the screens and not their calls.
import { PERFORMANCE } from '../catalogue';
import { get, post } from '../define';
import { Done, page } from '../schemas/common';
import { AppLogLine, AppLogQuery, BrowserError, SystemLogLine, SystemLogQuery } from '../schemas/log';

export const logs = {
  system: get('systemlog/', {
    query: SystemLogQuery,
    ok: page(SystemLogLine),
    needs: { module: PERFORMANCE },
    beyond: true,
    example: { query: { call: 'records' } },
  }),
  app: get('applog/', { query: AppLogQuery, ok: page(AppLogLine), needs: 'superuser', beyond: true, example: {} }),
  report: post('applog/', {
    body: BrowserError,
    ok: Done,
    needs: 'session',
    background: true,
    beyond: true,
    example: { body: { message: 'TypeError: x is undefined', place: '/app/home' } },
  }),
};
