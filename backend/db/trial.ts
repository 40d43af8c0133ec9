// A trial does the work itself and takes it back, so that it answers what the work would answer.

/** Thrown inside a transaction, it takes back what that wrote. */
export class TrialEnd<T> extends Error {
  constructor(readonly result: T) {
    super('a trial');
  }
}

/** What the work returns, or its trial would have returned. */
export const orTrial = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (error instanceof TrialEnd) return error.result as T;
    throw error;
  });
