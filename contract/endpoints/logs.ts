// The journals of the system-log and app-log screens. The product's published list names the screens and not their calls.
import { z } from 'zod';
import { PERFORMANCE } from '../catalogue';
import { get, post, put } from '../define';
import { Done, page } from '../schemas/common';
import {
  AppLogGroup,
  AppLogGroupQuery,
  AppLogLine,
  AppLogQuery,
  BrowserError,
  LogRetention,
  SystemLogFilter,
  SystemLogLine,
  SystemLogQuery,
} from '../schemas/log';

export const logs = {
  system: get('systemlog/', {
    query: SystemLogQuery,
    ok: page(SystemLogLine),
    needs: { module: PERFORMANCE },
    beyond: true,
    example: { query: { call: 'records' } },
  }),
  /** CSV in UTF-8 with a BOM of the newest 100,000 lines that the filters leave, in the caller's language. */
  systemFile: get('systemlog/file/', {
    query: SystemLogFilter,
    ok: z.any(),
    gives: 'stream',
    needs: { module: PERFORMANCE },
    audited: true,
    heavy: true,
    beyond: true,
    example: { query: { call: 'records' } },
  }),
  retention: get('systemlog/retention/', {
    ok: LogRetention,
    needs: { module: PERFORMANCE },
    reads: ['log_retention'],
    beyond: true,
    example: {},
  }),
  /** What is older then goes for ever within a day. */
  setRetention: put('systemlog/retention/', {
    body: LogRetention,
    ok: LogRetention,
    needs: 'superuser',
    touches: ['log_retention'],
    beyond: true,
    example: { body: { days: null } },
  }),
  app: get('applog/', { query: AppLogQuery, ok: page(AppLogLine), needs: 'superuser', beyond: true, example: {} }),
  appGroups: get('applog/groups/', {
    query: AppLogGroupQuery,
    ok: page(AppLogGroup),
    needs: 'superuser',
    beyond: true,
    example: {},
  }),
  report: post('applog/', {
    body: BrowserError,
    ok: Done,
    needs: 'session',
    background: true,
    beyond: true,
    example: { body: { message: 'TypeError: x is undefined', place: '/app/home' } },
  }),
};
