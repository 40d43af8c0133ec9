// SQL of roles and of what they may do on layers.
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Rights } from '../../../contract/schemas/layer';
import type { LayerPermission, Role, RoleQuery } from '../../../contract/schemas/user';
import { type Db, type Engine, holdsWords } from '../../db/engine';

const selectRoles = (db: Db, customer: number) => db.selectFrom('role as r').where('r.customer_id', '=', customer);

const selectVisible = (db: Db, customer: number) =>
  selectRoles(db, customer)
    .select(['r.id', 'r.name', 'r.interface', 'r.modules', 'r.custom_perms', 'r.default_rights'])
    .select(sql<number>`(select count(*)::int from account_role ar where ar.role_id = r.id)`.as('users'))
    .select(
      sql<boolean>`exists (select 1 from account_role ar join account a on a.id = ar.account_id where ar.role_id = r.id and a.is_superuser)`.as(
        'of_superuser',
      ),
    );

type Query = z.infer<typeof RoleQuery>;

const selectMatching = (db: Db, customer: number, { search = '' }: Query) =>
  selectVisible(db, customer).where(holdsWords(sql`r.name`, search));

export const list = (db: Db, customer: number, query: Query, end: RawBuilder<unknown>) =>
  selectMatching(db, customer, query).modifyEnd(end).execute();

