import { expect, it } from 'vitest';
import { JOB_STAGES } from '../../../contract/schemas/upload';
import { percentAt } from './progress';

it.each([
  ['server', 1],
  ['server', 3],
  ['embedded', 1],
  ['embedded', 3],
] as const)('grows from 0 to 99 over the stages on the %s engine with geometry of kind %i', (engine, type) => {
  const steps = JOB_STAGES.flatMap((stage) => [0, 0.5, 1].map((share) => percentAt(engine, type, stage, share)));
  expect(steps).toEqual([...steps].sort((a, b) => a - b));
  expect([steps[0], steps.at(-1)]).toEqual([0, 99]);
});
