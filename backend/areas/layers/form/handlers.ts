// Calls about the form of a layer: what a change would do, and what it was.
import { fieldIndexes } from '../../../db/indexes/field-index';
import { partition } from '../../../geo/tiles';
import type { Ctx } from '../../../http/context';
import { forbidden, invalid, notFound } from '../../../http/errors';
import type { Handlers } from '../../../http/mount';
import { rowId } from '../../../http/row-id';
import { findPersons } from '../../../identity/people';
import { layerFor } from '../access';
import { findEffects } from './check';
import { refuseUnsound } from './forms';
import * as store from './versions';
import { xlsFormHandlers } from './xlsform/handlers';

/** A layer with a form whose making and changing is the caller's business. */
async function layerToShape(ctx: Ctx, id: number | string) {
  const { row, rights } = await layerFor(ctx, id);
  if (!rights.manage) throw forbidden();
  if (row.type > 3) throw invalid('layer');
  return row;
}

type Row = Awaited<ReturnType<typeof layerToShape>>;

/** A layer whose form was never changed has one version: the form that it has. */
const firstVersion = (row: Row): store.VersionRow & { form: Row['config']['form'] } => ({
  number: 1,
  account_id: row.owner_id,
  at: row.created,
  changes: [],
  form: row.config.form,
});

async function withPeople<T extends store.VersionRow>({ engine, caller }: Ctx, rows: readonly T[]) {
  const people = await findPersons(
    engine.db,
    caller.customer,
    rows.map(({ account_id }) => account_id),
  );
  return rows.map(({ account_id, at, ...row }) => ({
    ...row,
    at: at.toISOString(),
    person: people.get(account_id ?? 0) ?? null,
  }));
}

export const layerFormHandlers: Handlers['layerForms'] = {
  ...xlsFormHandlers,

  async check(ctx, { params, body }) {
    const row = await layerToShape(ctx, params.id);
    refuseUnsound(row.config.form, body.form);
    return { effects: await findEffects(ctx.engine, row, body.form) };
  },

  async indexes(ctx, { params }) {
    const { row } = await layerFor(ctx, params.id);
    return row.type > 3 ? [] : fieldIndexes(ctx.engine.db, partition(row.id), row.config.form);
  },

  async versions(ctx, { params }) {
    const row = await layerToShape(ctx, params.id);
    const rows = await store.versions(ctx.engine.db, row.id);
    if (rows.length > 0) return withPeople(ctx, rows);
    const { form: _form, ...first } = firstVersion(row);
    return withPeople(ctx, [first]);
  },

  async version(ctx, { params }) {
    const row = await layerToShape(ctx, params.id);
    const number = rowId(params.number);
    const stored = await store.version(ctx.engine.db, row.id, number);
    const hasNone = number === 1 && !stored && (await store.versions(ctx.engine.db, row.id)).length === 0;
    const one = stored ?? (hasNone ? firstVersion(row) : null);
    if (!one) throw notFound();
    const [answer] = await withPeople(ctx, [one]);
    if (!answer) throw notFound();
    return answer;
  },
};
