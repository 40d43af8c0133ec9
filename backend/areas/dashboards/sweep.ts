// Folds the counts of days that are over.
import { dayAt } from '../../../contract/dates';
import type { World } from '../../http/context';
import { foldDays } from './store';

/** Folds until nothing is left to fold. */
export async function foldActivity(
  { engine, now }: Pick<World, 'engine' | 'now'>,
  goOn: () => boolean = () => true,
): Promise<void> {
  for (const name of ['activity', 'activity_place'] as const)
    while (goOn() && (await foldDays(engine.db, dayAt(now()), name)) > 0);
}
