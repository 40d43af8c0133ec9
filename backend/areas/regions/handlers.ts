// Regions: the areas that limit what people see and edit.
import type { Handlers } from '../../http/mount';

export const regionHandlers: Handlers['regions'] = {};