export async function count(db: Db, customer: number, query: Query): Promise<number> {
  const { n } = await selectMatching(db, customer, query)
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export type RoleRow = NonNullable<Awaited<ReturnType<typeof find>>>;
export const find = (db: Db, customer: number, id: number) =>
  selectVisible(db, customer).where('r.id', '=', id).executeTakeFirst();

export async function exists(db: Db, customer: number, id: number): Promise<boolean> {
  const row = await selectRoles(db, customer).select('r.id').where('r.id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** On how many layers each of these roles has a right; those with none are left out. */
export async function countLayers(db: Db, roles: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ role: number; n: number }>`
    select p.role_id as role, count(*)::int as n from layer_permission p join layer l on l.id = p.layer_id and l.deleted_at is null
      where p.role_id = any(${[...roles]}::int[]) group by p.role_id`.execute(db);
  return new Map(rows.map(({ role, n }) => [role, n]));
}

/** Holds roles until the transaction ends, in one order for all, and returns how many of them there are. */
export async function lockAll(db: Db, customer: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql`
    select id from role where customer_id = ${customer}::int and id = any(${[...ids]}::int[]) order by id for update`.execute(
    db,
  );
  return rows.length;
}

/** The same, held until the transaction ends. Members come and go only behind it. */
export async function lock(db: Db, customer: number, id: number) {
  const lockedRole = await selectRoles(db, customer)
    .select('r.id')
    .where('r.id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!lockedRole) return undefined;
  return find(db, customer, id);
}

export const listNames = ({ db, collation }: Engine, customer: number, max: number) =>
  selectRoles(db, customer)
    .select(['r.id', 'r.name', 'r.modules', 'r.custom_perms'])
    .orderBy(sql`r.name collate ${sql.id(collation)}`)
    .orderBy('r.id')
    .limit(max)
    .execute();

export type Contents = Pick<Role, 'name' | 'interface' | 'modules' | 'custom_perms'> & { default_rights?: string[] };

export async function insert(db: Db, customer: number, role: Contents): Promise<number> {
  const { id } = await db
    .insertInto('role')
    .values({ ...role, interface: JSON.stringify(role.interface), customer_id: customer })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function update(db: Db, id: number, { interface: screens, ...changes }: Partial<Contents>): Promise<void> {
  const set = { ...changes, ...(screens ? { interface: JSON.stringify(screens) } : {}) };
  if (Object.keys(set).length) await db.updateTable('role').set(set).where('id', '=', id).execute();
}

/** Takes a role from everybody who has it; whoever edits one of them meanwhile sees that they have changed. */
export async function takeFromAll(db: Db, id: number): Promise<void> {
  await sql`update account set id = id where id in (select account_id from account_role where role_id = ${id}::int)`.execute(
    db,
  );
  await db.deleteFrom('account_role').where('role_id', '=', id).execute();
}

export const remove = (db: Db, id: number) => db.deleteFrom('role').where('id', '=', id).execute();

/** Gives one role the rights on layers that another has. */
export async function copyPermissions(db: Db, from: number, to: number): Promise<void> {
  await sql`
    insert into layer_permission (role_id, layer_id, view, add, edit, delete, export, approve, manage)
      select ${to}::int, layer_id, view, add, edit, delete, export, approve, manage from layer_permission where role_id = ${from}::int`.execute(
    db,
  );
}

/** Modules that somebody has by other roles than this one. */
export async function getOtherModules(db: Db, account: number, role: number): Promise<number[]> {
  const rows = await db
    .selectFrom('account_role as ar')
    .innerJoin('role as r', 'r.id', 'ar.role_id')
    .select('r.modules')
    .where('ar.account_id', '=', account)
    .where('r.id', '<>', role)
    .execute();
  return rows.flatMap((row) => row.modules);
}

const RIGHTS = sql`coalesce(p.view, false) as view, coalesce(p.add, false) as add, coalesce(p.edit, false) as edit, coalesce(p.delete, false) as delete,
  coalesce(p.export, false) as export, coalesce(p.approve, false) as approve, coalesce(p.manage, false) as manage`;

export type PermissionRow = LayerPermission & { owner_id: number | null };

/** What a role may do on each layer of the customer, by the layer's label, with the group in which the layer stands first. */
export async function getRolePermissions(db: Db, customer: number, role: number): Promise<PermissionRow[]> {
  const { rows } = await sql<PermissionRow>`
    select l.id as layer, ${role}::int as "group", l.label, l.owner_id, ${RIGHTS}, g.label as layer_group
      from layer l left join layer_permission p on p.layer_id = l.id and p.role_id = ${role}::int
        left join (select distinct on (gl.layer_id) gl.layer_id, g.label from layer_group_layer gl
          join layer_group g on g.id = gl.group_id and g.customer_id = ${customer}::int order by gl.layer_id, g.id) g on g.layer_id = l.id
      where l.customer_id = ${customer}::int and l.deleted_at is null order by l.label, l.id`.execute(db);
  return rows;
}

/** What each role of the customer may do on a layer, by the role's name. */
export async function getLayerPermissions(db: Db, customer: number, layer: number): Promise<PermissionRow[]> {
  const { rows } = await sql<PermissionRow>`
    select l.id as layer, r.id as "group", r.name as label, l.owner_id, ${RIGHTS}
      from role r join layer l on l.id = ${layer}::int and l.customer_id = r.customer_id and l.deleted_at is null
        left join layer_permission p on p.layer_id = l.id and p.role_id = r.id
      where r.customer_id = ${customer}::int order by r.name, r.id`.execute(db);
  return rows;
}

/** Writes rights of roles on layers; a line without any right is none. */
export async function setPermissions(
  db: Db,
  lines: readonly (Rights & { layer: number; group: number })[],
): Promise<void> {
  const each = <K extends 'layer' | 'group' | keyof Rights>(some: typeof lines, key: K) =>
    some.map((line) => line[key]);
  await sql`delete from layer_permission p using unnest(${each(lines, 'group')}::int[], ${each(lines, 'layer')}::int[]) as c(role, layer)
    where p.role_id = c.role and p.layer_id = c.layer`.execute(db);
  const visibleLines = lines.filter((line) => line.view);
  await sql`
    insert into layer_permission (role_id, layer_id, view, add, edit, delete, export, approve, manage)
      select * from unnest(${each(visibleLines, 'group')}::int[], ${each(visibleLines, 'layer')}::int[], ${each(visibleLines, 'view')}::bool[], ${each(visibleLines, 'add')}::bool[],
        ${each(visibleLines, 'edit')}::bool[], ${each(visibleLines, 'delete')}::bool[], ${each(visibleLines, 'export')}::bool[], ${each(visibleLines, 'approve')}::bool[],
        ${each(visibleLines, 'manage')}::bool[])`.execute(db);
}
