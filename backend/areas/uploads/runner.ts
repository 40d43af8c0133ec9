// Imports in the background: rows stream into a table of their own, which becomes a layer in one commit or not at all.
import { sql } from 'kysely';
import type { Field, Values } from '../../../contract/schemas/form';
import { checkValues } from '../../../contract/schemas/form';
import type { ImportOrder } from '../../../contract/schemas/upload';
import { type Db, unhurried } from '../../db/engine';
import { MAX_VERTICES, place, typeOf } from '../../geo/geometry';
import { type Feature, ImportProblem, type Kind, read } from '../../geo/import';
import { partition } from '../../geo/tiles';
import type { World } from '../../http/context';
import { Refusal } from '../../http/errors';
import * as layers from '../layers/store';
import { COPY_COLUMNS, copyLine } from '../records/bulk';
import { rejectsFile } from './rejects';
import * as store from './store';

const CHUNK_BYTES = 256 * 1024;
const REPORT_MS = 500;
const SHOWN_REJECTS = 50;

interface Source {
  path: string;
  name: string;
  scratch: string;
  /** Records in the dataset, for the progress; null where unknown. */
  total: number | null;
}

/** Field names of a new layer: the source's own, kept in any script. */
const formOf = (order: ImportOrder): { field: Field; source: string }[] =>
  order.fields.map(({ source, label, type }) => ({ source, field: { name: source.slice(0, 63), label, type } }));

/** One row ready for COPY, or why it is refused. */
function lineOf(
  feature: Feature,
  fields: ReturnType<typeof formOf>,
  type: number,
  status: number,
  account: number,
): { line: string; box: readonly number[] | null } | { reason: string } {
  if (feature.problem) return { reason: feature.problem };
  const raw: Values = {};
  for (const { source, field } of fields) raw[field.name] = feature.values[source] ?? null;
  const { values, problems } = checkValues(
    fields.map((f) => f.field),
    raw,
    true,
  );
  const [wrong] = Object.entries(problems);
  if (wrong) return { reason: `${wrong[0]}: ${wrong[1]}` };
  const geometry = type === 0 ? null : feature.geometry;
  if (type > 0 && !geometry) return { reason: 'geometryMissing' };
  const placed = geometry && place(geometry);
  if (geometry && !placed) return { reason: 'geometryPlace' };
  if (geometry && typeOf(geometry) !== type) return { reason: 'geometryKind' };
  if (placed && placed.vertices > MAX_VERTICES) return { reason: 'geometryBig' };
  return { line: copyLine({ status, geometry, placed, value: values, account }), box: placed?.bbox ?? null };
}

/** Runs one import to its end. Every outcome is written into the job; nothing is thrown. */
export async function runImport(
  world: World,
  job: string,
  account: { id: number; customer: number },
  order: ImportOrder,
  source: Source,
  signal: AbortSignal,
): Promise<void> {
  const { db } = world.engine;
  const layer = await layers.reserveId(db);
  const table = partition(layer);
  const fields = formOf(order);
  const rejects = rejectsFile(
    source.scratch,
    fields.map((f) => f.source),
  );
  const tally = { read: 0, imported: 0, rejected: 0, rejects: [] as { row: number; reason: string }[] };
  const extent: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  let reported = 0;

  const report = async (force = false) => {
    if (!force && Date.now() - reported < REPORT_MS) return;
    reported = Date.now();
    await store.progress(db, job, tally);
  };

  async function* chunks(): AsyncGenerator<Buffer> {
    let lines: string[] = [];
    let size = 0;
    for await (const feature of read(
      source.path,
      source.name,
      { ...order, type: order.type as Kind },
      { signal, scratch: source.scratch },
    )) {
      tally.read++;
      const made = lineOf(feature, fields, order.type, 3, account.id);
      if ('reason' in made) {
        tally.rejected++;
        if (tally.rejects.length < SHOWN_REJECTS) tally.rejects.push({ row: feature.row, reason: made.reason });
        await rejects.add(feature, made.reason);
        continue;
      }
      tally.imported++;
      if (made.box) {
        const [w, s, e, n] = made.box as [number, number, number, number];
        extent[0] = Math.min(extent[0], w);
        extent[1] = Math.min(extent[1], s);
        extent[2] = Math.max(extent[2], e);
        extent[3] = Math.max(extent[3], n);
      }
      lines.push(made.line);
      size += made.line.length;
      if (size < CHUNK_BYTES) continue;
      yield Buffer.from(lines.join(''));
      lines = [];
      size = 0;
      await report();
      if (signal.aborted) throw new ImportProblem('cancelled');
    }
    if (lines.length) yield Buffer.from(lines.join(''));
  }

  try {
    await store.started(db, job, source.total);
    await layers.makeStaging(db, table, layer);
    await world.engine.copy(table, COPY_COLUMNS, chunks());
    await rejects.close();
    if (signal.aborted) throw new ImportProblem('cancelled');
    if (tally.imported === 0) throw new Refusal(400, 'nothing_imported');
    await unhurried(db, async (connection) => {
      await repair(connection, table, tally);
      await layers.indexRecords(connection, table);
    });
    await db.transaction().execute(async (tx) => {
      await layers.attach(tx, table, layer);
      const turn = layer;
      const config = layers.firstConfig(
        order.type,
        fields.map((f) => f.field),
        { file: source.name, dataset: order.dataset, encoding: order.encoding ?? null, srid: order.srid ?? null },
        turn,
        order.supervised ?? false,
      );
      await layers.insert(
        tx,
        {
          customer: account.customer,
          owner: account.id,
          label: order.label,
          type: order.type,
          config,
          extent: Number.isFinite(extent[0]) ? extent : null,
          count: tally.imported,
        },
        layer,
      );
      if (order.group_layer) await layers.addToGroups(tx, account.customer, layer, order.group_layer);
      await store.finished(tx, job, 'done', tally, layer, null);
    });
    await world.engine.analyse(table);
  } catch (error) {
    await rejects.close();
    await sql`drop table if exists ${sql.table(table)}`.execute(db).catch(() => {});
    const cancelled = signal.aborted || (error instanceof ImportProblem && error.code === 'cancelled');
    const code =
      error instanceof ImportProblem
        ? error.code
        : (error as { code?: string }).code === 'ENOSPC'
          ? 'disk_full'
          : 'server';
    await store
      .finished(db, job, cancelled ? 'cancelled' : 'failed', tally, null, cancelled ? 'cancelled' : code)
      .catch(() => {});
  }
}

/** Shapes that cross themselves are mended; those that cannot be are counted as refused. */
async function repair(
  db: Db,
  table: string,
  tally: { imported: number; rejected: number; rejects: { row: number; reason: string }[] },
): Promise<void> {
  const t = sql.table(table);
  await sql`update ${t} set geom = st_multi(st_collectionextract(st_makevalid(geom), st_dimension(geom) + 1)) where st_dimension(geom) > 0 and not st_isvalid(geom)`.execute(
    db,
  );
  const { rows } =
    await sql`delete from ${t} where geom is not null and (st_isempty(geom) or not st_isvalid(geom)) returning id`.execute(
      db,
    );
  tally.imported -= rows.length;
  tally.rejected += rows.length;
  if (rows.length) tally.rejects.push({ row: 0, reason: 'geometryInvalid' });
}
