// Files that hang on records.
import type { Handlers } from '../../http/mount';

export const fileHandlers: Handlers['files'] = {};
