// The ground that a region loses and wins by another shape, in pieces small enough for an index. A region of 50,000 corners of which a
// few move is looked at only round these.
import { type RawBuilder, sql } from 'kysely';
import type { Geometry } from '../../../../contract/schemas/common';
import type { Db } from '../../../db/engine';
import { type Box, extentOf, joinBoxes } from '../../../geo/geography';
import { notFound, Refusal } from '../../../http/errors';
import { changedBox, DIGITS, roundShape } from './changed-box';
import type { Ground } from './count';
import { soundShape } from './sound-shape';
import { toWkb } from './wkb';

/** Vertices of a piece, as of a part of a region. */
const PIECE_VERTICES = 128;

const hex = (g: RawBuilder<unknown>) => sql`encode(st_asewkb(${g}), 'hex')`;
const areas = (g: RawBuilder<unknown>) => sql`st_collectionextract(${g}, 3)`;
const cut = (g: RawBuilder<unknown>) => sql`st_subdivide(${areas(g)}, ${sql.lit(PIECE_VERTICES)})`;
const NOTHING: Ground = { pieces: [], other: null, box: null };

/** A region as it is. */
export async function groundOf(db: Db, id: number): Promise<Ground> {
  const { rows } = await sql<{ piece: string; box: Box }>`
    select ${hex(sql`p.geom`)} as piece, ${extentOf(sql`p.geom`)} as box from region_part p where p.region_id = ${id}::int`.execute(
    db,
  );
  return { pieces: rows.map(({ piece }) => piece), other: null, box: joinBoxes(rows.map(({ box }) => box)) };
}

interface PieceRow {
  kind: 'lost' | 'won' | 'shapeless' | 'end';
  piece: string | null;
  box: Box | null;
}

/** Pieces of what is lost and won inside of a box. What lies in it wholly is not clipped. */
function comparePieces(old: Buffer, next: Buffer, [w, s, e, n]: Box) {
  const inBox = (g: RawBuilder<unknown>) =>
    sql`case when ${g} @ f.geom then ${g} else ${areas(sql`st_intersection(${g}, f.geom)`)} end`;
  return sql<PieceRow>`
    with frame as materialized (select st_makeenvelope(${w}::float8, ${s}::float8, ${e}::float8, ${n}::float8, 4326) as geom),
      sound as materialized (select ${soundShape(old)} as old, ${soundShape(next)} as new),
      shape as materialized (select ${inBox(sql`o.old`)} as old, ${inBox(sql`o.new`)} as new from sound o, frame f),
      lost as materialized (select ${cut(sql`st_difference(s.old, s.new)`)} as geom from shape s),
      won as materialized (select ${cut(sql`st_difference(s.new, s.old)`)} as geom from shape s)
    select 'lost' as kind, ${hex(sql`g.geom`)} as piece, ${extentOf(sql`g.geom`)} as box from lost g
    union all select 'won', ${hex(sql`c.geom`)}, ${extentOf(sql`c.geom`)} from won c
    union all select 'shapeless', null, null from sound o where st_isempty(o.new)
    union all select 'end', null, null`;
}

/** The ground that goes and the ground that comes. Null: the region goes. Refuses a shape without an area. */
export async function compareShapes(
  db: Db,
  id: number,
  geometry: Geometry | null,
): Promise<Record<'lost' | 'won', Ground>> {
  if (!geometry) return { lost: await groundOf(db, id), won: NOTHING };
  const { rows: olds } = await sql<{ shape: string }>`
    select st_asgeojson(r.geom, ${sql.lit(DIGITS)}) as shape from region r where r.id = ${id}::int`.execute(db);
  if (!olds[0]) throw notFound();
  const [old, next] = [roundShape(JSON.parse(olds[0].shape)), roundShape(geometry)];
  const box = changedBox(old, next);
  if (!box) return { lost: NOTHING, won: NOTHING };
  const nextWkb = toWkb(next);
  const { rows } = await comparePieces(toWkb(old), nextWkb, box).execute(db);
  // The embedded engine answers no row where GEOS fails at a shape: the last row says that it came to the end.
  const isCompared = rows.some(({ kind }) => kind === 'end') && !rows.some(({ kind }) => kind === 'shapeless');
  if (!isCompared) throw new Refusal(400, 'geometryInvalid');
  const toGround = (kind: 'lost' | 'won', other: Ground['other']): Ground => {
    const pieces = rows.filter((row) => row.kind === kind);
    return {
      pieces: pieces.map(({ piece }) => piece ?? ''),
      other,
      box: joinBoxes(pieces.map((row) => row.box)),
    };
  };
  return { lost: toGround('lost', { shape: nextWkb }), won: toGround('won', { region: id }) };
}
