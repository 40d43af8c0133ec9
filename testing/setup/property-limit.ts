// A failed property is made smaller step by step, which may go on for hours, past every limit of the test: it ends here with the smallest so far.
import fc from 'fast-check';

/** Below the limit of a test (vitest.config.ts). A property that passes ends long before. */
const LIMIT_MS = 120_000;

fc.configureGlobal({ interruptAfterTimeLimit: LIMIT_MS });
