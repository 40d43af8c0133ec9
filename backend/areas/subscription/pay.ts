// Buying: one purchase, one payment, one plan. A plan is given only in the transaction that settles its purchase, after the gateway was
// asked, server to server, for the amount that we stored. What comes back with the payer's browser proves nothing.
import { randomBytes } from 'node:crypto';
import { fold } from '../../../contract/fold';
import type { Plan } from '../../../contract/schemas/subscription';
import type { Db } from '../../db/engine';
import type { Gateway } from '../../gateway/gateway';
import { hostKey } from '../../host';
import type { World } from '../../http/context';
import { Refusal, ruled } from '../../http/errors';
import { daysAfter, getBeginning, getReduction, getStanding, isDiscountValid } from './rules';
import * as store from './store';

/** The same order within this time is the same purchase: a double click, a second tab, a lost answer. */
const SAME_MS = 10 * 60_000;
/** Providers give unverified money back after 15 to 30 minutes; a purchase that nobody paid by then has failed. */
const LAPSE_MS = 35 * 60_000;
/** Between two settlings of what nobody came back for, in milliseconds. */
export const RECONCILE_MS = 5 * 60_000;
/** A payer gets this long before we ask by ourselves, and between askings. */
const RECONCILE_AFTER_MS = 2 * 60_000;
/** A gateway is asked about one purchase at most this often, by all processes together. */
const ASK_MS = 3000;

/** Codes are told apart like names: letters and digits that look the same are the same. */
export const codeKey = (code: string): string => fold(code).replace(/\s+/g, '').toUpperCase();

/** What a plan costs with a code. Refuses a code that does not hold; `db` holds the code until its transaction ends. */
export async function applyDiscount(
  db: Db,
  plan: Plan,
  code: string | undefined,
  now: Date,
): Promise<{ discount: number; amount: number }> {
  if (!code) return { discount: 0, amount: plan.price };
  const key = codeKey(code);
  const discountCode = await store.discount(db, key);
  if (!discountCode || !isDiscountValid(discountCode, plan.id, await store.uses(db, key), now))
    throw new Refusal(400, 'discountUnknown');
  const discount = getReduction(plan.price, discountCode);
  return { discount, amount: plan.price - discount };
}

/** Where people see a host: https, but for one's own machine. */
export const originOf = (host: string): string => `${hostKey(host) === 'localhost' ? 'http' : 'https'}://${host}`;

interface PurchaseOrder {
  customer: number;
  account: number;
  plan: number;
  code: string | undefined;
  gateway: Gateway;
  host: string;
}

/** Makes a purchase, or finds the same one of a moment ago, and answers where the browser goes to pay. */
export async function orderPurchase(
  { engine, now }: Pick<World, 'engine' | 'now'>,
  order: PurchaseOrder,
  describe: (plan: Plan) => string,
): Promise<string> {
  const at = now();
  const code = order.code ? codeKey(order.code) : null;
  const purchase = await engine.db.transaction().execute(async (tx) => {
    await store.hold(tx, order.customer);
    const plans = await store.listPlanPeriods(tx, order.customer);
    const stands = getStanding(plans, at);
    if (!stands) throw ruled('planNotYours');
    if (stands.reserved) throw ruled('planReserved');
    const plan = await store.offered(tx, order.plan);
    if (!plan || plan.price === 0) throw new Refusal(400, 'planUnknown');
    const since = new Date(at.getTime() - SAME_MS);
    const same = { account: order.account, plan: plan.id, code, gateway: order.gateway.name, since };
    // Its payer came back without having paid: its page at the provider is of no more use, and its code is free for the new one.
    await store.superseded(tx, same, at);
    const before = await store.same(tx, same);
    if (before) return { ...before, plan };
    const { discount, amount } = await applyDiscount(tx, plan, order.code, at);
    const values = {
      id: randomBytes(16).toString('base64url'),
      customer_id: order.customer,
      account_id: order.account,
      plan_id: plan.id,
      duration: plan.duration,
      layer_limit: plan.layer_limit,
      disk_limit: plan.disk_limit,
      price: plan.price,
      discount,
      amount,
      gateway: order.gateway.name,
      host: order.host,
      created: at,
    };
    await store.addPurchase(tx, { ...values, discount_code: code });
    return { ...values, authority: null, redirect_to: null, plan };
  });
  if (purchase.redirect_to) return purchase.redirect_to;
  const origin = originOf(purchase.host);
  if (purchase.amount === 0) {
    await engine.db.transaction().execute((tx) => settlePaid(tx, purchase.id, `free-${purchase.id}`, at));
    return `${origin}/app/purchase_successful/${purchase.id}`;
  }
  const payment = await order.gateway
    .request({
      order: purchase.id,
      amount: purchase.amount,
      description: describe(purchase.plan),
      returnTo: `${origin}/pay/return/${order.gateway.name}`,
    })
    .catch(async () => {
      // Nothing was opened with the provider: the purchase ends, and its code is free again.
      await store.settleFailed(engine.db, purchase.id, at);
      throw new Refusal(502, 'gatewayDown');
    });
  // Two at once may both have asked the provider: the first one's payment counts, the other is never shown to anybody.
  const redirect = await store.opened(engine.db, purchase.id, payment.authority, payment.redirectTo);
  if (!redirect) throw new Refusal(502, 'gatewayDown');
  return redirect;
}

