// Roles, what they may do on layers, and the catalogues that they are built from.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { BUILDERS, MODULES, PERMS, SCREENS } from '../../../contract/catalogue';
import type { Needs } from '../../../contract/define';
import type { Rights } from '../../../contract/schemas/layer';
import type { Role } from '../../../contract/schemas/user';
import type { Db } from '../../db/engine';
import { flags } from '../../http/allowed';
import type { Ctx } from '../../http/context';
import { forbidden, invalid, notFound, ruled, say } from '../../http/errors';
import { byText, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkEtag, checkVersion, orCurrent, withVersion } from '../../http/version';
import type { Caller, Callers } from '../../identity/caller';
import { layerFor } from '../layers/access';
import { hold as holdLayers } from '../layers/store';
import { addedRights, holdsAll } from '../users/rules';
import { findHeldRoles, holdsRoles, toGranter } from '../users/update-user';
import * as store from './store';

/** Lists without pages end here. */
const MAX_ROLES = 10_000;
const MAX_NAME = 150;

/** Why a caller may not change what a role grants. */
const editProblem = (caller: Caller, role: store.RoleRow) =>
  role.of_superuser && !caller.superuser ? 'superuserOnly' : null;
const removeProblem = (role: store.RoleRow) =>
  role.users ? ({ wording: 'roleInUse', params: { count: role.users } } as const) : null;

/** Roles with what the caller may do with each. */
async function withPermissions({ engine, caller, lang }: Ctx, roles: readonly store.RoleRow[]): Promise<Role[]> {
  const heldRoles = await findHeldRoles(engine.db, caller, roles);
  return roles.map(({ of_superuser, ...role }) => ({
    ...role,
    ...flags(lang, {
      edit: editProblem(caller, { of_superuser, ...role }),
      delete: removeProblem({ of_superuser, ...role }),
    }),
    may_grant: heldRoles.has(role.id),
  }));
}

async function getRole(ctx: Ctx, id: string | number): Promise<Role> {
  const row = await store.find(ctx.engine.db, ctx.caller.customer, rowId(id));
  if (!row) throw notFound();
  const [role] = await withPermissions(ctx, [row]);
  return role as Role;
}

const readRole = (ctx: Ctx, id: string | number) => withVersion(ctx, ['role', rowId(id)], () => getRole(ctx, id));

/** Every needed part of a screen as the wire lists it. */
function toMenuEntry(url: string, needs: Needs) {
  const parts = typeof needs === 'object' && 'any' in needs ? needs.any : [needs];
  const module = parts.flatMap((part) => (typeof part === 'object' && 'module' in part ? [part.module] : []))[0];
  const perm = parts.flatMap((part) => (typeof part === 'object' && 'perm' in part ? [part.perm] : []))[0];
  return { url, module: module ?? null, perm: perm ?? null, superuser: parts.includes('superuser') };
}

