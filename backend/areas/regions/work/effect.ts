// What another shape of a region, or its removal, would change: for whom, and which records leave and newly come in. And what lies in it now.
import { type RawBuilder, sql } from 'kysely';
import type { Geometry } from '../../../../contract/schemas/common';
import { PROJECT_STATES } from '../../../../contract/schemas/project';
import { MAX_EFFECT, type RegionEffect, type RegionWork } from '../../../../contract/schemas/regions/reach';
import type { Person } from '../../../../contract/schemas/session';
import type { Db } from '../../../db/engine';
import { type Box, extentOf, joinBoxes } from '../../../geo/geography';
import type { Ctx } from '../../../http/context';
import { Refusal } from '../../../http/errors';
import { recordLayerIds } from '../../layers/store';
import { shapeOf } from '../store';
import { findLayersIn, type Ground, startCounting } from './count';

/** Vertices of a piece, as of a part of a region. */
const PIECE_VERTICES = 128;
const MAX_NAMES = 20;
const MAX_PROJECTS = 100;

const hex = (g: RawBuilder<unknown>) => sql`encode(st_asewkb(${g}), 'hex')`;
const cut = (g: RawBuilder<unknown>) => sql`st_subdivide(${g}, ${sql.lit(PIECE_VERTICES)})`;
const unlike = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) =>
  sql`st_collectionextract(st_difference(${a}, ${b}), 3)`;

interface PieceRow {
  kind: 'lost' | 'won' | 'part' | 'end';
  piece: string | null;
  near: string | null;
  box: Box | null;
}

/** The ground that goes and the ground that comes, in pieces. */
async function compareShapes(db: Db, id: number, geometry: Geometry | null): Promise<Record<'lost' | 'won', Ground>> {
  const shape = geometry
    ? shapeOf(sql`${JSON.stringify(geometry)}::text`)
    : sql`'SRID=4326;MULTIPOLYGON EMPTY'::geometry`;
  // The embedded engine answers no row where GEOS fails at a shape: the last row says that it came to the end.
  const { rows } = await sql<PieceRow>`
    with shape as materialized (select r.geom as old, ${shape} as new from region r where r.id = ${id}::int),
      part as materialized (select ${cut(sql`s.new`)} as geom from shape s),
      lost as materialized (select ${cut(unlike(sql`s.old`, sql`s.new`))} as geom from shape s),
      won as materialized (select ${cut(unlike(sql`s.new`, sql`s.old`))} as geom from shape s)
    select 'lost' as kind, ${hex(sql`g.geom`)} as piece, ${hex(sql`(select st_collect(p.geom) from part p where p.geom && g.geom)`)} as near, ${extentOf(sql`g.geom`)} as box from lost g
    union all select 'won', ${hex(sql`c.geom`)}, ${hex(sql`(select st_collect(p.geom) from region_part p where p.region_id = ${id}::int and p.geom && c.geom)`)}, ${extentOf(sql`c.geom`)} from won c
    union all select 'part', ${hex(sql`p.geom`)}, null, null from part p
    union all select 'end', null, null, null`.execute(db);
  if (!rows.some(({ kind }) => kind === 'end')) throw new Refusal(400, 'geometryInvalid');
  const of = (kind: PieceRow['kind']) => rows.filter((row) => row.kind === kind);
  const stayed = await sql<{ piece: string }>`
    select ${hex(sql`p.geom`)} as piece from region_part p where p.region_id = ${id}::int`.execute(db);
  const toGround = (kind: 'lost' | 'won', without: readonly string[]): Ground => ({
    pieces: of(kind).map(({ piece }) => piece ?? ''),
    near: of(kind).map(({ near }) => near),
    without,
    box: joinBoxes(of(kind).map((row) => row.box)),
  });
  return {
    lost: toGround('lost', of('part').map(({ piece }) => piece ?? '')), // biome-ignore format: one line
    won: toGround('won', stayed.rows.map(({ piece }) => piece)), // biome-ignore format: one line
  };
}

