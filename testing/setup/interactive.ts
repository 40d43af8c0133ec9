// How long the statements of a request may take while one test file runs; the files that follow in its process have their own limit again.
import { afterAll, beforeAll } from 'vitest';
import { INTERACTIVE } from '../../backend/db/scope';

export function setInteractiveSeconds(seconds: number): void {
  const before = INTERACTIVE.seconds;
  beforeAll(() => {
    INTERACTIVE.seconds = seconds;
  });
  afterAll(() => {
    INTERACTIVE.seconds = before;
  });
}
