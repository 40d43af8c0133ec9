// The two journals: what people did (system log), and what went wrong (app log).
import { z } from 'zod';
import { SEE_AS_KINDS } from '../rights';
import { Day, flag, ids, int, orderBy } from './common';
import { Person } from './session';

const paging = {
  limit: int(1, 200).optional(),
  offset: int(0, 100_000).optional(),
  order: orderBy(['date', 'id']).optional(),
};

/** Days are Tehran's, and both count. */
const systemFilters = {
  from: Day.optional(),
  to: Day.optional(),
  users: ids(100).optional(),
  /** A call's name (records.create), or an area's (records). */
  call: z
    .string()
    .regex(/^[A-Za-z]+(\.[A-Za-z]+)?$/)
    .max(60)
    .optional(),
  /** What the call was about: the id in its path. */
  object: z.string().max(100).optional(),
  /** The layer in which it was done. */
  layer: int(1, 2 ** 31 - 1).optional(),
  /** An address, or what it begins with. */
  ip: z
    .string()
    .regex(/^[0-9a-fA-F:.]+$/)
    .max(45)
    .optional(),
  /** A request's id. */
  request: z
    .string()
    .regex(/^[\w-]+$/)
    .max(64)
    .optional(),
  /** Only those that were refused, or only those that were not. */
  refused: flag().optional(),
};
export const SystemLogFilter = z.strictObject(systemFilters);
export type SystemLogFilter = z.infer<typeof SystemLogFilter>;
export const SystemLogQuery = z.strictObject({
  ...systemFilters,
  /** Lines that are older than the one with this id: a page is as quick at ten million lines as the first one. */
  before: int(1, Number.MAX_SAFE_INTEGER).optional(),
  ...paging,
});
export type SystemLogQuery = z.infer<typeof SystemLogQuery>;

/** One call that changed something, gave something out, or opened a session. */
export const SystemLogLine = z.object({
  id: z.number(),
  /** ISO, UTC. */
  date: z.string(),
  user: Person.nullable(),
  /** Whom the person saw as; null for as themselves. `name` is null where it is gone. */
  view_as: z
    .object({ kind: z.enum(SEE_AS_KINDS), id: z.number(), name: z.string().nullable() })
    .nullable()
    .optional(),
  call: z.string(),
  /** The id of what the call was about, or made. */
  object: z.string(),
  /** Its name as it is now; null where it is gone or has none. */
  label: z.string().nullable().optional(),
  /** The layer in which it was done. */
  layer: z.object({ id: z.number(), label: z.string().nullable() }).nullable().optional(),
  /** The response's HTTP status. */
  status: z.number(),
  ip: z.string(),
  /** The same as the response's X-Request-Id. */
  request_id: z.string(),
});
export type SystemLogLine = z.infer<typeof SystemLogLine>;

/** The database gives no line up that is younger; longer than ten years is for ever. */
export const MIN_LOG_DAYS = 180;
export const MAX_LOG_DAYS = 3650;
/** Days that lines of the system log stay; null: for ever. */
export const LogRetention = z.strictObject({ days: z.int().min(MIN_LOG_DAYS).max(MAX_LOG_DAYS).nullable() });
export type LogRetention = z.infer<typeof LogRetention>;

export const SOURCES = ['server', 'job', 'browser'] as const;

const appFilters = {
  from: Day.optional(),
  to: Day.optional(),
  source: z.enum(SOURCES).optional(),
  search: z.string().trim().max(100).optional(),
};
export const AppLogQuery = z.strictObject({ ...appFilters, ...paging });
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

export const AppLogGroupQuery = z.strictObject({
  ...appFilters,
  ...paging,
  order: orderBy(['last', 'count', 'id']).optional(),
});
/** Errors with the same message at the same place. */
export const AppLogGroup = z.object({
  /** Of the last of them. */
  id: z.number(),
  source: z.enum(SOURCES),
  place: z.string(),
  message: z.string(),
  count: z.number().int(),
  /** ISO, UTC. */
  first: z.string(),
  last: z.string(),
  /** Of the last of them. */
  user: Person.nullable(),
  request_id: z.string().nullable(),
});
export type AppLogGroup = z.infer<typeof AppLogGroup>;

/** An error that a browser met. Texts are cut, and kept without what looks like a secret. */
export const BrowserError = z.strictObject({
  message: z.string().min(1).max(1000),
  /** The screen's path, without query. */
  place: z
    .string()
    .regex(/^\/[\w\-/]*$/)
    .max(200),
});
