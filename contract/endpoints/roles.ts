// Roles (the wire calls them groups), their rights on layers, and the catalogues that a role is built from.

import { z } from 'zod';
import { del, get, post, put } from '../define';
import { Done, int, page } from '../schemas/common';
import {
  Choice,
  CustomPerm,
  LayerPermission,
  LayerPermissions,
  Role,
  RoleInput,
  RoleQuery,
  UrlEntry,
} from '../schemas/user';

const builders = { module: 6 };
const choosers = { any: [{ module: 5 }, builders] };
const OfRole = z.strictObject({ group: int(1) });

export const roles = {
  list: get('group/', { query: RoleQuery, ok: page(Role), needs: builders, reads: ['role'] }),
  one: get('group/:id/', { ok: Role, needs: builders, reads: ['role'] }),
  create: post('group/', { body: RoleInput, ok: Role, needs: builders, touches: ['role'] }),
  edit: put('group/:id/', { body: RoleInput, ok: Role, needs: builders, touches: ['role', 'user'] }),
  remove: del('group/:id/', { ok: Done, needs: builders, touches: ['role', 'user'] }),
  copy: post('group/:id/copy/', { ok: Role, needs: builders, touches: ['role'] }),
  names: get('groups/', { ok: z.array(Choice), needs: choosers, reads: ['role'] }),
  modules: get('module/', { ok: z.array(Choice), needs: choosers }),
  urls: get('urls/', { ok: z.array(UrlEntry), needs: builders }),
  customPerms: get('custom_perms/', { ok: z.array(CustomPerm), needs: choosers }),
  layerPermissions: get('layerpermission/', {
    query: OfRole,
    ok: z.array(LayerPermission),
    needs: builders,
    reads: ['role', 'layer'],
    example: { query: { group: 1 } },
  }),
  setLayerPermissions: post('layerpermission/', {
    query: OfRole,
    body: LayerPermissions,
    ok: z.array(LayerPermission),
    needs: builders,
    touches: ['role', 'layer'],
    example: { query: { group: 1 }, body: { permissions: [] } },
  }),
};
