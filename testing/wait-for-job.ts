// Waits for a job to end.
import type { TestWorld } from './world';

const LOOK_MS = 30;

/** A job when it has ended, as its owner sees it. */
// biome-ignore lint/suspicious/noExplicitAny: the contract's Job
export async function waitForJob(w: Pick<TestWorld, 'call'>, id: string, as = 'editor'): Promise<any> {
  for (;;) {
    const { body } = await w.call(as, 'GET', `/api/job/${id}/`);
    if (body.state !== 'waiting' && body.state !== 'running') return body;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