export function roleHandlers(callers: Callers): Handlers['roles'] {
  /** Runs `work` on a role that is held; changed rights then count at once in this process. */
  async function changing<T>(
    ctx: Ctx,
    id: string | number,
    work: (tx: Db, role: NonNullable<Awaited<ReturnType<typeof store.lock>>>) => Promise<T>,
  ): Promise<T> {
    const number = rowId(id);
    const change = ctx.engine.db.transaction().execute(async (tx) => {
      const role = await store.lock(tx, ctx.caller.customer, number);
      if (!role) throw notFound();
      await checkVersion(ctx, tx, ['role', number]);
      return work(tx, role);
    });
    const done = await orCurrent(change, () => getRole(ctx, id));
    callers.forget();
    return done;
  }

  return {
    async list(ctx, { query }) {
      const { engine, caller } = ctx;
      return listed(ctx, query, {
        rows: async (end) => withPermissions(ctx, await store.list(engine.db, caller.customer, query, end)),
        count: () => store.count(engine.db, caller.customer, query),
        orders: { name: byText(engine, sql`r.name`), id: sql`r.id` },
        first: 'id',
      });
    },

    one: (ctx, { params }) => readRole(ctx, params.id),

    async create(ctx, { body }) {
      const { engine, caller } = ctx;
      const role = { interface: {}, modules: [], custom_perms: [], ...body };
      const holdings = { modules: role.modules, perms: role.custom_perms, layers: new Map<number, Rights>() };
      if (!holdsAll(toGranter(caller, new Map()), holdings)) throw ruled('grantBeyond');
      return getRole(ctx, await store.insert(engine.db, caller.customer, role));
    },

    async edit(ctx, { params, body }) {
      const { caller } = ctx;
      await changing(ctx, params.id, async (tx, role) => {
        const rights = body.modules !== undefined || body.custom_perms !== undefined;
        const problem = rights && editProblem(caller, role);
        if (problem) throw ruled(problem);
        const holdings = {
          modules: (body.modules ?? []).filter((id) => !role.modules.includes(id)),
          perms: (body.custom_perms ?? []).filter((name) => !role.custom_perms.includes(name)),
          layers: new Map<number, Rights>(),
        };
        if (!holdsAll(toGranter(caller, new Map()), holdings)) throw ruled('grantBeyond');
        const loses = body.modules && role.modules.includes(BUILDERS) && !body.modules.includes(BUILDERS);
        if (
          loses &&
          caller.roles.includes(role.id) &&
          !(await store.getOtherModules(tx, caller.id, role.id)).includes(BUILDERS)
        )
          throw ruled('selfDemotion');
        await store.update(tx, role.id, body);
      });
      return readRole(ctx, params.id);
    },

    remove: (ctx, { params }) =>
      changing(ctx, params.id, async (tx, role) => {
        const problem = removeProblem(role);
        if (problem) throw ruled(problem.wording, { params: problem.params });
        await store.remove(tx, role.id);
        return {};
      }),

    async copy(ctx, { params }) {
      const { caller, lang } = ctx;
      const id = await changing(ctx, params.id, async (tx, { id: from, users: _, of_superuser: __, ...role }) => {
        if (!(await holdsRoles(tx, caller, [{ id: from, ...role }]))) throw ruled('grantBeyond');
        const name = say(lang, 'copyOf', { label: role.name.slice(0, MAX_NAME - 20) });
        const newRole = await store.insert(tx, caller.customer, { ...role, name });
        await store.copyPermissions(tx, from, newRole);
        return newRole;
      });
      return getRole(ctx, id);
    },

    async names({ engine, caller }) {
      const rows = await store.listNames(engine, caller.customer, MAX_ROLES);
      const heldRoles = await findHeldRoles(engine.db, caller, rows);
      return rows.map(({ id, name }) => ({ id, name, may_grant: heldRoles.has(id) }));
    },
    modules: async ({ lang }) => MODULES.map((id) => ({ id, name: say(lang, `module${id}`) })),
    customPerms: async ({ lang }) => PERMS.map((codename) => ({ codename, name: say(lang, `perm_${codename}`) })),
    urls: async () => SCREENS.map(({ url, needs }) => toMenuEntry(url, needs)),

    async layerPermissions(ctx, { query }) {
      return readMatrix(ctx, query);
    },

    async setLayerPermissions(ctx, { query, body }) {
      const { caller, engine } = ctx;
      await getMatrix(ctx, query);
      const lines = body.permissions.map((line) => ({ ...line, ...query }));
      const side = query.layer === undefined ? 'layer' : 'group';
      const ids = new Set(lines.map((line) => line[side]));
      if (ids.size !== lines.length) throw invalid('permissions');
      const change = engine.db.transaction().execute(async (tx) => {
        await lockSides(tx, caller.customer, lines, query.layer);
        checkEtag(ctx, etagOf(await selectMatrix(tx, ctx, query)));
        const numbers = [...ids].filter((id) => id !== undefined);
        const before =
          query.layer === undefined
            ? await store.getRolePermissions(tx, caller.customer, query.group ?? 0, numbers)
            : await store.getLayerPermissions(tx, caller.customer, query.layer, numbers);
        if (before.length !== ids.size) throw notFound();
        const had = new Map(before.map((line) => [line[side], line]));
        const next = lines.map((line) =>
          withView({ ...line, ...toFullLine(line, had.get(line[side] as number) as store.PermissionRow) }),
        );
        for (const line of next) {
          const old = had.get(line[side]) as store.PermissionRow;
          const holdings = { modules: [], perms: [], layers: new Map([[line.layer, addedRights(old, line)]]) };
          if (!holdsAll(toGranter(caller, new Map([[line.layer, old.owner_id]])), holdings)) throw ruled('grantBeyond');
        }
        if (next.length) await store.setPermissions(tx, next);
      });
      await orCurrent(change, async () => toLines(await getMatrix(ctx, query)));
      callers.forget();
      return readMatrix(ctx, query);
    },
  };
}

