// What the backend does again and again beside its calls.

import { PLACE_LOOK_MS, placeActs } from './areas/activity/places';
import { DIGEST_LOOK_MS, digestSender } from './areas/boards/digest';
import { foldActivity } from './areas/dashboards/sweep';
import { orderDue, SYNC_LOOK_MS } from './areas/databases/schedule';
import { forgetEvents } from './areas/events/hub';
import { removeOldExports } from './areas/exports/job';
import { sweepFiles } from './areas/files/sweep';
import type { JobQueue } from './areas/jobs/queue';
import { measureLayers } from './areas/layers/listing/page';
import { indexTexts, TEXT_LOOK_MS } from './areas/layers/table/text-index';
import { removeOldLines } from './areas/logs/retention';
import { removeOldErrors } from './areas/logs/store';
import { NOTICE_LOOK_MS, sendScheduled } from './areas/messages/scheduled';
import { remindDue } from './areas/projects/reminders';
import { type DoorUses, FLUSH_MS } from './areas/publish/use/count';
import { removeOldDeleted } from './areas/retention/sweep';
import type { gatewaysOf } from './areas/subscription/handlers';
import { RECONCILE_MS, reconcile } from './areas/subscription/pay';
import { noteUsage } from './areas/subscription/usage-days';
import { eraseOverdue } from './areas/takeout/erase';
import { removeOldBundles } from './areas/takeout/keep';
import { removeOldPoints } from './areas/tracking/sweep';
import { dropUnusedIndexes } from './db/indexes/index-use';
import type { World } from './http/context';
import { type Periodic, periodic } from './periodic';

const DAY_MS = 86_400_000;
/** Days for which errors are kept for those who look after the system. */
const ERROR_DAYS = 30;

interface Means {
  jobs: JobQueue;
  gateways: ReturnType<typeof gatewaysOf>;
  uses: DoorUses;
  /** Is told when something fails: what it was, as a phrase. */
  onError(error: unknown, what: string): void;
}

/** What is done again and again beside the calls. */
export function planChores(world: World, { jobs, gateways, uses, onError }: Means): Periodic[] {
  const by = (what: string) => (error: unknown) => onError(error, what);
  const swept = new Map<string, string>();
  const sendDigests = digestSender();
  return [
    periodic(DAY_MS, (goOn) => removeOldPoints(world, goOn), by('forgetting old places')),
    periodic(DAY_MS, (goOn) => removeOldDeleted(world, goOn), by('ending deleted records whose days are over')),
    periodic(DAY_MS, (goOn) => removeOldLines(world, goOn), by('ending lines of the system log whose days are over')),
    periodic(DAY_MS, (goOn) => dropUnusedIndexes(world, goOn), by('dropping indexes that nothing uses')),
    periodic(DAY_MS, (goOn) => sweepFiles(world, swept, goOn), by('removing bytes that no row names')),
    periodic(DAY_MS / 4, (goOn) => foldActivity(world, goOn), by('folding activity')),
    periodic(PLACE_LOOK_MS, (goOn) => placeActs(world, goOn), by('looking up where acts were')),
    periodic(TEXT_LOOK_MS, (goOn) => indexTexts(world, goOn), by('indexing the text of layers')),
    periodic(DAY_MS / 24, (goOn) => measureLayers(world, goOn), by('measuring layers')),
    periodic(DAY_MS, () => removeOldErrors(world.engine.db, new Date(world.now().getTime() - ERROR_DAYS * DAY_MS)), by('forgetting errors')), // biome-ignore format: one chore
    periodic(DAY_MS / 24, (goOn) => removeOldExports(world, goOn), by('removing old exports')),
    periodic(DAY_MS, (goOn) => removeOldBundles(world, goOn), by('removing old bundles')),
    periodic(DAY_MS / 24, (goOn) => eraseOverdue(world, goOn), by('erasing customers whose plan ended')),
    periodic(DAY_MS / 4, (goOn) => noteUsage(world, goOn), by('noting what plans are used for')),
    periodic(RECONCILE_MS, (goOn) => reconcile(world, gateways, goOn), by('settling payments')),
    periodic(DAY_MS / 24, (goOn) => remindDue(world, goOn), by('reminding of due days')),
    periodic(NOTICE_LOOK_MS, (goOn) => sendScheduled(world, goOn), by('sending scheduled notices')),
    periodic(DIGEST_LOOK_MS, (goOn) => sendDigests(world, goOn), by('sending digests of dashboards')),
    periodic(SYNC_LOOK_MS, (goOn) => orderDue(world, jobs, goOn), by('ordering syncs that are due')),
    periodic(DAY_MS / 1440, () => forgetEvents(world.engine.db), by('forgetting events')),
    periodic(FLUSH_MS, () => uses.flush(), by('counting the use of keys')),
  ];
}
