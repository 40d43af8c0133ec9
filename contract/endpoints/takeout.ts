// All data of an organisation in one bundle, to take away. Beyond the product's published list.
import { z } from 'zod';
import { get, post } from '../define';
import { Job } from '../schemas/upload';

export const takeout = {
  /** Orders the bundle; the job has its progress. */
  make: post('takeout/', { ok: Job, needs: 'superuser', beyond: true, example: {} }),
  /** The zip of a job that is done, for seven days. */
  fetch: get('takeout/:id/', {
    ok: z.unknown(),
    gives: 'stream',
    needs: 'superuser',
    audited: true,
    seconds: 900,
    beyond: true,
  }),
};
