// A person's own drawings.
import type { Handlers } from '../../http/mount';

export const drawingHandlers: Handlers['drawings'] = {};
