// A person's own items and map settings, and the projections that everybody may choose from.
import { z } from 'zod';
import { del, get, patch, post } from '../define';
import { Done } from '../schemas/common';
import {
  Env,
  EnvEdit,
  EnvForUsers,
  NewEnv,
  NewUserItem,
  Projection,
  UserItem,
  UserItemEdit,
  UserItemQuery,
} from '../schemas/settings';

const label = 'Example';

export const settings = {
  items: get('user_items/', {
    query: UserItemQuery,
    ok: z.array(UserItem),
    needs: 'session',
    reads: ['item'],
    example: { query: { type: 'bookmark' } },
  }),
  item: get('user_items/:id/', {
    ok: UserItem,
    needs: 'session',
    reads: ['item'],
    beyond: true,
    example: { params: { id: 'item' } },
  }),
  addItem: post('user_items/', {
    body: NewUserItem,
    ok: UserItem,
    needs: 'session',
    touches: ['item'],
    example: { body: { label, type: 'bookmark', data: { zoom: 9 } } },
  }),
  editItem: patch('user_items/:id/', {
    body: UserItemEdit,
    ok: UserItem,
    needs: 'session',
    touches: ['item'],
    example: { params: { id: 'item' }, body: { label } },
  }),
  removeItem: del('user_items/:id/', {
    ok: Done,
    needs: 'session',
    touches: ['item'],
    example: { params: { id: 'item' } },
  }),
  envs: get('envs/', { ok: z.array(Env), needs: 'session', reads: ['env'], example: {} }),
  env: get('envs/:id/', {
    ok: Env,
    needs: 'session',
    reads: ['env'],
    beyond: true,
    example: { params: { id: 'env' } },
  }),
  addEnv: post('envs/', {
    body: NewEnv,
    ok: Env,
    needs: 'session',
    touches: ['env'],
    example: { body: { label, data: { layers: [] } } },
  }),
  editEnv: patch('envs/:id/', {
    body: EnvEdit,
    ok: Env,
    needs: 'session',
    touches: ['env'],
    example: { params: { id: 'env' }, body: { label } },
  }),
  /** Copies one's own arrangement to others of the same customer; what an earlier copy of the same name held is replaced. */
  setEnv: post('envs/set_for_users/', {
    body: EnvForUsers,
    ok: z.object({ count: z.number().int() }),
    needs: { any: [{ module: 5 }, 'superuser'] },
    touches: ['env'],
    example: { body: { env: 'env', users: ['viewerAccount'] } },
  }),
  removeEnv: del('envs/:id/', {
    ok: Done,
    needs: 'session',
    touches: ['env'],
    example: { params: { id: 'spareEnv' } },
  }),
  projections: get('userconfig/projection/', { ok: z.array(Projection), needs: 'session', example: {} }),
};
