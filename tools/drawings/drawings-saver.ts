// Saves a person's drawings on the server: one call after the other, in bulk, repeated after a failure.
import { api } from '@/contract';
import type { Drawing } from '@/contract/schemas/drawing';
import { call } from '@/lib/api/client';
import { CallError } from '@/lib/api/errors';
import type { DrawingData } from '@/map/geo/drawings';
import { useDrawings } from '@/map/state/drawings';
import { type Plan, planOf, receiveDrawings, storeSaved } from '@/map/state/drawings-sync';

/** Milliseconds of rest before a change is sent, so that a dragged slider is one change; and from a failure of the network or the server to the next try. */
const WAITS = { rest: 400, again: 15_000 };
/** Drawings of one call. */
const MAX_PER_CALL = 1000;

const chunks = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / MAX_PER_CALL) }, (_, i) =>
    list.slice(i * MAX_PER_CALL, (i + 1) * MAX_PER_CALL),
  );

const wire = ({ radius, ...drawing }: DrawingData) => ({ ...drawing, ...(radius === null ? {} : { radius }) });

async function removeAll({ remove }: Plan): Promise<void> {
  const [only] = remove;
  if (remove.length === 1 && only) await call(api.drawings.remove, { params: { id: only.id } });
  else
    for (const part of chunks(remove)) await call(api.drawings.removeMany, { body: { ids: part.map(({ id }) => id) } });
  storeSaved(remove.map(({ key }) => ({ key, saved: null })));
}

async function editAll({ edit }: Plan): Promise<void> {
  for (const part of chunks(edit)) {
    const [only] = part;
    const saved =
      part.length === 1 && only
        ? [await call(api.drawings.edit, { params: { id: only.id }, body: { ...only.drawing, version: only.version } })]
        : await call(api.drawings.editMany, {
            body: part.map(({ id, version, drawing }) => ({ ...drawing, id, version })),
          });
    storeSaved(part.map(({ key, id, drawing }, i) => ({ key, saved: { id, version: saved[i]?.version, drawing } })));
  }
}

async function createAll({ create }: Plan): Promise<void> {
  for (const part of chunks(create)) {
    const body = part.map(({ drawing }) => wire(drawing));
    const created = [await call(api.drawings.create, { body: body.length === 1 && body[0] ? body[0] : body })].flat();
    storeSaved(
      part.map(({ key, drawing }, i) => {
        const { id, version } = created[i] as Drawing;
        return { key, saved: { id, version, drawing } };
      }),
    );
  }
}

/** Makes all calls of a plan, also after one kind was refused. Returns the last failure; null where all went well. */
async function sendPlan(plan: Plan): Promise<unknown> {
  let failure: unknown = null;
  for (const send of [removeAll, editAll, createAll])
    try {
      await send(plan);
    } catch (error) {
      failure = error;
    }
  return failure;
}

export interface DrawingsSaver {
  /** Sends what waits, now; also what failed before. */
  retry(): void;
  stop(): void;
}

/** What the page does when the keeper has something to tell. */
export interface SaverListeners {
  /** The server has taken something, or was asked what it has. */
  onSaved(): void;
  /** So many drawings had been changed in another window: what was made of them here stands beside them. */
  onConflict(count: number): void;
}

/** Follows the drawings of one person until it is stopped. */
export const saveDrawings = (owner: string, { onSaved, onConflict }: SaverListeners, waits = WAITS): DrawingsSaver => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = false;
  let stopped = false;
  /** What the server has is not known: it was changed elsewhere, or an answer was lost. */
  let unsure = false;

  const later = (wait: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => void run(), wait);
  };
  const isMine = () => useDrawings.getState().owner === owner;
  const isEmpty = ({ create, edit, remove }: Plan) => create.length + edit.length + remove.length === 0;

  /** Asks what the server has; what waits is then compared with that. */
  const ask = async () => {
    const list = await call(api.drawings.list, {});
    if (!isMine()) return;
    unsure = false;
    const beside = receiveDrawings(list, owner);
    if (beside > 0) onConflict(beside);
  };
  /** Returns the last failure; null where all went well. */
  const save = async (): Promise<unknown> => {
    try {
      if (unsure) await ask();
    } catch (error) {
      return error;
    }
    if (!isMine()) return null;
    return sendPlan(planOf(useDrawings.getState()));
  };
  const run = async () => {
    // Whoever signed in after somebody else sends nothing of theirs.
    if (running || !isMine() || isEmpty(planOf(useDrawings.getState()))) return;
    running = true;
    useDrawings.setState({ saving: true });
    const wasUnsure = unsure;
    const failure = await save();
    running = false;
    const status = failure instanceof CallError ? failure.status : 0;
    const changedThere = failure !== null && (status === 404 || status === 412);
    // A drawing that was changed or taken away elsewhere is no failure yet: the list is asked for, once.
    useDrawings.setState({ saving: false, failure: changedThere && !wasUnsure ? null : failure });
    if (failure === null || wasUnsure) onSaved();
    if (failure === null) {
      // What was changed meanwhile.
      if (stopped) void run();
      else later(0);
      return;
    }
    unsure = changedThere || status === 0 || status >= 500;
    if (changedThere && !wasUnsure) later(0);
    else if (unsure) later(waits.again);
  };

  const unfollow = useDrawings.subscribe((now, before) => {
    if (now.items !== before.items) later(waits.rest);
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
