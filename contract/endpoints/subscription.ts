// Plans and paying.

import { z } from 'zod';
import { get, post } from '../define';
import { CurrentPlan, DiscountAnswer, DiscountQuestion, Order, OrderAnswer, Plan } from '../schemas/subscription';

export const subscription = {
  plans: get('plan/', { ok: z.array(Plan), needs: 'public', reads: ['plan'] }),
  current: get('plan/current_plan/', { ok: CurrentPlan, needs: 'session', reads: ['plan'] }),
  discount: post('discount/', { body: DiscountQuestion, ok: DiscountAnswer, needs: 'public' }),
  order: post('order/', { body: Order, ok: OrderAnswer, needs: 'public', touches: ['plan', 'user'] }),
};
