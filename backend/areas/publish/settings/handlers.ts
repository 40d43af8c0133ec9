// Which layers programs outside may use: the list, the settings of one, what is worth knowing about it, and the address of open layers.

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { dayAt } from '../../../../contract/dates';
import { isDated } from '../../../../contract/fields';
import { namesOf, SERVICE_BITS, WRITE_BITS } from '../../../../contract/schemas/publish/bits';
import { type PublishedLayer, type PublishLine, type PublishSettings, UNPUBLISH_UNDO_SECONDS } from '../../../../contract/schemas/publish/layer'; // biome-ignore format: one line
import type { Ctx } from '../../../http/context';
import { type FieldSentences, fieldRefusal, notFound, ruled } from '../../../http/errors';
import { byText, countRows, listed } from '../../../http/list';
import type { Handlers } from '../../../http/mount';
import { rowId } from '../../../http/row-id';
import { checkEtag, orCurrent } from '../../../http/version';
import type { DoorCallers } from '../keys/lookup';
import { newOpenKey } from '../keys/secret';
import { previewLayer } from '../preview';
import { readUse } from '../use/rows';
import { checkLayer, findWideFields, hasRecords } from './check';
import * as store from './store';
import { forgetUnpublished, republish, unpublish } from './unpublish';

const DAY_MS = 86_400_000;
const LATE_SECONDS = 5;
const daysAgo = (now: Date, days: number): string => dayAt(now.getTime() - days * DAY_MS);

async function getRow({ engine, caller }: Ctx, id: number, tx?: typeof engine.db): Promise<store.SettingsRow> {
  const row = await store.findSettings(tx ?? engine.db, caller.customer, id, tx !== undefined);
  if (!row) throw notFound();
  return row;
}
/** What was unpublished before it cannot be taken back. Whoever presses the button in its last second comes a little later. */
const undoLimit = (ctx: Ctx): Date => new Date(ctx.now().getTime() - (UNPUBLISH_UNDO_SECONDS + LATE_SECONDS) * 1000);
const etagOf = ({ version }: store.SettingsRow) => `"${version ?? 0}"`;

/** What is saved; of a layer that is not published, how it would begin: by keys, to read, in all ways that it has. */
function toSettings(row: store.SettingsRow): PublishSettings {
  const names = new Set(row.config.form.map(({ name }) => name));
  const isVector = hasRecords(row);
  return {
    access: row.access === 1 ? 'open' : 'key',
    description: row.description ?? '',
    licence: row.licence ?? '',
    attribution: row.attribution ?? '',
    hidden_fields: (row.hidden_fields ?? []).filter((name) => names.has(name)),
    only_approved: row.only_approved ?? false,
    time_field: row.time_field !== null && names.has(row.time_field) ? row.time_field : null,
    writes: namesOf(WRITE_BITS, row.writes ?? 0),
    services:
      row.services === null
        ? { features: isVector, tiles: row.type !== 0, csv: isVector }
        : namesOf(SERVICE_BITS, row.services),
  };
}

async function toPublished(ctx: Ctx, row: store.SettingsRow): Promise<PublishedLayer> {
  const { engine, caller } = ctx;
  const now = ctx.now();
  const requests = await store.countRequests(engine.db, caller.customer, row.id, daysAgo(now, 7), daysAgo(now, 30));
  const keys = await store.listKeysOf(engine.db, row.id, now);
  return {
    id: row.id,
    label: row.label,
    type: row.type,
    record_count: row.record_count,
    supervised: row.supervised,
    is_published: row.version !== null,
    settings: toSettings(row),
    fields: row.config.form.map(({ name, label, type, required }) => ({ name, label: label || name, type, required: required === true })), // biome-ignore format: one line
    keys: keys.map((key) => ({ ...key, last_used: key.last_used?.toISOString() ?? null })),
    requests_week: requests.week,
    requests_month: requests.month,
  };
}

async function read(ctx: Ctx, id: number): Promise<PublishedLayer> {
  const row = await getRow(ctx, id);
  ctx.header('etag', etagOf(row));
  return toPublished(ctx, row);
}

