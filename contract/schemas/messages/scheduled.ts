// Notices that wait for a time of their own. Whom they reach is found when they leave.
import { z } from 'zod';
import { can, why } from '../common';
import { Audience, NewNotice } from '../message';
import { Person } from '../session';

/** Why one did not leave: its sender may send none any more, its audience is nobody, or too many. It waits for another time then. */
export const SCHEDULE_PROBLEMS = ['rights', 'empty', 'many'] as const;

export const ScheduledNotice = z.object({
  id: z.number(),
  subject: z.string(),
  text: z.string(),
  link: z.string().nullable(),
  audience: Audience,
  /** When it leaves. */
  send_at: z.string(),
  problem: z.enum(SCHEDULE_PROBLEMS).nullable(),
  sender: Person.nullable(),
  can_edit: can,
  can_delete: can,
  why,
});
export type ScheduledNotice = z.infer<typeof ScheduledNotice>;

const { subject, text, link } = NewNotice.shape;
/** `send_at`: within a year from now. */
export const NewScheduledNotice = z.strictObject({
  subject,
  text,
  link,
  audience: Audience,
  send_at: z.iso.datetime({ offset: true }),
});
export type NewScheduledNotice = z.infer<typeof NewScheduledNotice>;