async function findBound(db: Db, id: number): Promise<RegionEffect['people']> {
  const { rows } = await sql<Person & { total: number }>`
    select a.id, a.username, a.first_name, a.last_name, count(*) over ()::int as total
      from account_region ar join account a on a.id = ar.account_id and a.deleted_at is null
      where ar.region_id = ${id}::int order by a.last_name, a.first_name, a.id limit ${MAX_NAMES}::int`.execute(db);
  return { count: rows[0]?.total ?? 0, first: rows.map(({ total: _, ...person }) => person) };
}

/** Says what a shape would change, and changes nothing. Null: the region goes. */
export async function effectOf(ctx: Ctx, id: number, geometry: Geometry | null): Promise<RegionEffect> {
  const { engine, caller, signal } = ctx;
  const { lost, won } = await compareShapes(engine.db, id, geometry);
  const box = joinBoxes([lost.box, won.box]);
  if (!box) return { people: { count: 0, first: [] }, leaving: 0, entering: 0, layers: [], capped: false };
  const counting = startCounting(engine, signal, MAX_EFFECT);
  const seenLayers = new Set(await recordLayerIds(engine.db, caller, [], true));
  const layers: RegionEffect['layers'] = [];
  const hidden = { id: null, label: null, leaving: 0, entering: 0 };
  for (const layer of await findLayersIn(engine.db, caller.customer, box)) {
    const leaving = await counting.count(layer.id, lost);
    const entering = await counting.count(layer.id, won);
    if (leaving + entering === 0) continue;
    if (seenLayers.has(layer.id)) layers.push({ ...layer, leaving, entering });
    else {
      hidden.leaving += leaving;
      hidden.entering += entering;
    }
  }
  if (hidden.leaving + hidden.entering > 0) layers.push(hidden);
  layers.sort((a, b) => b.leaving + b.entering - a.leaving - a.entering);
  const sum = (key: 'leaving' | 'entering') => layers.reduce((n, layer) => n + layer[key], 0);
  return {
    people: await findBound(engine.db, id),
    leaving: sum('leaving'),
    entering: sum('entering'),
    layers,
    capped: counting.isCapped(),
  };
}

/** Projects and records in a region as it is. */
export async function workIn(ctx: Ctx, id: number): Promise<RegionWork> {
  const { engine, caller, signal } = ctx;
  const parts = await sql<{ piece: string; box: Box }>`
    select ${hex(sql`p.geom`)} as piece, ${extentOf(sql`p.geom`)} as box
      from region_part p where p.region_id = ${id}::int`.execute(engine.db);
  const ground: Ground = { pieces: parts.rows.map(({ piece }) => piece), near: parts.rows.map(() => null), without: [], box: joinBoxes(parts.rows.map(({ box }) => box)) }; // biome-ignore format: one line
  const projects = await sql<{ id: number; name: string; state: number; total: number }>`
    select p.id, p.name, p.state, count(*) over ()::int as total from project p
      where p.region_id = ${id}::int and p.customer_id = ${caller.customer}::int and p.state <> ${PROJECT_STATES.closed}::int
      order by p.id desc limit ${MAX_PROJECTS}::int`.execute(engine.db);
  const counting = startCounting(engine, signal, MAX_EFFECT);
  const seenLayers = new Set(await recordLayerIds(engine.db, caller, [], true));
  const layers: RegionWork['layers'] = [];
  for (const layer of ground.box ? await findLayersIn(engine.db, caller.customer, ground.box) : []) {
    const count = seenLayers.has(layer.id) ? await counting.count(layer.id, ground) : 0;
    if (count > 0) layers.push({ ...layer, count });
  }
  return {
    projects: projects.rows.map(({ total: _, ...project }) => project),
    projects_total: projects.rows[0]?.total ?? 0,
    layers: layers.sort((a, b) => b.count - a.count),
    capped: counting.isCapped(),
  };
}
