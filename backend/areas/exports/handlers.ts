// Data out: one-time tokens and the downloads that they open.
import type { Handlers } from '../../http/mount';

export const exportHandlers: Handlers['exports'] = {};