/** Holds the roles of lines, and always behind them their layers: whoever writes other roles' rights on one of these waits, and then sees this change. */
async function lockSides(tx: Db, customer: number, lines: readonly OfOne[], layer: number | undefined): Promise<void> {
  const roles = [...new Set(lines.map((line) => line.group ?? 0))].sort((a, b) => a - b);
  for (const role of roles) if (!(await store.lock(tx, customer, role))) throw notFound();
  await holdLayers(tx, customer, lines.flatMap((line) => line.layer ?? []).concat(layer ?? []));
}

type OfOne = { group?: number | undefined; layer?: number | undefined };

/** The matrix of a role, for those who build roles, or that of a layer, for them and for whoever manages it; else 403 or 404. */
async function getMatrix(ctx: Ctx, { group, layer }: OfOne): Promise<store.PermissionRow[]> {
  const { caller, engine } = ctx;
  const isBuilder = caller.modules.includes(BUILDERS);
  if (layer === undefined) {
    if (!isBuilder) throw forbidden();
    await getRole(ctx, group ?? 0);
  } else if (!isBuilder && !(await layerFor(ctx, layer)).rights.manage) throw forbidden();
  const rows = await selectMatrix(engine.db, ctx, { group, layer });
  if (layer !== undefined && rows.length === 0) throw notFound();
  return rows;
}

const selectMatrix = (db: Db, { caller }: Ctx, { group, layer }: OfOne): Promise<store.PermissionRow[]> =>
  layer === undefined
    ? store.getRolePermissions(db, caller.customer, group ?? 0)
    : store.getLayerPermissions(db, caller.customer, layer);

const toLines = (rows: readonly store.PermissionRow[]) => rows.map(({ owner_id: _, ...line }) => line);

/** Rights are kept a line a layer and role: what tells two states of a matrix apart is all of them together, whatever their names. */
const etagOf = (rows: readonly store.PermissionRow[]): string => {
  const rights = rows
    .map(({ owner_id: _, label: __, ...line }) => JSON.stringify(line))
    .sort()
    .join();
  return `"${createHash('sha256').update(rights).digest('base64url').slice(0, 22)}"`;
};

async function readMatrix(ctx: Ctx, query: OfOne) {
  const rows = await getMatrix(ctx, query);
  ctx.header('etag', etagOf(rows));
  return toLines(rows);
}

/** A line with its layer, role and all rights; a right to manage that is not named stays. */
const toFullLine = (line: OfOne & Partial<Rights>, before: store.PermissionRow) => ({
  layer: before.layer,
  group: before.group,
  manage: line.manage ?? before.manage,
});

/** Whoever may do something on a layer sees it. */
const withView = <T extends Rights>(line: T): T => ({
  ...line,
  view: line.view || line.add || line.edit || line.delete || line.export || line.approve || line.manage,
});
