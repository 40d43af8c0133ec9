// Connections to spatial databases, and layers that come from them.
import type { Handlers } from '../../http/mount';

export const databaseHandlers: Handlers['databases'] = {};
