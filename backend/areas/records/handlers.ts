// Records: all calls, put together from reading, writing, shapes and finding.
import type { Handlers } from '../../http/mount';
import { bulkHandlers } from './bulk-handlers';
import { readHandlers } from './read-handlers';
import { searchHandlers } from './search-handlers';
import { shapeHandlers } from './shape-handlers';
import { writeHandlers } from './write-handlers';

export const recordHandlers: Handlers['records'] = {
  ...readHandlers,
  ...writeHandlers,
  ...bulkHandlers,
  ...shapeHandlers,
  ...searchHandlers,
};
