// What roles may do on layers: the matrix of a role over all layers, or that of a layer over all roles; read, and changed line by line.
import { createHash } from 'node:crypto';
import { BUILDERS } from '../../../contract/catalogue';
import type { Input } from '../../../contract/define';
import type { api } from '../../../contract/index';
import type { Rights } from '../../../contract/schemas/layer';
import { type LayerPermission, RIGHTS } from '../../../contract/schemas/user';
import type { Db } from '../../db/engine';
import type { Ctx } from '../../http/context';
import { forbidden, invalid, notFound, ruled } from '../../http/errors';
import { checkEtag, orCurrent } from '../../http/version';
import { layerFor } from '../layers/access';
import { hold as holdLayers } from '../layers/store';
import { addedRights, holdsAll } from '../users/rules';
import { toGranter } from '../users/update-user';
import * as store from './store';

type OfOne = { group?: number | undefined; layer?: number | undefined };

/** The matrix of a role is for those who build roles, that of a layer for them and for whoever manages it; else 403 or 404. */
async function checkAccess(ctx: Ctx, { group, layer }: OfOne): Promise<void> {
  const { caller, engine } = ctx;
  const isBuilder = caller.modules.includes(BUILDERS);
  if (layer === undefined) {
    if (!isBuilder) throw forbidden();
    if (!(await store.exists(engine.db, caller.customer, group ?? 0))) throw notFound();
  } else if (!isBuilder && !(await layerFor(ctx, layer)).rights.manage) throw forbidden();
}

async function selectMatrix(db: Db, { caller }: Ctx, { group, layer }: OfOne): Promise<store.PermissionRow[]> {
  if (layer === undefined) return store.getRolePermissions(db, caller.customer, group ?? 0);
  const rows = await store.getLayerPermissions(db, caller.customer, layer);
  if (rows.length === 0) throw notFound();
  return rows;
}

/** Lines as the wire shows them, with what the caller may give on each; nothing is said where that is everything. */
const toLines = ({ caller }: Ctx, rows: readonly store.PermissionRow[]): LayerPermission[] =>
  rows.map(({ owner_id, ...line }) => {
    if (caller.superuser) return line;
    const own = caller.rightsOn({ id: line.layer, owner_id, customer_id: caller.customer });
    return RIGHTS.every((right) => own[right]) ? line : { ...line, may_grant: RIGHTS.filter((right) => own[right]) };
  });

/** Rights are kept a line a layer and role: what tells two states of a matrix apart is all of them together, whatever their names. */
const etagOf = (rows: readonly store.PermissionRow[]): string => {
  const rights = rows
    .map((line) => `${line.layer}.${line.group}.${RIGHTS.map((right) => (line[right] ? 1 : 0)).join('')}`)
    .sort()
    .join();
  return `"${createHash('sha256').update(rights).digest('base64url').slice(0, 22)}"`;
};

function answer(ctx: Ctx, rows: readonly store.PermissionRow[]): LayerPermission[] {
  ctx.header('etag', etagOf(rows));
  return toLines(ctx, rows);
}

export async function readMatrix(ctx: Ctx, query: OfOne): Promise<LayerPermission[]> {
  await checkAccess(ctx, query);
  return answer(ctx, await selectMatrix(ctx.engine.db, ctx, query));
}

/** Holds the roles of lines, and always behind them their layers: whoever writes other roles' rights on one of these waits, and then sees this change. */
async function lockSides(tx: Db, customer: number, lines: readonly OfOne[], layer: number | undefined): Promise<void> {
  const roles = [...new Set(lines.map((line) => line.group ?? 0))].sort((a, b) => a - b);
  if ((await store.lockAll(tx, customer, roles)) !== roles.length) throw notFound();
  await holdLayers(tx, customer, lines.flatMap((line) => line.layer ?? []).concat(layer ?? []));
}

/** A line with its layer, role and all rights; a right to manage that is not named stays. */
const toFullLine = (line: OfOne & Partial<Rights>, before: store.PermissionRow) => ({
  layer: before.layer,
  group: before.group,
  manage: line.manage ?? before.manage,
});

const rightsOf = (line: Rights): Rights => ({
  view: line.view,
  add: line.add,
  edit: line.edit,
  delete: line.delete,
  export: line.export,
  approve: line.approve,
  manage: line.manage,
});

/** Whoever may do something on a layer sees it. */
const withView = <T extends Rights>(line: T): T => ({
  ...line,
  view: line.view || line.add || line.edit || line.delete || line.export || line.approve || line.manage,
});

type Change = Input<typeof api.roles.setLayerPermissions>;

/** Writes the named lines, all or none of them, and returns the whole matrix as it is then. */
export async function changeMatrix(
  ctx: Ctx,
  query: OfOne,
  permissions: Change['body']['permissions'],
): Promise<LayerPermission[]> {
  const { caller, engine } = ctx;
  await checkAccess(ctx, query);
  const lines = permissions.map((line) => ({ ...line, ...query }));
  const side = query.layer === undefined ? 'layer' : 'group';
  const ids = new Set(lines.map((line) => line[side]));
  if (ids.size !== lines.length) throw invalid('permissions');
  const change = engine.db.transaction().execute(async (tx) => {
    await lockSides(tx, caller.customer, query.layer === undefined ? [...lines, query] : lines, query.layer);
    const before = await selectMatrix(tx, ctx, query);
    checkEtag(ctx, etagOf(before));
    const had = new Map(before.map((line) => [line[side], line]));
    const next = lines.map((line) => {
      const old = had.get(line[side] as number);
      if (!old) throw notFound();
      const row = withView({ ...line, ...toFullLine(line, old) });
      const holdings = { modules: [], perms: [], layers: new Map([[row.layer, addedRights(old, row)]]) };
      if (!holdsAll(toGranter(caller, new Map([[row.layer, old.owner_id]])), holdings)) throw ruled('grantBeyond');
      return row;
    });
    if (next.length) await store.setPermissions(tx, next);
    // The roles and layers are held: what was read and what is written are all that there is.
    const nextLines = new Map(next.map((line) => [line[side], line]));
    return before.map((line) => {
      const now = nextLines.get(line[side]);
      return now ? { ...line, ...rightsOf(now) } : line;
    });
  });
  const rows = await orCurrent(change, async () => toLines(ctx, await selectMatrix(engine.db, ctx, query)));
  return answer(ctx, rows);
}
