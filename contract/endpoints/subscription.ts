// Plans and paying.

import { z } from 'zod';
import { get, post } from '../define';
import { page } from '../schemas/common';
import {
  CurrentPlan,
  DiscountAnswer,
  DiscountQuestion,
  Order,
  OrderAnswer,
  PaymentReturn,
  PaymentState,
  Plan,
  Purchase,
  PurchaseQuery,
  UsageDay,
} from '../schemas/subscription';

export const subscription = {
  plans: get('plan/', { ok: z.array(Plan), needs: 'public', reads: ['plan'], example: {} }),
  current: get('plan/current_plan/', { ok: CurrentPlan, needs: 'session', reads: ['plan'], example: {} }),
  /** Noted once a day; the oldest first. */
  usageHistory: get('plan/usage_history/', {
    ok: z.array(UsageDay),
    needs: 'session',
    reads: ['plan'],
    beyond: true,
    example: {},
  }),
  /** Visitors without a session send their name and password along; they are checked as at the sign-in. */
  discount: post('discount/', { body: DiscountQuestion, ok: DiscountAnswer, needs: 'public', seconds: 15 }),
  order: post('order/', { body: Order, ok: OrderAnswer, needs: 'public', touches: ['plan', 'user'], seconds: 30 }),
  /** Somebody came back from the gateway: asks it, server to server, and gives the plan when it was paid. */
  returned: post('payment/return/', {
    body: PaymentReturn,
    ok: PaymentState,
    needs: 'public',
    seconds: 15,
    touches: ['plan', 'user'],
    beyond: true,
  }),
  payment: get('payment/:payment/', { ok: PaymentState, needs: 'public', reads: ['plan'], beyond: true }),
  purchases: get('purchase/', {
    query: PurchaseQuery,
    ok: page(Purchase),
    needs: 'superuser',
    reads: ['plan'],
    beyond: true,
    example: {},
  }),
};
