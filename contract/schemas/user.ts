// People and their rights: users, roles, what a role may do on each layer, and the catalogues to choose from.
import { z } from 'zod';
import { MODULES, PERMS } from '../catalogue';
import { fold } from '../fold';
import { MAX_PASSWORD } from '../password';
import { can, Day, flag, int, latinDigits, orderBy, pageQuery, why } from './common';
import { Rights } from './layer';
import { idList as list, MAX_ID, Workdays } from './people/lists';
import { Data } from './settings';

/** A picture: a data address of a PNG, JPEG or WebP of at most 512 kB, detected by its bytes. A file part of a form arrives as one. */
export const Picture = z
  .string()
  .max(700_000)
  .regex(/^data:[a-z]+\/[a-z0-9.+-]+;base64,[A-Za-z0-9+/]+=*$/);

const Paging = { limit: int(1, 1000).optional(), offset: int(0, 1_000_000).optional() };
/** Words on one line: nothing in them may turn the line around or hide. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u);
const Username = line(150).refine((text) => fold(text) !== '', 'required');
const Password = z.string().min(1).max(MAX_PASSWORD);

/** A telephone number in Latin digits, with or without a plus; empty for none. Spaces and hyphens are dropped. */
const Phone = z
  .string()
  .max(40)
  .transform((text) => latinDigits(text).replace(/[\s()-]/g, ''))
  .refine((text) => /^(\+?\d{3,18})?$/.test(text), 'phone') as unknown as z.ZodType<string>;

/**
 * People to choose from, by their names. Without `limit` all who match come, up to 10,000; with it a page, and one that is full may
 * have a next. `search`: words of the names and the user name; `role`: who has it; `ids`: these alone.
 */
export const PeopleQuery = z.strictObject({
  ...Paging,
  search: z.string().max(200).optional(),
  role: int(1, MAX_ID).optional(),
  ids: list(1000).optional(),
  /** `name`: the last name, then the first. */
  order: orderBy(['name', 'username', 'id']).optional(),
});

export const USER_ORDERS = [
  'id',
  'username',
  'first_name',
  'last_name',
  'phone',
  'email',
  'locked',
  'created',
  'last_seen',
] as const;
export const UserQuery = z.strictObject({
  ...Paging,
  /** Words, each of which must be in the names, the user name, the telephone number or the address. */
  search: z.string().max(200).optional(),
  order: orderBy(USER_ORDERS).optional(),
  /** Ids of roles and of regions: users that have one of them. */
  groups: list(100).optional(),
  regions: list(100).optional(),
  /** Days in Tehran; both ends count. */
  created_date_after: Day.optional(),
  created_date_before: Day.optional(),
  /** Days of the last time that they were there. With no first day, those who never were count too. */
  last_seen_after: Day.optional(),
  last_seen_before: Day.optional(),
  locked: flag().optional(),
  two_factor: flag().optional(),
  superuser: flag().optional(),
});

/** Whether a user name is free, and some that are where it is not. */
export const UsernameQuery = z.strictObject({ username: line(150).min(1) });
export const UsernameFree = z.object({ free: z.boolean(), suggestions: z.array(z.string()) });

const Names = {
  first_name: line(150).optional(),
  last_name: line(150).optional(),
  email: z.union([z.literal(''), z.email().max(254)]).optional(),
  phone: Phone.optional(),
};

/** What may be set on a user. `groups` are roles; `workdays` are ids of `workdays/`, empty for every day. Lists may come as form text. */
const Writable = {
  ...Names,
  groups: list(100).optional(),
  regions: list(500).optional(),
  workdays: Workdays.optional(),
  /** Only superusers may name it. */
  is_superuser: flag().optional(),
  /** The next thing that the person does is to change the password; until then nothing else is served. */
  must_change_password: flag().optional(),
};
export const NewUser = z.strictObject({
  username: Username,
  password: Password,
  image: Picture.optional(),
  ...Writable,
});
/** Fields that are absent stay as they are; `image: null` takes the picture away. */
export const UserEdit = z.strictObject({
  username: Username.optional(),
  password: Password.optional(),
  image: Picture.nullable().optional(),
  ...Writable,
});

/**
 * The own profile: only what is filled in is changed, so an empty text changes nothing. `image: null` takes the picture away.
 * `phone` and `email` change, and two-factor is turned on or off, only with `current_password`.
 */
