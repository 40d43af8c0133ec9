// Acts on all records that a filter leaves, in the background where there are many.
import { patch, post } from '../../define';
import { ActCount, ActOrder, ActQuestion, RowsEdit, RowsEdited } from '../../schemas/acts/act';
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
  /**
   * Changes records of one layer, each by values of its own: all of them or none. A row that is refused, or whose version is no
   * longer the record's, is named in `rows` of the 400; `dry_run` answers the same as 200.
   */
  editRows: patch('layerdata/edit_rows/', {
    body: RowsEdit,
    ok: RowsEdited,
    needs: 'session',
    touches: ['record'],
    seconds: 60,
    beyond: true,
    example: {
      body: { layer: 'layer', rows: [{ id: 'record', version: 1, value: { population: 5 } }], dry_run: true },
    },
  }),
};
