// The open sessions of a person.
import { z } from 'zod';
import { pageQuery } from '../common';

export const OpenSession = z.object({
  id: z.string(),
  /** ISO times of the sign-in and of the last renewal: one that is used renews itself every few minutes. */
  begun: z.string(),
  last_used: z.string(),
  /** Where it began; null for those that began before addresses were kept. */
  address: z.string().nullable(),
  /** The browser or program as it names itself. */
  agent: z.string().nullable(),
  /** Whether it is the caller's own, of this very call. */
  current: z.boolean(),
});
export type OpenSession = z.infer<typeof OpenSession>;

export const OpenSessionQuery = pageQuery(['last_used', 'begun', 'id']);
