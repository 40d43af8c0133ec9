// A layer as programs outside read it: who may, which of its fields, and what may be done with it from there.
import { z } from 'zod';
import { flag, int, orderBy } from '../common';

export const ACCESSES = ['key', 'open'] as const;

export const Writes = z.strictObject({ add: z.boolean(), edit: z.boolean(), delete: z.boolean() });
export const Services = z.strictObject({ features: z.boolean(), tiles: z.boolean(), csv: z.boolean() });

/** What is saved as a whole. */
export const PublishSettings = z.strictObject({
  /** `key`: whoever has a key that names the layer; `open`: everybody, to read only. */
  access: z.enum(ACCESSES),
  description: z.string().trim().max(2000),
  licence: z.string().trim().max(200),
  attribution: z.string().trim().max(300),
  /** Names of fields that do not exist outside. */
  hidden_fields: z.array(z.string().max(100)).max(500),
  only_approved: z.boolean(),
  /** The date field that says when a record is from; null for none. */
  time_field: z.string().max(100).nullable(),
  /** What keys may be allowed besides reading. */
  writes: Writes,
  services: Services,
});
export type PublishSettings = z.infer<typeof PublishSettings>;

/** What somebody who publishes or uses the layer has to know. */
export const PUBLISH_WARNINGS = [
  'empty',
  'supervised',
  'wideIntegers',
  'manyVertices',
  'hiddenInStyle',
  'hiddenRequired',
  'fieldNames',
] as const;
export const PublishWarning = z.object({
  kind: z.enum(PUBLISH_WARNINGS),
  /** Labels of the fields that it is about. */
  fields: z.array(z.string()),
});
export type PublishWarning = z.infer<typeof PublishWarning>;

export const PublishLine = z.object({
  id: z.number().int(),
  label: z.string(),
  type: z.number().int(),
  record_count: z.number().int(),
  /** Null where programs outside find nothing. */
  published: z.object({ access: z.enum(ACCESSES), writes: Writes, services: Services }).nullable(),
  keys: z.number().int(),
  /** Of the last seven days. */
  requests: z.number().int(),
  /** The last day on which somebody asked, ISO. */
  last_day: z.string().nullable(),
  warnings: z.array(z.enum(PUBLISH_WARNINGS)),
});
export type PublishLine = z.infer<typeof PublishLine>;

const ORDERS = ['label', 'id', 'type', 'record_count'] as const;
export const PUBLISH_STATES = ['none', 'key', 'open'] as const;
export const PublishQuery = z.strictObject({
  search: z.string().max(200).optional(),
  type: int(0, 6).optional(),
  state: z.enum(PUBLISH_STATES).optional(),
  limit: int(1, 1000).optional(),
  offset: int(0, 1_000_000).optional(),
  order: orderBy(ORDERS).optional(),
});

/** A key that opens the layer, with its last use. */
const KeyOfLayer = z.object({ id: z.string(), label: z.string(), last_used: z.string().nullable() });

/** For so many seconds it is offered to take an unpublishing back; what comes a moment late still counts. */
export const UNPUBLISH_UNDO_SECONDS = 10;
/** `undo` puts back what was taken away; missing where the layer was not published. */
export const Unpublished = z.object({ undo: z.string().optional() });
export const PublishRestore = z.strictObject({ undo: z.string().min(1).max(64) });

export const PublishedLayer = z.object({
  id: z.number().int(),
  label: z.string(),
  type: z.number().int(),
  record_count: z.number().int(),
  supervised: z.boolean(),
  /** False: what follows is how it would begin. */
  is_published: z.boolean(),
  settings: PublishSettings,
  fields: z.array(z.object({ name: z.string(), label: z.string(), type: z.string(), required: z.boolean() })),
  keys: z.array(KeyOfLayer),
  /** Of the last 7 and 30 days. */
  requests_week: z.number().int(),
  requests_month: z.number().int(),
});
export type PublishedLayer = z.infer<typeof PublishedLayer>;

/** `key`: a key's id; without it what everybody gets who knows the address of open layers. */
export const PublishPreviewQuery = z.strictObject({ key: z.string().max(8).optional() });

/** What is wrong where a program gets nothing: the key does not work, no address of open layers is made, or the layer is not there. */
export const PREVIEW_PROBLEMS = ['key', 'address', 'layer'] as const;

/** What a program gets of a layer, as somebody reads it who wants to know whether it works. */
export const PublishPreview = z.object({
  /** Null where it gets something. */
  problem: z.enum(PREVIEW_PROBLEMS).nullable(),
  title: z.string(),
  /** The fields that exist outside, as its schema names them. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), type: z.string() })),
  /** Null where they are not counted, or not read one by one. */
  matched: z.number().int().nullable(),
  /** The first ten. */
  records: z.array(
    z.object({ id: z.number().int(), has_place: z.boolean(), properties: z.record(z.string(), z.unknown()) }),
  ),
  may: Writes,
  services: Services,
});
export type PublishPreview = z.infer<typeof PublishPreview>;

/** The address at which a customer's open layers are found by everybody; null where there is none. */
export const PublishOpen = z.object({ open: z.string().nullable(), layers: z.number().int() });
export type PublishOpen = z.infer<typeof PublishOpen>;
/** `renew`: another address; the old one leads nowhere at once. */
export const PublishOpenOrder = z.strictObject({ on: flag(), renew: flag().optional() });
