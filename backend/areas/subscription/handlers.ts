// Plans, what is used of one's own, and buying another.
import { sql } from 'kysely';
import type { CurrentPlan, PaymentState } from '../../../contract/schemas/subscription';
import type { Config } from '../../config';
import type { Gateway } from '../../gateway/gateway';
import { zarinpal } from '../../gateway/zarinpal';
import { attempts } from '../../http/attempts';
import type { Ctx } from '../../http/context';
import { notFound, Refusal, say } from '../../http/errors';
import { countRows, listed } from '../../http/list';
import type { Handlers } from '../../http/mount';
import * as pay from './pay';
import { toMegabytes } from './rules';
import { findStanding } from './service';
import * as store from './store';
import { listUsage } from './usage-days';

/** Purchases of a page where no number is asked for. */
const LIST_SIZE = 10;
/** The account of a name and a password that came along with a call; throws what the sign-in throws. */
type CheckCredentials = (ctx: Ctx, username: string, password: string) => Promise<{ id: number; customer_id: number }>;

/** Who buys: the session where there is one, else the name and password that came along, under the counters of the sign-in. */
async function buyer(
  ctx: Ctx,
  checkCredentials: CheckCredentials,
  body: { username?: string | undefined; password?: string | undefined },
) {
  if (ctx.signedIn) return { id: ctx.signedIn.id, customer: ctx.signedIn.customer };
  if (!body.username || !body.password) throw new Refusal(401, 'unauthenticated');
  const { id, customer_id } = await checkCredentials(ctx, body.username, body.password);
  return { id, customer: customer_id };
}

const stateOf = ({ id, host, state }: store.PurchaseRow): PaymentState => ({ id, host, state });

const toPayment = (p: store.PurchaseRow) => ({
  id: p.id,
  plan: p.plan_id,
  price: p.price,
  discount: p.discount,
  amount: p.amount,
  gateway: p.gateway,
  ref_id: p.ref_id,
  state: p.state,
  created: p.created.toISOString(),
  settled: p.settled_at?.toISOString() ?? null,
});

type Gateways = ReadonlyMap<string, Gateway>;

/** The card providers of a deployment by name. */
export const gatewaysOf = (config: Pick<Config, 'gateways'>): Gateways =>
  new Map(config.gateways.map((one) => [one.name, zarinpal(one)]));

export function subscriptionHandlers(gateways: Gateways, checkCredentials: CheckCredentials): Handlers['subscription'] {
  // Codes that one person, and returns that one address, may try in a minute.
  const codes = attempts(10);
  const returns = attempts(60);
  return {
    plans: ({ engine }) => store.plans(engine.db),

    async current({ engine, caller, now }): Promise<CurrentPlan> {
      const { layers, bytes } = await store.usage(engine.db, caller.customer);
      const stands = await findStanding(engine.db, caller.customer, now());
      return {
        days_total: stands?.daysTotal ?? 0,
        days_used: stands?.daysUsed ?? 0,
        disk_total: stands?.current.disk_limit ?? 0,
        disk_used: toMegabytes(bytes),
        layers_total: stands?.current.layer_limit ?? 0,
        layers_used: layers,
      };
    },

    usageHistory: ({ engine, caller }) => listUsage(engine.db, caller.customer),

    async discount(ctx, { body }) {
      const { engine, now, ip } = ctx;
      if (!codes.take(ip, now().getTime())) throw new Refusal(429, 'busy');
      const { id } = await buyer(ctx, checkCredentials, body);
      if (ctx.signedIn && !codes.take(`account ${id}`, now().getTime())) throw new Refusal(429, 'busy');
      const plan = await store.offered(engine.db, body.plan);
      if (!plan || plan.price === 0) throw new Refusal(400, 'planUnknown');
      const { discount, amount } = await engine.db
        .transaction()
        .execute((tx) => pay.applyDiscount(tx, plan, body.code, now()));
      return { new_price: amount, discount };
    },

    async order(ctx, { body }) {
      const { id, customer } = await buyer(ctx, checkCredentials, body);
      if (body.discount_code && !codes.take(`order ${id}`, ctx.now().getTime())) throw new Refusal(429, 'busy');
      const gateway = gateways.get(body.payment_gateway);
      if (!gateway) throw new Refusal(400, 'gatewayUnknown');
      const { host } = ctx.request;
      if (!host) throw new Refusal(400, 'body');
      const redirect_to = await pay.orderPurchase(
        ctx,
        { customer, account: id, plan: body.plan, code: body.discount_code || undefined, gateway, host },
        (plan) => say(ctx.lang, 'purchase', { plan: plan.label }),
      );
      return { redirect_to };
    },

    async returned(ctx, { body }) {
      if (!returns.take(ctx.ip, ctx.now().getTime())) throw new Refusal(429, 'busy');
      const gateway = gateways.get(body.gateway);
      const purchase = gateway && (await store.byAuthority(ctx.engine.db, gateway.name, body.authority));
      if (!purchase) throw notFound();
      return { ...stateOf(purchase), state: await pay.settle(ctx, gateway, purchase) };
    },

    async payment(ctx, { params }) {
      const purchase = await store.purchaseOf(ctx.engine.db, String(params.payment).slice(0, 50));
      if (!purchase) throw notFound();
      return stateOf(purchase);
    },

    async purchases(ctx, { query }) {
      const { db } = ctx.engine;
      const { customer } = ctx.caller;
      return listed(ctx, query, {
        rows: async (end) => (await store.purchases(db, customer, end)).map(toPayment),
        count: () => countRows(db, sql`from purchase where customer_id = ${customer}::int`),
        orders: { created: sql`created`, amount: sql`amount`, id: sql`id collate "C"` },
        first: '-created',
        size: LIST_SIZE,
      });
    },
  };
}
