// The ground that a region loses and wins by another shape, in pieces small enough for an index. A region of 50,000 corners of which a
// few move is looked at only round these.
import { type RawBuilder, sql } from 'kysely';
import type { Geometry } from '../../../../contract/schemas/common';
import type { Db } from '../../../db/engine';
import { type Box, extentOf, joinBoxes } from '../../../geo/geography';
import { notFound, Refusal } from '../../../http/errors';
import { shapeOf } from '../store';
import { changedBox, DIGITS, roundShape } from './changed-box';
import type { Ground } from './count';

/** Vertices of a piece, as of a part of a region. */
const PIECE_VERTICES = 128;

const hex = (g: RawBuilder<unknown>) => sql`encode(st_asewkb(${g}), 'hex')`;
const cut = (g: RawBuilder<unknown>) => sql`st_subdivide(${g}, ${sql.lit(PIECE_VERTICES)})`;
const areas = (g: RawBuilder<unknown>) => sql`st_collectionextract(${g}, 3)`;
const NOTHING: Ground = { pieces: [], near: [], without: [], box: null };

/** A region as it is. */
export async function groundOf(db: Db, id: number): Promise<Ground> {
  const { rows } = await sql<{ piece: string; box: Box }>`
    select ${hex(sql`p.geom`)} as piece, ${extentOf(sql`p.geom`)} as box from region_part p where p.region_id = ${id}::int`.execute(
    db,
  );
  return {
    pieces: rows.map(({ piece }) => piece),
    near: rows.map(() => null),
    without: [],
    box: joinBoxes(rows.map(({ box }) => box)),
  };
}

interface PieceRow {
  kind: 'lost' | 'won' | 'part' | 'end';
  piece: string | null;
  near: string | null;
  box: Box | null;
}

/**
 * Pieces of what is lost and won inside of a box, with what the other shape has near each; and the whole other shape in parts, which
 * outside of the box are those of the old one.
 */
const comparePieces = (id: number, next: Geometry, [w, s, e, n]: Box) => sql<PieceRow>`
  with frame as materialized (select st_makeenvelope(${w}::float8, ${s}::float8, ${e}::float8, ${n}::float8, 4326) as geom),
    shape as materialized (select ${areas(sql`st_intersection(${shapeOf(sql`st_asgeojson(r.geom, ${sql.lit(DIGITS)})`)}, f.geom)`)} as old,
      ${areas(sql`st_intersection(${shapeOf(sql`${JSON.stringify(next)}::text`)}, f.geom)`)} as new from region r, frame f where r.id = ${id}::int),
    lost as materialized (select ${cut(areas(sql`st_difference(s.old, s.new)`))} as geom from shape s),
    won as materialized (select ${cut(areas(sql`st_difference(s.new, s.old)`))} as geom from shape s),
    part as materialized (select ${cut(sql`s.new`)} as geom from shape s where exists (select 1 from lost))
  select 'lost' as kind, ${hex(sql`g.geom`)} as piece, ${hex(sql`(select st_collect(p.geom) from part p where p.geom && g.geom)`)} as near, ${extentOf(sql`g.geom`)} as box from lost g
  union all select 'won', ${hex(sql`c.geom`)}, ${hex(sql`(select st_collect(p.geom) from region_part p where p.region_id = ${id}::int and p.geom && c.geom)`)}, ${extentOf(sql`c.geom`)} from won c
  union all select 'part', ${hex(sql`p.geom`)}, null, null from part p
  union all select 'part', ${hex(sql`o.geom`)}, null, null from (
    select case when p.geom && f.geom then ${areas(sql`st_difference(p.geom, f.geom)`)} else p.geom end as geom
      from region_part p, frame f where p.region_id = ${id}::int and exists (select 1 from lost)) o where not st_isempty(o.geom)
  union all select 'end', null, null, null`;

/** The ground that goes and the ground that comes. Null: the region goes. */
export async function compareShapes(
  db: Db,
  id: number,
  geometry: Geometry | null,
): Promise<Record<'lost' | 'won', Ground>> {
  const whole = await groundOf(db, id);
  if (!geometry) return { lost: whole, won: NOTHING };
  const { rows: olds } = await sql<{ shape: Geometry }>`
    select st_asgeojson(r.geom, ${sql.lit(DIGITS)})::jsonb as shape from region r where r.id = ${id}::int`.execute(db);
  if (!olds[0]) throw notFound();
  const next = roundShape(geometry);
  const box = changedBox(olds[0].shape, next);
  if (!box) return { lost: NOTHING, won: NOTHING };
  const { rows } = await comparePieces(id, next, box).execute(db);
  // The embedded engine answers no row where GEOS fails at a shape: the last row says that it came to the end.
  if (!rows.some(({ kind }) => kind === 'end')) throw new Refusal(400, 'geometryInvalid');
  const of = (kind: PieceRow['kind']) => rows.filter((row) => row.kind === kind);
  const toGround = (kind: 'lost' | 'won', without: readonly string[]): Ground => ({
    pieces: of(kind).map(({ piece }) => piece ?? ''),
    near: of(kind).map(({ near }) => near),
    without,
    box: joinBoxes(of(kind).map((row) => row.box)),
  });
  return {
    lost: toGround('lost', of('part').map(({ piece }) => piece ?? '')), // biome-ignore format: one line
    won: toGround('won', whole.pieces),
  };
}
