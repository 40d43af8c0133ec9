// Plans, what is used of the current one, and paying. Money is in rials; the interface shows a tenth of it as toman.
import { z } from 'zod';
import { int, orderBy } from './common';

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

export type Plan = z.infer<typeof Plan>;

/**
 * Days, megabytes and layers: what the running plan gives, or the last one, and what is used of it. Totals are 0 for an organisation
 * that holds no plan and has no limits.
 */
export const CurrentPlan = z.object({
  days_total: z.number(),
  days_used: z.number(),
  disk_total: z.number(),
  disk_used: z.number(),
  layers_total: z.number(),
  layers_used: z.number(),
});
export type CurrentPlan = z.infer<typeof CurrentPlan>;

/** What was used on a day (YYYY-MM-DD) of the last 90, as the plan counts it: megabytes, layers. */
export const UsageDay = z.object({ date: z.string(), disk_used: z.number(), layers_used: z.number().int() });
export type UsageDay = z.infer<typeof UsageDay>;

/** Name and password only where a visitor without a session pays; they are checked like a sign-in and make no session. */
const visitor = { username: z.string().max(150).optional(), password: z.string().max(200).optional() };

export const DiscountQuestion = z.strictObject({ code: z.string().trim().min(1).max(50), plan: int(1), ...visitor });
export const DiscountAnswer = z.object({ new_price: z.number().int(), discount: z.number().int() });

export const Order = z.strictObject({
  plan: int(1),
  /** The name of a provider that the deployment has: zarinpal, or sandbox where money is only played. */
  payment_gateway: z.string().max(50),
  discount_code: z.string().trim().max(50).optional(),
  ...visitor,
});
/** Where the browser goes to pay: https, a gateway that the deployment allows. */
export const OrderAnswer = z.object({ redirect_to: z.string() });

/** What the gateway's return names: the payment, and its hint of how it went, which proves nothing. */
export const PaymentReturn = z.strictObject({
  gateway: z.string().max(50),
  authority: z.string().min(1).max(100),
});

/** How a purchase stands, for whoever came back from paying: nothing that names a person. */
export const PaymentState = z.object({
  id: z.string(),
  /** pending: the gateway has not said yet; ask again. */
  state: z.enum(['pending', 'paid', 'failed']),
  /** The host on which the purchase was begun. */
  host: z.string(),
});
export type PaymentState = z.infer<typeof PaymentState>;

/** A purchase as its customer sees it. Amounts in rials: `amount` is what is paid, `price` less `discount`. */
export const Purchase = z.object({
  id: z.string(),
  plan: z.number(),
  price: z.number(),
  discount: z.number(),
  amount: z.number(),
  gateway: z.string(),
  /** The provider's number of the payment. */
  ref_id: z.string().nullable(),
  state: z.enum(['pending', 'paid', 'failed']),
  created: z.string(),
  settled: z.string().nullable(),
});
export type Purchase = z.infer<typeof Purchase>;

/** The most of purchases in one page is 100. */
export const PurchaseQuery = z.strictObject({
  limit: int(1, 100).optional(),
  offset: int(0, 1_000_000).optional(),
  order: orderBy(['created', 'amount', 'id']).optional(),
});
