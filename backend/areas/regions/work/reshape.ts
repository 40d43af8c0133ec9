// Another shape of a region together with the regions that are cut off it or end in it: one transaction, so that no half of it stays.
import { sql } from 'kysely';
import { PROJECT_STATES } from '../../../../contract/schemas/project';
import type { ShortRegion } from '../../../../contract/schemas/region';
import type { RegionReshape } from '../../../../contract/schemas/regions/reshape';
import type { Db } from '../../../db/engine';
import { notFound, ruled } from '../../../http/errors';
import type { Caller } from '../../../identity/caller';
import * as store from '../store';
import { holdTree, isInside } from '../tree';
import { findProjects } from './people';

/** Refuses regions that are the bounds of open projects: whoever works in one has no say here. */
async function checkAbsorbed(tx: Db, caller: Caller, ids: readonly number[]): Promise<void> {
  const uses = [...(await store.findUses(tx, ids)).entries()];
  const projects = uses.reduce((n, [, use]) => n + use.projects, 0);
  if (projects > 0) {
    const projectLists = await Promise.all(ids.map((id) => findProjects(tx, id, PROJECT_STATES.closed)));
    throw ruled('regionOfProject', {
      params: { count: projects },
      extra: { people: [], projects: projectLists.flat() },
    });
  }
  // As with people one by one: who is bound gives only their own regions.
  const isBound = !caller.superuser && caller.regions.length > 0;
  if (isBound && uses.some(([, use]) => use.bound > 0)) throw ruled('regionForeign');
}

/** Ends a region in another one: whoever is bound to it is bound to that one, and its parts lie there. */
async function absorb(tx: Db, into: number, id: number): Promise<void> {
  await sql`
    insert into account_region (account_id, region_id) select account_id, ${into}::int from account_region where region_id = ${id}::int
      on conflict do nothing`.execute(tx);
  // A region that lies inside of one that ends in it moves up: it cannot lie in itself.
  if (await isInside(tx, into, id)) await store.passPartsOn(tx, id);
  else await sql`update region set parent_id = ${into}::int where parent_id = ${id}::int`.execute(tx);
  await store.remove(tx, id);
}

/** Holds what the act is about, the tree first and the regions by number, as every change of them does. False: one is not there. */
export async function holdAll(tx: Db, customer: number, ids: readonly number[]): Promise<void> {
  await holdTree(tx, customer);
  for (const id of [...ids].sort((a, b) => a - b)) if (!(await store.hold(tx, customer, id))) throw notFound();
}

/** Writes it; the regions are held already. Answers the parts. */
export async function reshape(
  tx: Db,
  caller: Caller,
  id: number,
  { geometry, parts = [], absorb: ids = [] }: RegionReshape,
): Promise<ShortRegion[]> {
  for (const one of ids) {
    await store.holdBound(tx, one);
    await store.holdProjects(tx, one);
  }
  await checkAbsorbed(tx, caller, ids);
  await store.updateRegion(tx, id, { geometry });
  const { rows: beside } = await sql<{ parent: number | null; colour: string | null }>`
    select parent_id as parent, colour from region where id = ${id}::int`.execute(tx);
  const shapes = parts.map((part) => ({ ...part, ...beside[0] }));
  const created = shapes.length > 0 ? await store.insertRegions(tx, caller.customer, shapes) : [];
  for (const one of ids) await absorb(tx, id, one);
  return created.map((part) => ({ id: part.id, label: part.label }));
}
