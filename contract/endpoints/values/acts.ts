// Acts on all records that a filter leaves, in the background where there are many.
import { post } from '../../define';
import { ActCount, ActOrder, ActQuestion } from '../../schemas/acts/act';
import { Job } from '../../schemas/upload';

export const acts = {
  /** How many records an act would change, and how many not and why. */
  count: post('layerdata/act_count/', {
    body: ActQuestion,
    ok: ActCount,
    needs: 'session',
    reads: ['record'],
    heavy: true,
    seconds: 60,
    beyond: true,
    example: { body: { layer: 'layer', filter: {}, act: 'delete' } },
  }),
  /**
   * Does an act to exactly the records that `act_count` counts, in batches. What is done stays when the job is stopped, and
   * `job/:id/undo/` takes all of it back. 409 where `count` is no longer the number.
   */
  start: post('layerdata/act/', {
    body: ActOrder,
    ok: Job,
    needs: 'session',
    touches: ['job'],
    seconds: 120,
    beyond: true,
  }),
};
