// Plans, what is used of the current one, and paying. Money is in rials; the interface shows a tenth of it as toman.
import { z } from 'zod';
import { int } from './common';

export const Plan = z.object({
  id: z.number(),
  /** For example free, advanced. */
  type: z.string(),
  type_display: z.string(),
  label: z.string(),
  /** Lines to read, as a list or separated by "|". */
  description: z.union([z.string(), z.array(z.string())]),
  price: z.number().int(),
  /** Price before any reduction. */
  price_org: z.number().int(),
  /** Days. */
  duration: z.number().int(),
  layer_limit: z.number().int(),
  /** Megabytes. */
  disk_limit: z.number(),
});

/** Days, megabytes and layers of the running plan. */
export const CurrentPlan = z.object({
  days_total: z.number(),
  days_used: z.number(),
  disk_total: z.number(),
  disk_used: z.number(),
  layers_total: z.number(),
  layers_used: z.number(),
});

/** Name and password only where a visitor without a session pays; they are checked like a sign-in and make no session. */
const visitor = { username: z.string().max(150).optional(), password: z.string().max(200).optional() };

export const DiscountQuestion = z.strictObject({ code: z.string().trim().min(1).max(50), plan: int(1), ...visitor });
export const DiscountAnswer = z.object({ new_price: z.number().int(), discount: z.number().int() });

export const Order = z.strictObject({
  plan: int(1),
  payment_gateway: z.string().max(50),
  discount_code: z.string().trim().max(50).optional(),
  ...visitor,
});
/** Where the browser goes to pay: https, a gateway that the deployment allows. */
export const OrderAnswer = z.object({ redirect_to: z.string() });
