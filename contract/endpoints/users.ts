// Users, as those see them who manage them.

import { z } from 'zod';
import { del, get, post, put } from '../define';
import { Done, page } from '../schemas/common';
import { Person, User } from '../schemas/session';
import { Choice, NewUser, UserEdit, UserQuery } from '../schemas/user';

const managers = { module: 5 };

export const users = {
  list: get('users/', { query: UserQuery, ok: page(User), needs: managers, reads: ['user'] }),
  one: get('users/:id/', { ok: User, needs: managers, reads: ['user'] }),
  create: post('users/', { body: NewUser, as: 'form', ok: User, needs: managers, touches: ['user'] }),
  edit: put('users/:id/', { body: UserEdit, ok: User, needs: managers, touches: ['user'] }),
  remove: del('users/:id/', { ok: Done, needs: managers, touches: ['user'] }),
  lock: post('users/:id/lock/', { ok: Done, needs: managers, touches: ['user'] }),
  unlock: post('users/:id/unlock/', { ok: Done, needs: managers, touches: ['user'] }),
  /** Names of everybody in the organisation, for those who choose people. */
  all: get('users/get_all/', {
    ok: z.array(Person),
    needs: { any: [5, 7, 9, 10, 11, 15, 17].map((module) => ({ module })) },
    reads: ['user'],
  }),
  supervisors: get('users/get_all_supervisors/', { ok: z.array(Person), needs: 'session', reads: ['user'] }),
  workdays: get('workdays/', { ok: z.array(Choice), needs: managers }),
};
