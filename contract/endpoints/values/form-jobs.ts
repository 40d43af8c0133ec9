// A new form for a layer whose records are too many to be written within a call.
import { z } from 'zod';
import { post } from '../../define';
import { Field } from '../../schemas/form';
import { ChoiceRenames } from '../../schemas/layers/write';
import { Job } from '../../schemas/upload';

export const formJobs = {
  /**
   * Brings the form to every record in the background, and then to the layer, all in one commit: until then, and where the job is
   * cancelled, nothing of the layer changes. Send the ETag of the layer in If-Match. `force` drops the values of fields that go;
   * `renames` say what becomes of the values of choices that go.
   */
  start: post('layer/:id/form_job/', {
    body: z.strictObject({
      form: z.array(Field).max(500),
      force: z.boolean().optional(),
      renames: ChoiceRenames.optional(),
    }),
    ok: Job,
    needs: { module: 2 },
    touches: ['job'],
    beyond: true,
    example: { params: { id: 'spare' }, body: { form: [{ name: 'name', label: 'name', type: 'text' }], force: true } },
  }),
};
