// A new form brought to all records of a layer, as a job: what becomes of each is reckoned beside them, and written in one commit with the form.
import { sql } from 'kysely';
import type { Field, Values } from '../../../../contract/schemas/form';
import type { Db } from '../../../db/engine';
import { dropOtherIndexes } from '../../../db/indexes/field-index';
import { keepUnique } from '../../../db/indexes/unique-index';
import { searchText } from '../../../db/search-text';
import { ImportProblem } from '../../../geo/import';
import { partition } from '../../../geo/tiles';
import type { World } from '../../../http/context';
import { forbidden, Refusal } from '../../../http/errors';
import { getCallerById } from '../../../identity/caller';
import {
  compareForms,
  convertChoices,
  type FieldRenames,
  fieldsToConvert,
  fitted,
  refuseUnfit,
} from '../../layers/form/forms';
import { addVersion } from '../../layers/form/versions';
import { findMany, type LayerRow, update } from '../../layers/store';
import { type OldRecord, reckonedIn, recordColumns } from '../../layers/table/reckon';
import type { Run } from '../attempt';

/** Records of one piece: others get their turn between two of them. */
const PIECE = { server: 5000, embedded: 1000 };

export interface FormOrder {
  form: Field[];
  force: boolean;
  /** What becomes of the values of choices that go; absent in orders of older versions. */
  renames?: FieldRenames;
  /** The layer's revision that the order was given at: what changed since is looked at again. */
  version: number;
}

/** The layer as whoever ordered the job may change it now. */
async function layerNow(world: World, run: Run): Promise<LayerRow> {
  const caller = await getCallerById(world.engine.db, run.job.account_id);
  const [layer] = caller ? await findMany(world.engine.db, caller, [run.job.layer_id ?? 0]) : [];
  if (!caller || !layer) throw new Refusal(404, 'layerGone');
  if (!caller.rightsOn(layer).manage) throw forbidden();
  return layer;
}

interface Piece {
  ids: number[];
  values: string[];
  searches: string[];
}

/** A new form, and the fields of it whose values become others. */
interface Change {
  after: readonly Field[];
  changed: readonly Field[];
  renames: FieldRenames;
}

/** What becomes of some records; refuses with the field of a value that does not fit its new type. */
function rewrite(rows: readonly OldRecord[], { after, changed, renames }: Change): Piece {
  const piece: Piece = { ids: [], values: [], searches: [] };
  for (const { id, value, geometry } of rows) {
    const next: Values = { ...value };
    for (const field of changed) {
      const was = next[field.name] ?? null;
      if (was === null) continue;
      const is = convertChoices(field, was, renames[field.name]);
      if (is === undefined) throw new Refusal(400, 'formJobValue', { params: { field: field.label } });
      next[field.name] = is;
    }
    const whole = reckonedIn(after, next, geometry);
    piece.ids.push(id);
    piece.values.push(JSON.stringify(whole));
    piece.searches.push(searchText(after, whole));
  }
  return piece;
}

/** Reads all records once and notes in `table` those that become something else. Answers how many. */
async function prepare(world: World, run: Run, layer: LayerRow, table: string, change: Change) {
  const { db, kind } = world.engine;
  await run.stage(table);
  await sql`create table ${sql.table(table)} (id bigint primary key, value jsonb not null, search text not null)`.execute(
    db,
  );
  const total = Math.max(1, layer.record_count);
  let read = 0;
  for (let last = 0; ; ) {
    if (run.signal.aborted) throw new ImportProblem('cancelled');
    const { rows } = await sql<OldRecord>`
      select ${recordColumns(change.after)} from ${sql.table(partition(layer.id))} n where n.id > ${last}::bigint order by n.id limit ${PIECE[kind]}::int`.execute(
      db,
    );
    const end = rows.at(-1);
    if (!end) break;
    last = end.id;
    read += rows.length;
    const { ids, values, searches } = rewrite(rows, change);
    await sql`
      insert into ${sql.table(table)} (id, value, search)
        select u.id, u.value::jsonb, u.search from unnest(${ids}::bigint[], ${values}::text[], ${searches}::text[]) as u(id, value, search)
          join ${sql.table(partition(layer.id))} n on n.id = u.id where n.value <> u.value::jsonb or n.search <> u.search`.execute(
      db,
    );
    await run.step('checking', Math.min(1, read / total));
    run.tally.read = read;
    await run.report();
  }
}

/** Writes what was noted, with a row of the history where a value became one of another type. */
async function writeAll(
  tx: Db,
  layer: LayerRow,
  account: number,
  table: string,
  isConverted: boolean,
): Promise<number> {
  await sql`set local statement_timeout = 0`.execute(tx);
  const target = sql.table(partition(layer.id));
  if (isConverted)
    await sql`
      insert into record_log (layer_id, record_id, account_id, action, before, after)
        select ${layer.id}::int, n.id, ${account}::int, 'edit', jsonb_build_object('value', n.value, 'geometry', st_asgeojson(n.geom, 9)::jsonb),
          jsonb_build_object('value', s.value, 'geometry', st_asgeojson(n.geom, 9)::jsonb)
          from ${sql.table(table)} s join ${target} n on n.id = s.id where n.value <> s.value`.execute(tx);
  const { rows } = await sql<{ n: number }>`
    with done as (update ${target} n set value = s.value, search = s.search, version = n.version + 1
      from ${sql.table(table)} s where n.id = s.id returning 1)
    select count(*)::int as n from done`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Runs a job of kind form to its commit: until then nothing of the layer is another. */
export async function runFormJob(world: World, run: Run): Promise<void> {
  const { form: after, force, version, renames = {} } = run.job.order as FormOrder;
  const layer = await layerNow(world, run);
  if (layer.rev !== version && run.job.attempts === 1) throw new Refusal(409, 'layerChanged');
  const compared = compareForms(layer.config.form, after);
  const { removed } = compared;
  const changed = fieldsToConvert(after, compared, renames);
  if (!force && removed.length > 0) throw new Refusal(400, 'formJobRemoved');
  const table = `import_${run.job.id.replaceAll('-', '')}_${run.job.attempts}`;
  await run.report(layer.record_count);
  await prepare(world, run, layer, table, { after, changed, renames });
  let rev = 0;
  await run.commit(async (tx) => {
    const { rows } = await sql<{ rev: number }>`select rev from layer where id = ${layer.id}::int and deleted_at is null for update`.execute(tx); // biome-ignore format: one statement
    if (rows[0]?.rev !== layer.rev) throw new Refusal(409, 'layerChanged');
    await refuseUnfit(tx, layer.customer_id, layer.id, layer.config.form, after);
    run.tally.imported = await writeAll(tx, layer, run.job.account_id, table, changed.length > 0);
    if (removed.length + changed.length > 0) await dropOtherIndexes(tx, partition(layer.id), after);
    const twins = await keepUnique(tx, partition(layer.id), after);
    if (twins) throw new Refusal(400, 'formJobTwins', { params: { field: twins.field.label } });
    const config = fitted({ ...layer.config, form: after }, layer.type, layer.id);
    const by = { account: run.job.account_id, at: world.now() };
    await addVersion(tx, layer, layer.config.form, after, by);
    await update(tx, layer.id, { config }, by);
    rev = layer.rev + 1;
    return { layer: layer.id };
  });
  world.tiles.touched(layer.id, rev, []);
}
