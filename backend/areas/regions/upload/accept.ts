// Regions from a file: tried, told row by row, and written all or none.
import { sql } from 'kysely';
import type { z } from 'zod';
import type { RegionsUploaded } from '../../../../contract/schemas/regions/upload';
import type { Db } from '../../../db/engine';
import { thinGeometry } from '../../../geo/geometry';
import type { Ctx } from '../../../http/context';
import { invalid, Refusal, say } from '../../../http/errors';
import { shapeProblem } from '../rules';
import * as store from '../store';
import { holdTree } from '../tree';
import { type PlacedShape, placeShapes, type Standing } from './place';
import { type Read, readRegions, type UploadOptions } from './read';

const MAX_SHOWN = 100;
const CHUNK = 100;
/** Parts of the whole file's width that a corner is away from the next in a dry run's shapes. */
const FINENESS = 500;

type Uploaded = z.infer<typeof RegionsUploaded>;
type Sound = PlacedShape & { area: number };

async function findStanding(db: Db, customer: number): Promise<Standing[]> {
  const { rows } = await sql<Standing>`
    select id, label, code_key, parent_id as parent from region where customer_id = ${customer}::int`.execute(db);
  return rows;
}

/** The rows that can be accepted, and why the others cannot. */
async function judge(ctx: Ctx, db: Db, contents: Read): Promise<{ sound: Sound[]; rejects: Read['rejects'] }> {
  const rejects = [...contents.rejects];
  const refuse = (row: number, reason: string) => rejects.push({ row, reason });
  const measured: { shape: Read['shapes'][number]; area: number }[] = [];
  for (let i = 0; i < contents.shapes.length; i += CHUNK) {
    const chunk = contents.shapes.slice(i, i + CHUNK);
    const areas = await store.areas(db, chunk);
    for (const [k, shape] of chunk.entries()) {
      const area = areas[k] ?? 0;
      if (area > 0) measured.push({ shape, area });
      else refuse(shape.row, say(ctx.lang, 'geometryInvalid'));
    }
  }
  const areaOf = new Map(measured.map(({ shape, area }) => [shape.row, area]));
  const placing = placeShapes(measured.map(({ shape }) => shape), await findStanding(db, ctx.caller.customer)); // biome-ignore format: one call
  for (const { row, problem } of placing.rejects) refuse(row, say(ctx.lang, problem.wording, problem.params as never));
  const sound: Sound[] = [];
  for (const shape of placing.placed)
    if (shape.id !== null && shapeProblem(ctx.caller, shape.id)) refuse(shape.row, say(ctx.lang, 'regionOwn'));
    else sound.push({ ...shape, area: areaOf.get(shape.row) ?? 0 });
  return { sound, rejects: rejects.sort((a, b) => a.row - b.row) };
}

/** Writes new regions and changes known ones, then says of each where it belongs. Returns ids by row. Inside a transaction that holds the tree. */
async function write(tx: Db, customer: number, sound: readonly Sound[]): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  const fresh = sound.filter(({ id }) => id === null);
  for (let i = 0; i < fresh.length; i += CHUNK) {
    const chunk = fresh.slice(i, i + CHUNK);
    for (const [k, { id }] of (await store.insertRegions(tx, customer, chunk)).entries())
      ids.set(chunk[k]?.row ?? 0, id);
  }
  for (const { id, row, label, geometry } of sound)
    if (id !== null) {
      if (!(await store.hold(tx, customer, id))) throw invalid('file');
      await store.updateRegion(tx, id, { label, geometry });
      ids.set(row, id);
    }
  const links = sound.flatMap(({ row, above }) =>
    above ? [{ id: ids.get(row) ?? 0, parent: 'id' in above ? above.id : (ids.get(above.row) ?? 0) }] : [],
  );
  await sql`update region r set parent_id = o.parent
    from unnest(${links.map(({ id }) => id)}::int[], ${links.map(({ parent }) => parent)}::int[]) as o(id, parent) where r.id = o.id`.execute(
    tx,
  );
  return ids;
}

const toRow = ({ label, area, code, parentName, twin }: Sound, id: number | null): Uploaded['regions'][number] => ({
  id,
  label,
  area,
  code,
  parent: parentName,
  twin,
});

/** The first rows with as few corners as a small map shows. */
function preview(sound: readonly Sound[]): Uploaded['regions'] {
  const first = sound.slice(0, MAX_SHOWN);
  const longitudes = first.flatMap(({ geometry }) =>
    (geometry.type === 'Polygon' ? [geometry.coordinates] : (geometry.coordinates as number[][][][]))
      .flat(2)
      .map((corner) => Number((corner as number[])[0])),
  );
  const [west, east] = longitudes.reduce(([w, e], x) => [Math.min(w, x), Math.max(e, x)], [180, -180]);
  return first.map((shape) => {
    const geometry = thinGeometry(shape.geometry, Math.max(0, east - west) / FINENESS);
    return { ...toRow(shape, shape.id), ...(geometry ? { geometry } : {}) };
  });
}

/** Reads the file of the request and, unless it is a dry run, writes its regions. */
export async function acceptFile(
  ctx: Ctx,
  query: UploadOptions & { dry_run?: boolean | undefined },
): Promise<Uploaded> {
  const contents = await readRegions(ctx, query);
  const { db } = ctx.engine;
  const { customer } = ctx.caller;
  const about = { dataset: contents.dataset, label_field: contents.labelField, columns: contents.columns };
  const counts = (sound: readonly Sound[]) => ({ count: sound.length, updates: sound.filter(({ id }) => id !== null).length }); // biome-ignore format: one line
  if (query.dry_run) {
    const { sound, rejects } = await judge(ctx, db, contents);
    return { ...about, ...counts(sound), dry_run: true, regions: preview(sound), rejects: rejects.slice(0, MAX_SHOWN) };
  }
  return db.transaction().execute(async (tx) => {
    await holdTree(tx, customer);
    const { sound, rejects } = await judge(ctx, tx, contents);
    if (rejects.length > 0)
      throw new Refusal(400, 'regionsRejected', {
        params: { count: rejects.length },
        extra: { rejects: rejects.slice(0, MAX_SHOWN) },
      });
    if (sound.length === 0) throw invalid('file');
    const ids = await write(tx, customer, sound);
    const regions = sound.slice(0, MAX_SHOWN).map((shape) => toRow(shape, ids.get(shape.row) ?? null));
    return { ...about, ...counts(sound), dry_run: false, regions, rejects: [] };
  });
}
