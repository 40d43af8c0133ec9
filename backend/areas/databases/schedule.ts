// Layers that are read again by themselves: ordered when their time has come, paused when they keep failing.
import type { World } from '../../http/context';
import type { JobQueue } from '../jobs/queue';
import type { JobRow } from '../jobs/store';
import { sendNotice } from '../messages/notices';
import * as store from './schedule-store';
import type { SyncOrder } from './sync';

/** How often somebody looks whether one is due. */
export const SYNC_LOOK_MS = 60_000;

/** Somebody else has ordered it: nothing is left to do. */
class TurnTakenError extends Error {}

/** Orders the syncs that are due. Turn and job are one commit: no restart loses one, no second process doubles it. */
export async function orderDue({ engine }: World, queue: JobQueue, goOn: () => boolean): Promise<void> {
  for (const { layer, account, label } of await store.listDue(engine.db)) {
    if (!goOn()) return;
    const order: SyncOrder = { again: true };
    try {
      await queue.add({ account, kind: 'sync', label, order, upload: null, layer }, async (tx) => {
        if (!(await store.takeTurn(tx, layer))) throw new TurnTakenError();
      });
    } catch (error) {
      if (!(error instanceof TurnTakenError)) throw error;
    }
  }
}

/** Writes down that the sync of a layer failed; people hear of it when it pauses. */
export async function tellFailure(world: World, job: JobRow, code: string): Promise<void> {
  const layer = job.layer_id;
  if (layer === null) return;
  await world.engine.db.transaction().execute(async (tx) => {
    if (!(await store.hold(tx, layer)) || !(await store.countFailure(tx, layer, code))) return;
    const { label, customer, people } = await store.listPeople(tx, layer);
    const [sender] = people;
    if (sender === undefined) return;
    await sendNotice(
      tx,
      { id: sender, customer },
      {
        recipients: people,
        at: world.now(),
        code: 'sync_paused',
        args: { layer: label },
        link: '/app/layers',
      },
    );
  });
}
