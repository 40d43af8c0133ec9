// Runs in the browser before any other code of ours. Pages have no `eval`; zod would try one with its first shape, which the rules for
// scripts refuse and report as a breach.
import { config } from 'zod/v4/core';
import { keepEarlyInput } from './lib/form/early-input';

config({ jitless: true });
keepEarlyInput();
