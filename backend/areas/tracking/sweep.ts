// Forgets places that are older than the setting allows.
import type { World } from '../../http/context';
import { keptSince } from './rules';
import * as store from './store';

/** Forgets what is too old now. Answers how many places there were. */
export const removeOldPoints = (
  { engine, config, now }: Pick<World, 'engine' | 'config' | 'now'>,
  goOn: () => boolean = () => true,
): Promise<number> => store.removeBefore(engine.db, keptSince(now(), config.trackDays), goOn);
