// Selective rewind: seen before it happens, and done as one act that can be taken back.
import { post } from '../../define';
import { RewindOrder, RewindPage, RewindPreview } from '../../schemas/records/rewind';
import { Job } from '../../schemas/upload';

const span = { person: 'spareAccount', from: '2024-01-01', to: '2024-01-02' };

export const rewind = {
  /** What one person did in a time, and what would become of each record. Changes nothing. */
  preview: post('rewind/preview/', {
    body: RewindPreview,
    ok: RewindPage,
    needs: 'superuser',
    reads: ['record'],
    heavy: true,
    audited: true,
    seconds: 60,
    beyond: true,
    example: { body: { ...span, limit: 10 } },
  }),
  /**
   * Takes it back in the background. 409 where the number of records is another one now. The job can be stopped between two batches,
   * and whatever it did is taken back by `job/:id/undo/`.
   */
  start: post('rewind/', {
    body: RewindOrder,
    ok: Job,
    needs: 'superuser',
    touches: ['job', 'record', 'layer'],
    seconds: 60,
    beyond: true,
  }),
};
