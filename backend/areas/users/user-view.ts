// Users as the wire shows them, and their pictures.
import { randomUUID } from 'node:crypto';
import type { User } from '../../../contract/schemas/session';
import { type Ctx, FileAnswer } from '../../http/context';
import { dropBytes } from '../../http/drop-bytes';
import { notFound } from '../../http/errors';
import { type Grants, getGrants } from '../../identity/grants';
import { pictureType, readPicture } from '../layers/pictures';
import { toPlanInfo } from '../subscription/service';
import * as store from './store';

/** People of one organisation in full: five queries more for all of them together. */
export async function toUsers(
  { engine, now }: Pick<Ctx, 'engine' | 'now'>,
  rows: readonly store.PersonRow[],
): Promise<User[]> {
  const ids = rows.map((row) => row.id);
  const grants = await getGrants(engine.db, ids);
  const regions = await store.getRegions(engine.db, ids);
  const roleName = await store.getRoleNames(
    engine.db,
    [...grants.values()].flatMap((one) => one.roles),
  );
  const regionLabel = await store.getRegionLabels(engine.db, [...regions.values()].flat());
  const plan = rows[0] ? await toPlanInfo(engine.db, rows[0].customer_id, now()) : null;
  return rows.map((row) => {
    const { roles, modules, perms } = grants.get(row.id) as Grants;
    return {
      id: row.id,
      username: row.username,
      first_name: row.first_name,
      last_name: row.last_name,
      email: row.email,
      phone: row.phone,
      image: row.image === null ? null : `users/${row.id}/image/`,
      groups: roles,
      regions: regions.get(row.id) ?? [],
      groups_detail: roles.map((id) => ({ id, name: roleName.get(id) ?? '' })),
      regions_detail: (regions.get(row.id) ?? []).map((id) => ({ id, label: regionLabel.get(id) ?? '' })),
      workdays: row.workdays,
      created: row.created.toISOString(),
      last_seen: row.last_seen?.toISOString() ?? null,
      must_change_password: row.must_change,
      locked: row.locked,
      is_signed_up: row.is_signed_up,
      is_superuser: row.is_superuser,
      two_factor: row.two_factor,
      phone_proved: row.proved_phone !== null,
      current_plan: plan?.current_plan ?? null,
      current_plan_days: plan?.current_plan_days ?? null,
      reserved_plan: plan?.reserved_plan ?? null,
      plan_remaining_days: plan?.plan_remaining_days ?? null,
      modules: modules.map((modules__id) => ({ modules__id })),
      custom_perms: perms,
    };
  });
}

/** One person in full, or 404. */
export async function getUser(ctx: Pick<Ctx, 'engine' | 'now'>, customer: number, id: number): Promise<User> {
  const row = await store.find(ctx.engine.db, customer, id);
  if (!row) throw notFound();
  const [user] = await toUsers(ctx, [row]);
  return user as User;
}

type Folder = 'users' | 'announcements';

/** Stores a picture that came as a data URL and returns its key; null stays null. Refuses what is no small picture. */
async function storePicture(ctx: Ctx, dataUrl: string | null, folder: Folder): Promise<string | null> {
  if (dataUrl === null) return null;
  const key = `${folder}/${randomUUID()}`;
  await ctx.storage.put(key, readPicture(dataUrl));
  return key;
}

/** Forgets a picture that nobody shows any more. A failure leaves a file that nobody finds, and is logged. */
export async function dropPicture(ctx: Ctx, key: string | null | undefined): Promise<void> {
  if (key) await dropBytes(ctx, [key]);
}

/**
 * Keeps a picture for the time of `work`, which writes its key and returns the key of the one that it replaces: when it fails the
 * new one goes, else the old one.
 */
export async function withPicture(
  ctx: Ctx,
  dataUrl: string | null | undefined,
  work: (key: string | null | undefined) => Promise<string | null>,
  folder: Folder = 'users',
): Promise<void> {
  const key = dataUrl === undefined ? undefined : await storePicture(ctx, dataUrl, folder);
  try {
    const old = await work(key);
    if (key !== undefined) await dropPicture(ctx, old);
  } catch (error) {
    await dropPicture(ctx, key);
    throw error;
  }
}

/** The picture under a key, as a file called `name`; 404 where there is none. */
export async function readUserPicture(ctx: Ctx, key: string | null, name = 'user'): Promise<FileAnswer> {
  if (key === null || !(await ctx.storage.exists(key))) throw notFound();
  const bytes = Buffer.from(await ctx.storage.getBytes(key));
  const type = pictureType(bytes);
  if (!type) throw notFound();
  return new FileAnswer(bytes, type, `${name}.${type.slice(6)}`);
}
