// Many records changed at once, each by values of its own: what a paste across cells writes. Whole or not at all.

import { sameValue } from '../../../contract/same';
import type { RowsEdit, RowsEdited } from '../../../contract/schemas/acts/act';
import type { Values } from '../../../contract/schemas/form';
import type { Db } from '../../db/engine';
import { orTrial, TrialEnd } from '../../db/trial';
import type { Ctx } from '../../http/context';
import { notFound, Refusal, sayOf } from '../../http/errors';
import { layerFor } from '../layers/access';
import type { LayerRow } from '../layers/store';
import { boxOf, lockRecords, runWrite, versionOf } from '../records/access';
import { checkRight } from '../records/permission';
import { checkKeys } from '../records/related/keys';
import { applyEdit } from '../records/review';
import * as rules from '../records/rules';
import * as records from '../records/store';
import { checkLinks } from '../records/values/links';

type Row = RowsEdit['rows'][number];
type Answer = RowsEdited['rows'][number];

/** What a refusal says of one row. */
function problemOf(ctx: Ctx, error: unknown): Pick<Answer, 'problem' | 'problems'> {
  if (!(error instanceof Refusal) || error.status >= 500) throw error;
  const { fields, params } = error.more;
  if (!fields) return { problem: sayOf(ctx.lang, { wording: error.wording, ...(params ? { params } : {}) }) };
  return {
    problems: Object.fromEntries(Object.entries(fields).map(([name, words]) => [name, sayOf(ctx.lang, words)])),
  };
}

/** What one row leaves of its held record, checked as a single edit is. */
async function stepOf(ctx: Ctx, db: Db, layer: LayerRow, record: records.RecordRow, row: Row) {
  if (record.version !== row.version) throw new Refusal(412, 'stale');
  const { form, supervised } = layer.config;
  const visible: Values = { ...record.value, ...record.unconfirmed?.value };
  const clean = rules.cleanValues(form, row.value, visible, record.geometry);
  rules.checkReadOnly(form, clean, [record.value]);
  const changed = Object.keys(clean).filter((name) => !sameValue(visible[name], clean[name]));
  const value = Object.fromEntries(changed.map((name) => [name, clean[name] ?? null]));
  if (changed.length === 0) return { record, changed, value, result: null };
  await checkLinks(ctx, db, form, value, record.id);
  await checkKeys(ctx, db, layer, [record.id], value);
  const now = ctx.now().toISOString();
  const result = applyEdit(supervised, records.toStanding(record), ctx.caller.id, { value }, now);
  if ('problem' in result) throw new Refusal(403, result.problem);
  return { record, changed, value, result };
}
type Step = Awaited<ReturnType<typeof stepOf>>;

/** Writes the rows that change something, with their history. */
async function writeSteps(ctx: Ctx, db: Db, layer: LayerRow, steps: readonly Step[]): Promise<void> {
  const all = steps.flatMap(({ result, ...step }) => (result ? [{ ...step, ...result }] : []));
  await records.update(
    db,
    layer,
    ctx.caller.id,
    all.map(({ record, value, standing, written }) => ({
      id: record.id,
      value: written ? { ...record.value, ...value } : record.value,
      standing,
      verdict: record.verdict,
    })),
  );
  await records.log(
    db,
    layer.id,
    ctx.caller.id,
    all.map(({ record, value, standing }) => ({
      record: record.id,
      action: 'edit',
      before: versionOf(record),
      after: { value: { ...record.value, ...value }, geometry: record.geometry, status: standing.status },
    })),
  );
}

/** All rows or none; a trial writes and undoes, so that it answers what writing would. */
export async function editRows(ctx: Ctx, body: RowsEdit): Promise<RowsEdited> {
  const { row: named, rights } = await layerFor(ctx, body.layer);
  // Before anything is said of records.
  checkRight(rights, 'edit');
  const work = runWrite(ctx, async (db, touch) => {
    const ids = body.rows.map(({ id }) => id);
    const [first, ...others] = await lockRecords(ctx, db, ids, 'edit');
    if (!first || others.length > 0 || first.layer.id !== named.id) throw notFound();
    const { layer } = first;
    const byId = new Map((await records.findByIds(db, layer.id, ids)).map((row) => [row.id, row]));
    const answers: Answer[] = [];
    const steps: Step[] = [];
    for (const row of body.rows) {
      const record = byId.get(row.id) as records.RecordRow;
      try {
        const step = await stepOf(ctx, db, layer, record, row);
        steps.push(step);
        answers.push({ id: row.id, version: record.version + (step.result ? 1 : 0), changed: step.changed });
      } catch (error) {
        answers.push({ id: row.id, version: record.version, changed: [], ...problemOf(ctx, error) });
      }
    }
    const changedSteps = steps.filter(({ result }) => result !== null);
    const answer: RowsEdited = { count: changedSteps.length, rows: answers };
    const isRefused = steps.length < body.rows.length;
    if (isRefused && body.dry_run !== true) throw new Refusal(400, 'rowsRefused', { extra: { rows: answers } });
    if (changedSteps.length > 0) {
      await writeSteps(ctx, db, layer, steps);
      if (body.dry_run !== true)
        touch({
          layer: layer.id,
          more: 0,
          before: changedSteps.map(({ record }) => boxOf(record.geometry)),
          now: [],
        });
    }
    if (body.dry_run === true) throw new TrialEnd(answer);
    return answer;
  });
  return orTrial(work);
}
