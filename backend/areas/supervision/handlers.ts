// Supervision: the inbox of layers with waiting records, and the verdicts on them.
import type { Handlers } from '../../http/mount';

export const supervisionHandlers: Handlers['supervision'] = {};
