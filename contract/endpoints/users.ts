// Users, as those see them who manage them.

import { z } from 'zod';
import { MANAGERS } from '../catalogue';
import { del, get, patch, post, put } from '../define';
import { Done, page } from '../schemas/common';
import { BulkDone, EditBulk } from '../schemas/people/bulk';
import { Effective, EffectiveLayer, EffectiveLayerQuery } from '../schemas/people/effective';
import { GrantsQuery, RoleGrants } from '../schemas/people/grants';
import { PeopleImport, PeopleImported } from '../schemas/people/import';
import { OpenSession, OpenSessionQuery } from '../schemas/people/sessions';
import { Person, User } from '../schemas/session';
import { Choice, NewUser, PeopleQuery, UserEdit, UsernameFree, UsernameQuery, UserQuery } from '../schemas/user';

const managers = { module: MANAGERS };

export const users = {
  list: get('users/', {
    query: UserQuery,
    ok: page(User),
    needs: managers,
    reads: ['user'],
    example: { query: { search: 'super', order: '-created', locked: 'false' } },
  }),
  one: get('users/:id/', { ok: User, needs: managers, reads: ['user'], example: { params: { id: 'viewerAccount' } } }),
  /** What the person may do, with the roles that give each of it. */
  effective: get('users/:id/effective/', {
    ok: Effective,
    needs: managers,
    reads: ['user', 'role', 'layer'],
    beyond: true,
    example: { params: { id: 'viewerAccount' } },
  }),
  /** Layers on which the person has any right, as far as the caller may know of them. */
  effectiveLayers: get('users/:id/effective/layers/', {
    query: EffectiveLayerQuery,
    ok: page(EffectiveLayer),
    needs: managers,
    reads: ['user', 'role', 'layer'],
    beyond: true,
    example: { params: { id: 'viewerAccount' }, query: { order: '-label' } },
  }),
  create: post('users/', {
    body: NewUser,
    as: 'form',
    ok: User,
    needs: managers,
    touches: ['user'],
    example: { body: { username: 'new.person', password: 'Clear-Water-7', first_name: 'نو', workdays: [1, 2] } },
  }),
  edit: put('users/:id/', {
    body: UserEdit,
    ok: User,
    needs: managers,
    touches: ['user'],
    example: { params: { id: 'viewerAccount' }, body: { first_name: 'نام', phone: '۰۹۱۲۰۰۰۰۰۰۰' } },
  }),
  /** Each person in a commit of their own, refused as an edit of that one would be; the answer says who was and why. */
  editBulk: patch('users/edit_bulk/', {
    body: EditBulk,
    ok: BulkDone,
    needs: managers,
    touches: ['user', 'env'],
    seconds: 120,
    beyond: true,
    example: { body: { users: ['viewerAccount'], groups: { remove: ['role'] } } },
  }),
  /** All rows of a file in one commit, or none. */
  importPeople: post('users/import/', {
    query: PeopleImport,
    as: 'form',
    ok: PeopleImported,
    needs: managers,
    touches: ['user'],
    seconds: 120,
    beyond: true,
  }),
  username: get('users/username/', {
    query: UsernameQuery,
    ok: UsernameFree,
    needs: managers,
    background: true,
    beyond: true,
    example: { query: { username: 'viewer' } },
  }),
  /** What the members of roles may do, all of them together, and how many layers they see. */
  grants: get('users/grants/', {
    query: GrantsQuery,
    ok: RoleGrants,
    needs: managers,
    reads: ['role'],
    beyond: true,
    example: { query: { groups: 'role' } },
  }),
  /** Addresses and devices are private: whoever looks is written down. */
  sessions: get('users/:id/sessions/', {
    query: OpenSessionQuery,
    ok: page(OpenSession),
    needs: managers,
    reads: ['user'],
    audited: true,
    beyond: true,
    example: { params: { id: 'viewerAccount' }, query: { order: '-last_used' } },
  }),
  /** All of them end by `user/:id/logout/`. */
  endSession: del('users/:id/sessions/:session/', {
    ok: Done,
    needs: managers,
    touches: ['user'],
    beyond: true,
    example: { params: { id: 'viewerAccount', session: 'none' } },
  }),
  /** Takes the second factor and the proof of its telephone off, for whoever has lost it, and ends all sessions; the person is told by a notice. */
  resetTwoFactor: post('users/:id/reset_two_factor/', {
    ok: Done,
    needs: managers,
    touches: ['user'],
    beyond: true,
    example: { params: { id: 'viewerAccount' } },
  }),
  /** What the person made stays and keeps their name; they can no longer sign in, and their user name is free. */
  remove: del('users/:id/', {
    ok: Done,
    needs: managers,
    touches: ['user'],
    example: { params: { id: 'spareAccount' } },
  }),
  lock: post('users/:id/lock/', {
    ok: Done,
    needs: managers,
    touches: ['user'],
    example: { params: { id: 'lockedAccount' } },
  }),
  unlock: post('users/:id/unlock/', {
    ok: Done,
    needs: managers,
    touches: ['user'],
    example: { params: { id: 'lockedAccount' } },
  }),
  image: get('users/:id/image/', { ok: z.unknown(), gives: 'blob', needs: 'session', reads: ['user'], beyond: true }),
  /** Names of everybody in the organisation, for those who choose people. */
  all: get('users/get_all/', {
    query: PeopleQuery,
    ok: z.array(Person),
    needs: { any: [...[5, 7, 9, 10, 11, 15, 16, 17].map((module) => ({ module })), { perm: 'create_statistics' }] },
    reads: ['user'],
    example: { query: { search: 'viewer', limit: '50' } },
  }),
  /** Those who may judge work: who has the supervisors' module, and the right to approve on some layer. */
  supervisors: get('users/get_all_supervisors/', {
    query: PeopleQuery,
    ok: z.array(Person),
    needs: 'session',
    reads: ['user', 'role'],
    example: {},
  }),
  workdays: get('workdays/', { ok: z.array(Choice), needs: managers, example: {} }),
};
