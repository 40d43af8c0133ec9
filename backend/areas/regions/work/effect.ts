// What another shape of a region, or its removal, would change: for whom, and which records leave and newly come in. And what lies in it now.
import { sql } from 'kysely';
import type { Geometry } from '../../../../contract/schemas/common';
import { PROJECT_STATES } from '../../../../contract/schemas/project';
import { MAX_EFFECT, type RegionEffect, type RegionWork } from '../../../../contract/schemas/regions/reach';
import type { Person } from '../../../../contract/schemas/session';
import type { Db } from '../../../db/engine';
import { joinBoxes } from '../../../geo/geography';
import type { Ctx } from '../../../http/context';
import { recordLayerIds } from '../../layers/store';
import { compareShapes, groundOf } from './compare';
import { findLayersIn, startCounting } from './count';

const MAX_NAMES = 20;
const MAX_PROJECTS = 100;

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
    const [leaving = 0, entering = 0] = await counting.count(layer.id, [lost, won]);
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
  const ground = await groundOf(engine.db, id);
  const projects = await sql<{ id: number; name: string; state: number; total: number }>`
    select p.id, p.name, p.state, count(*) over ()::int as total from project p
      where p.region_id = ${id}::int and p.customer_id = ${caller.customer}::int and p.state <> ${PROJECT_STATES.closed}::int
      order by p.id desc limit ${MAX_PROJECTS}::int`.execute(engine.db);
  const counting = startCounting(engine, signal, MAX_EFFECT);
  const seenLayers = new Set(await recordLayerIds(engine.db, caller, [], true));
  const layers: RegionWork['layers'] = [];
  for (const layer of ground.box ? await findLayersIn(engine.db, caller.customer, ground.box) : []) {
    const [count = 0] = seenLayers.has(layer.id) ? await counting.count(layer.id, [ground]) : [];
    if (count > 0) layers.push({ ...layer, count });
  }
  return {
    projects: projects.rows.map(({ total: _, ...project }) => project),
    projects_total: projects.rows[0]?.total ?? 0,
    layers: layers.sort((a, b) => b.count - a.count),
    capped: counting.isCapped(),
  };
}
