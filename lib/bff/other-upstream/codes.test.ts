// The tests of ../codes before an upstream that is not ours (testing/other-upstream): nothing here may lean on our backend's habits.
import { afterAll, describe } from 'vitest';
import { behind } from '../../../testing/web';

behind.upstream = 'other';
afterAll(() => {
  behind.upstream = 'ours';
});

describe('before another upstream', async () => {
  // Another module than the one whose tests this process may have run already.
  await import('../codes.test?other' as string);
});
