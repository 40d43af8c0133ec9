// Roles (the wire calls them groups), their rights on layers, and the catalogues that a role is built from.

import { z } from 'zod';
import { BUILDERS, MANAGERS, NOTIFIERS } from '../catalogue';
import { del, get, post, put } from '../define';
import { Done, flag, int, page } from '../schemas/common';
import { Person } from '../schemas/session';
import {
  Choice,
  CustomPerm,
  LayerPermission,
  LayerPermissions,
  MemberQuery,
  NewRole,
  Role,
  RoleEdit,
  RoleName,
  RoleQuery,
  UrlEntry,
} from '../schemas/user';

const builders = { module: BUILDERS };
const choosers = { any: [{ module: MANAGERS }, builders] };
/** Whoever writes notices names roles, too. */
const readers = { any: [choosers, { module: NOTIFIERS }] };
/** One of both: the matrix of a role, or that of a layer. */
const OfOne = z
  .strictObject({ group: int(1, 2 ** 31 - 1).optional(), layer: int(1, 2 ** 31 - 1).optional() })
  .refine(({ group, layer }) => (group === undefined) !== (layer === undefined), { path: ['group'] });

export const roles = {
  list: get('group/', {
    query: RoleQuery,
    ok: page(Role),
    needs: builders,
    reads: ['role', 'user'],
    example: { query: { search: 'edit', order: '-name' } },
  }),
  one: get('group/:id/', { ok: Role, needs: builders, reads: ['role', 'user'], example: { params: { id: 'role' } } }),
  create: post('group/', {
    body: NewRole,
    ok: Role,
    needs: builders,
    touches: ['role'],
    example: { body: { name: 'نقش', modules: [4], interface: { home: 'map' } } },
  }),
  edit: put('group/:id/', {
    body: RoleEdit,
    ok: Role,
    needs: builders,
    touches: ['role', 'user', 'layer'],
    example: { params: { id: 'role' }, body: { modules: [1, 2, 3, 4] } },
  }),
  /** Refused while somebody has the role, unless `take` says that it is taken from them. */
  remove: del('group/:id/', {
    query: z.strictObject({ take: flag().optional() }),
    ok: Done,
    needs: builders,
    touches: ['role', 'user'],
    example: { params: { id: 'spareRole' } },
  }),
  /** The copy has all that the role has, its rights on layers too, and no members. */
  copy: post('group/:id/copy/', { ok: Role, needs: builders, touches: ['role'], example: { params: { id: 'role' } } }),
  /** Names of those who have the role. */
  members: get('group/:id/members/', {
    query: MemberQuery,
    ok: page(Person),
    needs: builders,
    reads: ['role', 'user'],
    beyond: true,
    example: { params: { id: 'role' }, query: { order: 'name' } },
  }),
  names: get('groups/', { ok: z.array(RoleName), needs: readers, reads: ['role', 'layer'], example: {} }),
  modules: get('module/', { ok: z.array(Choice), needs: choosers, example: {} }),
  urls: get('urls/', { ok: z.array(UrlEntry), needs: builders, example: {} }),
  customPerms: get('custom_perms/', { ok: z.array(CustomPerm), needs: choosers, example: {} }),
  /**
   * `group`: a line for every layer of the organisation with what the role may do there, for those who build roles. `layer`: a line
   * for every role with what it may do there, for them and for whoever manages the layer.
   */
  layerPermissions: get('layerpermission/', {
    query: OfOne,
    ok: z.array(LayerPermission),
    needs: 'session',
    reads: ['role', 'layer'],
    example: { query: { group: 'role' } },
  }),
  setLayerPermissions: post('layerpermission/', {
    query: OfOne,
    body: LayerPermissions,
    ok: z.array(LayerPermission),
    needs: 'session',
    touches: ['role', 'layer', 'record'],
    example: {
      query: { group: 'role' },
      body: {
        permissions: [
          { layer: 'spare', view: true, add: false, edit: false, delete: false, export: true, approve: false },
        ],
      },
    },
  }),
};