/** Settles a purchase as paid, once: the plan, the ledger and the purchase in one transaction. Answers whether this call did it. */
export async function settlePaid(tx: Db, id: string, ref: string, at: Date): Promise<boolean> {
  const first = await store.purchaseOf(tx, id);
  if (!first) return false;
  await store.hold(tx, first.customer_id);
  const purchase = await store.purchaseOf(tx, id, true);
  if (!purchase || purchase.state === 'paid') return false;
  await store.settlePaid(tx, id, ref, at);
  await store.book(
    tx,
    id,
    { [`gateway:${purchase.gateway}`]: purchase.amount, discounts: purchase.discount, sales: -purchase.price },
    at,
  );
  const stands = getStanding(await store.listPlanPeriods(tx, purchase.customer_id), at);
  const starts = getBeginning(at, stands);
  if (starts <= at) await store.endNow(tx, purchase.customer_id, at);
  await store.subscribe(tx, {
    customer: purchase.customer_id,
    plan: purchase.plan_id,
    purchase: id,
    starts,
    ends: daysAfter(starts, purchase.duration),
    layer_limit: purchase.layer_limit,
    disk_limit: purchase.disk_limit,
  });
  return true;
}

/**
 * Asks the gateway how a purchase stands and settles it. Answers the state afterwards; a gateway that does not answer, or that
 * another process asked just now, leaves it as it was.
 */
export async function settle(
  { engine, now }: Pick<World, 'engine' | 'now'>,
  gateway: Gateway,
  purchase: store.PurchaseRow,
): Promise<store.PurchaseRow['state']> {
  const at = now();
  const { authority, amount, id, state } = purchase;
  if (state === 'paid' || !authority) return state;
  if (!(await store.claimCheck(engine.db, id, at, new Date(at.getTime() - ASK_MS))))
    return (await store.purchaseOf(engine.db, id))?.state ?? state;
  const verdict = await gateway.verify({ authority, amount }).catch(() => null);
  if (!verdict) return state;
  if (verdict.paid) {
    await engine.db.transaction().execute((tx) => settlePaid(tx, id, verdict.ref, at));
    return 'paid';
  }
  if (!verdict.open || at.getTime() - purchase.created.getTime() > LAPSE_MS) {
    await store.settleFailed(engine.db, id, at);
    return (await store.purchaseOf(engine.db, id))?.state ?? 'failed';
  }
  return state;
}

/** Settles what nobody came back for: closed browsers, lost returns, our own crashes. Answers how many were asked about. */
export async function reconcile(
  world: Pick<World, 'engine' | 'now'>,
  gateways: ReadonlyMap<string, Gateway>,
  goOn: () => boolean = () => true,
): Promise<number> {
  const at = world.now();
  const [before, lapsed] = [RECONCILE_AFTER_MS, LAPSE_MS].map((ms) => new Date(at.getTime() - ms)) as [Date, Date];
  const rows = await store.unsettled(world.engine.db, before, lapsed, 500);
  let count = 0;
  for (const row of rows) {
    if (!goOn()) break;
    const gateway = gateways.get(row.gateway);
    if (gateway && row.authority) await settle(world, gateway, row);
    else if (at.getTime() - row.created.getTime() > LAPSE_MS) await store.settleFailed(world.engine.db, row.id, at);
    count++;
  }
  return count;
}
