// Roles, what they may do on layers, and the catalogues that they are built from.
import { sql } from 'kysely';
import { MODULES, PERMS, SCREENS } from '../../../contract/catalogue';
import type { Needs } from '../../../contract/define';
import type { Rights } from '../../../contract/schemas/layer';
import type { Role } from '../../../contract/schemas/user';
import type { Db } from '../../db/engine';
import { flags } from '../../http/allowed';
import type { Ctx } from '../../http/context';
import { notFound, ruled, say } from '../../http/errors';
import { byText, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import { rowId } from '../../http/row-id';
import { checkVersion, orCurrent, withVersion } from '../../http/version';
import type { Caller, Callers } from '../../identity/caller';
import { holdsAll } from '../users/rules';
import { findHeldRoles, holdsRoles, toGranter } from '../users/update-user';
import { changeMatrix, readMatrix } from './matrix';
import { checkOwnWay, editProblem, listMembers, removeProblem, removeRole } from './members';
import * as store from './store';

/** Lists without pages end here. */
const MAX_ROLES = 10_000;
const MAX_NAME = 150;

/** What of `added` the caller does not hold; superusers hold everything. */
function checkGrant(caller: Caller, added: { modules: number[]; perms: string[]; defaults: string[] }): void {
  const holdings = { ...added, layers: new Map<number, Rights>() };
  const hasDefaults = caller.superuser || added.defaults.every((right) => caller.defaults.includes(right));
  if (!hasDefaults || !holdsAll(toGranter(caller, new Map()), holdings)) throw ruled('grantBeyond');
}

/** Roles with what the caller may do with each. */
async function withPermissions({ engine, caller, lang }: Ctx, roles: readonly store.RoleRow[]): Promise<Role[]> {
  const heldRoles = await findHeldRoles(engine.db, caller, roles);
  const layers = await store.countLayers(
    engine.db,
    roles.map(({ id }) => id),
  );
  return roles.map(({ of_superuser, ...role }) => ({
    ...role,
    layers: layers.get(role.id) ?? 0,
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
      const role = { interface: {}, modules: [], custom_perms: [], default_rights: [], ...body };
      checkGrant(caller, { modules: role.modules, perms: role.custom_perms, defaults: role.default_rights });
      return getRole(ctx, await store.insert(engine.db, caller.customer, role));
    },

    async edit(ctx, { params, body }) {
      const { caller } = ctx;
      await changing(ctx, params.id, async (tx, role) => {
        const grants = body.modules ?? body.custom_perms ?? body.default_rights;
        const problem = grants && editProblem(caller, role);
        if (problem) throw ruled(problem);
        checkGrant(caller, {
          modules: (body.modules ?? []).filter((id) => !role.modules.includes(id)),
          perms: (body.custom_perms ?? []).filter((name) => !role.custom_perms.includes(name)),
          defaults: (body.default_rights ?? []).filter((right) => !role.default_rights.includes(right)),
        });
        if (body.modules) await checkOwnWay(tx, caller, role, body.modules);
        await store.update(tx, role.id, body);
      });
      return readRole(ctx, params.id);
    },

    remove: (ctx, { params, query }) =>
      changing(ctx, params.id, (tx, role) => removeRole(tx, ctx.caller, role, query.take === true)),

    async members(ctx, { params, query }) {
      const { id } = await getRole(ctx, params.id);
      return listMembers(ctx, id, query);
    },

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

    layerPermissions: (ctx, { query }) => readMatrix(ctx, query),

    async setLayerPermissions(ctx, { query, body }) {
      const lines = await changeMatrix(ctx, query, body.permissions);
      callers.forget();
      return lines;
    },
  };
}