/** What is wrong with the settings of this layer. */
function problemsOf(row: store.SettingsRow, settings: PublishSettings): FieldSentences {
  const fields = new Map(row.config.form.map((field) => [field.name, field]));
  const { access, hidden_fields, only_approved, time_field, writes, services } = settings;
  const problems: FieldSentences = {};
  if (hidden_fields.some((name) => !fields.has(name))) problems.hidden_fields = 'field_choice';
  const time = time_field === null ? undefined : fields.get(time_field);
  if (time_field !== null && (!time || !isDated(time) || hidden_fields.includes(time_field)))
    problems.time_field = 'field_choice';
  const isWritten = writes.add || writes.edit || writes.delete;
  if (isWritten && !hasRecords(row)) problems.writes = 'publishNoRecords';
  if (isWritten && access === 'open') problems.writes = 'publishOpenReads';
  if (!services.features && !services.tiles && !services.csv) problems.services = 'publishNoService';
  if ((!hasRecords(row) && (services.features || services.csv)) || (row.type === 0 && services.tiles))
    problems.services = 'publishServiceKind';
  // What nobody has approved is not for everybody.
  if (access === 'open' && row.supervised && !only_approved) problems.only_approved = 'publishOpenApproved';
  return problems;
}

const toLine = (row: store.LineRow): PublishLine => ({
  id: row.id,
  label: row.label,
  type: row.type,
  record_count: row.record_count,
  published:
    row.access === null
      ? null
      : {
          access: row.access === 1 ? 'open' : 'key',
          writes: namesOf(WRITE_BITS, row.writes),
          services: namesOf(SERVICE_BITS, row.services),
        },
  keys: row.keys,
  requests: row.requests,
  last_day: row.last_day,
  warnings:
    row.access === null
      ? []
      : [
          ...(row.record_count === 0 && row.type < 4 ? (['empty'] as const) : []),
          ...(row.supervised && row.writes > 0 ? (['supervised'] as const) : []),
          ...(row.wide_fields.length > 0 ? (['wideIntegers'] as const) : []),
        ],
});

export const publishHandlers = (callers: DoorCallers): Handlers['publish'] => ({
  list(ctx, { query }) {
    const { engine, caller } = ctx;
    const now = ctx.now();
    const since = daysAgo(now, 7);
    return listed(ctx, query, {
      rows: async (end) =>
        (await store.listLines(engine.db, { customer: caller.customer, query, end, now, since })).map(toLine),
      count: () => countRows(engine.db, store.fromLayers(caller.customer, query)),
      orders: {
        label: byText(engine, sql`l.label`),
        type: sql`l.type`,
        record_count: sql`l.record_count`,
        id: sql`l.id`,
      },
      first: 'label',
    });
  },

  one: (ctx, { params }) => read(ctx, rowId(params.layer)),

  async save(ctx, { params, body }) {
    const id = rowId(params.layer);
    const before = await getRow(ctx, id);
    const problems = problemsOf(before, body);
    if (Object.keys(problems).length > 0) throw fieldRefusal(problems);
    const wideFields = await findWideFields(ctx.engine.db, before);
    const { caller } = ctx;
    const run = ctx.engine.db.transaction().execute(async (tx) => {
      checkEtag(ctx, etagOf(await getRow(ctx, id, tx)));
      const saving = { layer: id, customer: caller.customer, by: caller.id, at: ctx.now(), wideFields };
      await store.saveSettings(tx, saving, body);
    });
    await orCurrent(run, async () => toPublished(ctx, await getRow(ctx, id)));
    callers.forget();
    return read(ctx, id);
  },

  async remove(ctx, { params }) {
    const id = rowId(params.layer);
    const undo = randomUUID();
    const isGone = await ctx.engine.db.transaction().execute(async (tx) => {
      await getRow(ctx, id, tx);
      await forgetUnpublished(tx, undoLimit(ctx));
      return unpublish(tx, { customer: ctx.caller.customer, layer: id, token: undo, at: ctx.now() });
    });
    callers.forget();
    return isGone ? { undo } : {};
  },

  async restore(ctx, { params, body }) {
    const id = rowId(params.layer);
    await ctx.engine.db.transaction().execute(async (tx) => {
      const row = await getRow(ctx, id, tx);
      if (row.version !== null) throw ruled('publishUndoAnew');
      await forgetUnpublished(tx, undoLimit(ctx));
      if (!(await republish(tx, ctx.caller.customer, id, body.undo))) throw ruled('publishUndoLate');
    });
    callers.forget();
    return read(ctx, id);
  },

  check: async (ctx, { params }) => checkLayer(ctx.engine.db, await getRow(ctx, rowId(params.layer))),

  preview: async (ctx, { params, query }) =>
    previewLayer(ctx, callers, await getRow(ctx, rowId(params.layer)), query.key),

  use: (ctx, { query }) => readUse(ctx, query),

  open: ({ engine, caller }) => store.findOpen(engine.db, caller.customer),

  async setOpen({ engine, caller }, { body }) {
    const { open } = await store.findOpen(engine.db, caller.customer);
    const next = body.on ? (body.renew || open === null ? newOpenKey() : open) : null;
    if (next !== open) await store.setOpen(engine.db, caller.customer, next);
    callers.forget();
    return store.findOpen(engine.db, caller.customer);
  },
});
