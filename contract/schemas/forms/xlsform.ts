// A form that came from an XLSForm workbook, and one that becomes one.
import { z } from 'zod';
import { Loss } from '../../xlsform/sheets';
import { Field } from '../form';

const form = z.array(Field).max(500);

/** `type`: what the shapes of the records are, null where the workbook says nothing. `loss_count`: of all losses, of which 1,000 are told. */
export const XlsFormRead = z.object({
  label: z.string(),
  type: z.number().int().nullable(),
  form,
  losses: z.array(Loss),
  loss_count: z.number().int(),
});
export type XlsFormRead = z.infer<typeof XlsFormRead>;

export const XlsFormOrder = z.strictObject({
  label: z.string().trim().min(1).max(200),
  type: z.number().int().min(0).max(3),
  form,
});
