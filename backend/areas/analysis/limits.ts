// How much an analysis may take. Measured on two cores with both engines; see the tests.
import type { Engine } from '../../db/engine';

/** Features and vertices of one source that are worked on while the caller waits. */
export const WAITED_FEATURES = 5000;
export const WAITED_VERTICES = 200_000;
/**
 * Milliseconds after which a caller is told to let a job do it. The embedded engine has one connection, for which everybody
 * else waits meanwhile: there 2 seconds buy a thousand buffers, or a thousand areas laid over a thousand others. It is read
 * at every order, so that tests on a busy machine may allow for more.
 */
export const WAITED_MS: Record<Engine['kind'], number> = { server: 15_000, embedded: 2000 };
/** Features and vertices of both sources that are little work on any machine, and the milliseconds that a slow one gets for them. */
export const FEW_FEATURES = 100;
export const FEW_VERTICES = 5000;
export const FEW_MS = 15_000;
/** Vertices of all shapes of one answer. */
export const ANSWERED_VERTICES = 200_000;
/** Features and vertices of one source of a job. */
export const JOB_FEATURES = 500_000;
export const JOB_VERTICES = 50_000_000;
