// Signing in and out, and the own person.

import { z } from 'zod';
import { get, post } from '../define';
import { Done } from '../schemas/common';
import { Access, Captcha, CustomerConfig, Prepared, Refresh, SecondFactor, SignIn, User } from '../schemas/session';

export const session = {
  captcha: get('captcha/', { ok: Captcha, needs: 'public', session: 'prepares' }),
  prepare: get('captcha/prepare/', { ok: Prepared, needs: 'public', session: 'prepares' }),
  signIn: post('atoken/', {
    body: SignIn,
    ok: z.union([Access, SecondFactor]),
    needs: 'public',
    session: 'opens',
    seconds: 15,
  }),
  refresh: post('token/refresh/', { body: Refresh, ok: Access, needs: 'public', session: 'renews', background: true }),
  user: get('user/', { ok: User, needs: 'session', reads: ['user'] }),
  signOut: post('user/:id/logout/', { ok: Done, needs: 'session', session: 'closes', touches: ['user'] }),
  customer: get('userconfig/get_customer_config/', { ok: CustomerConfig, needs: 'public', reads: ['customer'] }),
};
