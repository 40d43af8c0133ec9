// Tells the server what was drawn: one call after the other, new drawings and changes in bulk, tried again after a failure.
import { api } from '@/contract';
import type { Drawing } from '@/contract/schemas/drawing';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import { keptNow, type Plan, planOf, useDrawings } from '../../state/drawings';

/** Milliseconds of rest before a change is sent: a dragged slider is one change. */
const REST = 400;
/** Milliseconds after a failure of the network or the server until the next try. */
const AGAIN = 15_000;
/** Drawings of one call. */
const MOST = 1000;

const chunks = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / MOST) }, (_, i) => list.slice(i * MOST, (i + 1) * MOST));

const wire = ({ radius, ...drawing }: Omit<Drawing, 'id'>) => ({ ...drawing, ...(radius === null ? {} : { radius }) });

async function removeAll({ remove }: Plan): Promise<void> {
  const [only] = remove;
  if (remove.length === 1 && only) await call(api.drawings.remove, { params: { id: only.id } });
  else
    for (const part of chunks(remove)) await call(api.drawings.removeMany, { body: { ids: part.map(({ id }) => id) } });
  keptNow(remove.map(({ key }) => ({ key, kept: null })));
}

async function editAll({ edit }: Plan): Promise<void> {
  for (const part of chunks(edit)) {
    const [only] = part;
    if (part.length === 1 && only) await call(api.drawings.edit, { params: { id: only.id }, body: only.drawing });
    else await call(api.drawings.editMany, { body: part.map(({ id, drawing }) => ({ ...drawing, id })) });
    keptNow(part.map(({ key, id, drawing }) => ({ key, kept: { id, drawing } })));
  }
}

async function createAll({ create }: Plan): Promise<void> {
  for (const part of chunks(create)) {
    const body = part.map(({ drawing }) => wire(drawing));
    const made = [await call(api.drawings.create, { body: body.length === 1 && body[0] ? body[0] : body })].flat();
    keptNow(part.map(({ key, drawing }, i) => ({ key, kept: { id: (made[i] as Drawing).id, drawing } })));
  }
}

export interface Keeper {
  /** Sends what waits, now; also what failed before. */
  retry(): void;
  stop(): void;
}

/**
 * Follows the drawings of one person until it is stopped. `onSaved` hears of every save; `onStale` that the server's list is another than
 * was thought: a drawing was taken away elsewhere.
 */
export const keepDrawings = (owner: string, onSaved: () => void, onStale: () => void): Keeper => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let stopped = false;

  const later = (wait: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void run(), wait);
  };
  const run = async () => {
    const now = useDrawings.getState();
    const plan = planOf(now);
    // Whoever signed in after somebody else sends nothing of his.
    if (running || now.owner !== owner || plan.create.length + plan.edit.length + plan.remove.length === 0) return;
    running = true;
    useDrawings.setState({ saving: true });
    let failure: unknown = null;
    // One kind that is refused does not hold up the others.
    for (const work of [removeAll, editAll, createAll])
      try {
        await work(plan);
      } catch (error) {
        failure = error;
      }
    running = false;
    useDrawings.setState({ saving: false, failure });
    if (failure === null) {
      onSaved();
      // What was changed meanwhile.
      if (stopped) void run();
      else later(0);
      return;
    }
    const status = failure instanceof CallError ? failure.status : 0;
    if (status === 404) onStale();
    else if (status === 0 || status >= 500) later(AGAIN);
  };

  const unfollow = useDrawings.subscribe((now, before) => {
    if (now.items !== before.items) later(REST);
  });
  const online = () => later(0);
  addEventListener('online', online);
  later(0);
  return {
    retry: () => later(0),
    stop: () => {
      clearTimeout(timer);
      stopped = true;
      unfollow();
      removeEventListener('online', online);
      // The last change of somebody who goes to another screen at once.
      void run();
    },
  };
};
