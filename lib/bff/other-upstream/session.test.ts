// The tests of ../session before an upstream that is not ours (testing/other-upstream): nothing here may lean on our backend's habits.
import { describe } from 'vitest';
import { behind } from '../../../testing/web';

behind.upstream = 'other';

describe('before another upstream', async () => {
  await import('../session/session.test');
});
