// People and their rights: users, roles, what a role may do on each layer, and the catalogues to choose from.
import { z } from 'zod';
import { flag, ids, int } from './common';
import { Rights } from './layer';

/** A picture in a form: a data URI of a PNG, JPEG or WebP, at most 512 kB of bytes. */
export const Picture = z
  .string()
  .max(700_000)
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/);

const Paging = { limit: int(1, 1000).optional(), offset: int(0, 1_000_000).optional() };
const name = z.string().trim().max(150);

export const UserQuery = z.strictObject({
  ...Paging,
  search: z.string().max(200).optional(),
  order: z.enum(['username', '-username', 'id', '-id', 'last_name', '-last_name', 'created', '-created']).optional(),
  /** Ids of roles and of regions: users that have one of them. */
  groups: ids(100).optional(),
  regions: ids(100).optional(),
  created_date_after: z.iso.date().optional(),
  created_date_before: z.iso.date().optional(),
  locked: flag().optional(),
});

/** What may be set on a user. `groups` are roles; `workdays` are ids of `workdays/`, empty for every day. Lists may come as form text. */
const Writable = {
  first_name: name,
  last_name: name,
  email: z.union([z.literal(''), z.email().max(254)]),
  phone: z.string().trim().max(20),
  image: Picture.nullable(),
  groups: ids(100),
  regions: ids(500),
  workdays: ids(7),
};
export const NewUser = z.strictObject({
  username: z.string().trim().min(1).max(150),
  password: z.string().min(6).max(200),
  is_superuser: flag().optional(),
  ...z.object(Writable).partial().shape,
});
/** Fields that are absent stay as they are. */
export const UserEdit = z.strictObject({
  username: z.string().trim().min(1).max(150).optional(),
  password: z.string().min(6).max(200).optional(),
  is_superuser: flag().optional(),
  ...z.object(Writable).partial().shape,
});

/** The own profile: only what is filled in is changed. */
export const ProfileEdit = z
  .strictObject({ ...Writable, groups: z.never(), regions: z.never(), workdays: z.never() })
  .omit({ groups: true, regions: true, workdays: true })
  .partial();

export const PasswordChange = z.strictObject({
  old_password: z.string().min(1).max(200),
  new_password: z.string().min(6).max(200),
  new_password2: z.string().min(6).max(200),
});

/** A role; the wire calls it a group. `interface` holds settings of the screens for its members. */
export const Role = z.object({
  id: z.number(),
  name: z.string(),
  interface: z.record(z.string(), z.unknown()),
  modules: z.array(z.number()),
  custom_perms: z.array(z.string()),
  /** How many users have the role. */
  users: z.number().int(),
});
export type Role = z.infer<typeof Role>;

export const RoleQuery = z.strictObject({
  ...Paging,
  search: z.string().max(200).optional(),
  order: z.enum(['name', '-name', 'id', '-id']).optional(),
});

export const RoleInput = z.strictObject({
  name: z.string().trim().min(1).max(150),
  interface: z.record(z.string(), z.unknown()).optional(),
  modules: ids(50).optional(),
  custom_perms: z.array(z.string().max(100)).max(200).optional(),
});

export const Choice = z.object({ id: z.number(), name: z.string() });
export const CustomPerm = z.object({ codename: z.string(), name: z.string() });
/** A screen's address and what it needs, for the role builder. */
export const UrlEntry = z.object({ url: z.string(), module: z.number().nullable(), superuser: z.boolean() });

/** What the members of one role may do on each layer. */
export const LayerPermission = Rights.extend({ layer: z.number() });
export const LayerPermissions = z.strictObject({
  permissions: z.array(LayerPermission.strict()).max(10_000),
});
