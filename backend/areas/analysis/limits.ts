// How much an analysis may take. Measured on two cores with both engines; see the tests.
/** Features and vertices of one source that are worked on while the caller waits. */
export const WAITED_FEATURES = 5000;
export const WAITED_VERTICES = 200_000;
/** Milliseconds after which a caller is told to let a job do it. */
export const WAITED_MS = 15_000;
/** Vertices of all shapes of one answer. */
export const ANSWERED_VERTICES = 200_000;
/** Features and vertices of one source of a job. */
export const JOB_FEATURES = 500_000;
export const JOB_VERTICES = 50_000_000;
