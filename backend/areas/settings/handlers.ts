// A person's own items and map settings, and the projections that everybody may choose from.
import type { Handlers } from '../../http/mount';

export const settingHandlers: Handlers['settings'] = {};
