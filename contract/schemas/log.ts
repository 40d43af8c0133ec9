// The two journals: what people did (system log), and what went wrong (app log).
import { z } from 'zod';
import { Day, flag, ids, int, orderBy } from './common';
import { Person } from './session';

const paging = {
  limit: int(1, 200).optional(),
  offset: int(0, 100_000).optional(),
  order: orderBy(['date', 'id']).optional(),
};

/** Days are Tehran's, and both count. */
export const SystemLogQuery = z.strictObject({
  from: Day.optional(),
  to: Day.optional(),
  users: ids(100).optional(),
  /** A call's name (records.create), or an area's (records). */
  call: z
    .string()
    .regex(/^[a-z]+(\.[A-Za-z]+)?$/)
    .max(60)
    .optional(),
  /** What the call was about: the id in its path. */
  object: z.string().max(100).optional(),
  /** Only those that were refused, or only those that were not. */
  refused: flag().optional(),
  ...paging,
});
export type SystemLogQuery = z.infer<typeof SystemLogQuery>;

/** One call that changed something, gave something out, or opened a session. */
export const SystemLogLine = z.object({
  id: z.number(),
  /** ISO, UTC. */
  date: z.string(),
  user: Person.nullable(),
  call: z.string(),
  object: z.string(),
  /** The response's HTTP status. */
  status: z.number(),
  ip: z.string(),
  /** The same as the response's X-Request-Id. */
  request_id: z.string(),
});
export type SystemLogLine = z.infer<typeof SystemLogLine>;

export const SOURCES = ['server', 'job', 'browser'] as const;

export const AppLogQuery = z.strictObject({
  from: Day.optional(),
  to: Day.optional(),
  source: z.enum(SOURCES).optional(),
  search: z.string().trim().max(100).optional(),
  ...paging,
});
export type AppLogQuery = z.infer<typeof AppLogQuery>;

export const AppLogLine = z.object({
  id: z.number(),
  date: z.string(),
  source: z.enum(SOURCES),
  /** The call or screen where it happened. */
  place: z.string(),
  message: z.string(),
  user: Person.nullable(),
  request_id: z.string().nullable(),
});
export type AppLogLine = z.infer<typeof AppLogLine>;

/** An error that a browser met. Texts are cut, and kept without what looks like a secret. */
export const BrowserError = z.strictObject({
  message: z.string().min(1).max(1000),
  /** The screen's path, without query. */
  place: z
    .string()
    .regex(/^\/[\w\-/]*$/)
    .max(200),
});