export const ProfileEdit = z.strictObject({
  ...Names,
  image: Picture.nullable().optional(),
  two_factor: flag().optional(),
  current_password: z.union([z.literal(''), Password]).optional(),
});

export const PasswordChange = z.strictObject({
  old_password: Password,
  new_password: Password,
  new_password2: Password,
});

/** The rights on one layer, in the order in which they are shown. */
export const RIGHTS = Rights.keyof().options;

/** A role; the wire calls it a group. `interface` holds settings of the screens for its members. */
export const Role = z.object({
  id: z.number(),
  name: z.string(),
  interface: z.record(z.string(), z.unknown()),
  modules: z.array(z.number()),
  custom_perms: z.array(z.string()),
  /** How many users have the role. */
  users: z.number().int(),
  /** On how many layers it has a right. Another upstream may lack it, and what follows. */
  layers: z.number().int().optional(),
  /** Rights that it gets on each layer that is made from now on. */
  default_rights: z.array(z.string()).optional(),
  /** Whether the caller may change what it grants; its name may be changed by whoever builds roles. */
  can_edit: can,
  can_delete: can,
  /** Whether the caller holds all that it grants, and so may give it to somebody or copy it. */
  may_grant: z.boolean().optional(),
  why,
});
export type Role = z.infer<typeof Role>;

export const RoleQuery = z.strictObject({
  ...Paging,
  search: z.string().max(200).optional(),
  order: orderBy(['name', 'id']).optional(),
});

/** People who have a role, found by words of their names. */
export const MemberQuery = pageQuery(['name', 'username', 'id']).extend({ search: z.string().max(200).optional() });

/** Settings of the screens for a role's members: any JSON object, up to 64 kB and 20 levels. */
const Interface = Data.refine((v) => typeof v === 'object' && v !== null && !Array.isArray(v)) as unknown as z.ZodType<
  Record<string, unknown>
>;

const Contents = {
  interface: Interface.optional(),
  /** Ids of `module/`. */
  modules: list(50)
    .refine((all) => all.every((id) => (MODULES as readonly number[]).includes(id)))
    .optional() as unknown as z.ZodOptional<z.ZodType<number[]>>,
  /** Names of `custom_perms/`. */
  custom_perms: z
    .array(z.enum(PERMS))
    .max(200)
    .transform((all) => [...new Set(all)])
    .optional(),
  /** Any right brings the right to view. */
  default_rights: z
    .array(z.enum(RIGHTS))
    .max(20)
    .transform((all) => RIGHTS.filter((right) => all.includes(right) || (right === 'view' && all.length > 0)))
    .optional(),
};
export const NewRole = z.strictObject({ name: line(150).min(1), ...Contents });
/** Fields that are absent stay as they are; an empty list empties. */
export const RoleEdit = z.strictObject({ name: line(150).min(1).optional(), ...Contents });

export const Choice = z.object({ id: z.number(), name: z.string() });
export const RoleName = Choice.extend({ may_grant: Role.shape.may_grant });
export const CustomPerm = z.object({ codename: z.string(), name: z.string() });
/** A screen's address and what it needs, for the role builder. */
export const UrlEntry = z.object({
  url: z.string(),
  /** Either of the two opens the screen; with neither, and not for superusers alone, it is everybody's. */
  module: z.number().nullable(),
  perm: z.string().nullable(),
  superuser: z.boolean(),
});
export type UrlEntry = z.infer<typeof UrlEntry>;

/** A role's rights on a layer. `label` names the other side: the layer in the matrix of a role, the role in that of a layer. */
export const LayerPermission = Rights.extend({
  layer: z.number(),
  group: z.number(),
  label: z.string(),
  /** In the matrix of a role: the group in which the layer stands first. Another upstream may lack it, and what follows. */
  layer_group: z.string().nullable().optional(),
  /** Rights that the caller may give here; absent where that is all of them. */
  may_grant: z.array(z.enum(RIGHTS)).optional(),
});
export type LayerPermission = z.infer<typeof LayerPermission>;
/**
 * What is given replaces what was; layers (of a role's matrix) or roles (of a layer's) that are not named stay, and so does
 * `manage` where it is absent. Any right brings the right to view.
 */
export const LayerPermissions = z.strictObject({
  permissions: z
    .array(
      Rights.extend({
        layer: int(1, MAX_ID).optional(),
        group: int(1, MAX_ID).optional(),
        manage: z.boolean().optional(),
      }).strict(),
    )
    .max(10_000),
});
