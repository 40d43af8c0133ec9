// What other areas ask about plans: a trial for a fresh customer, where a customer stands, and whether there is room.
import type { Db } from '../../db/engine';
import { ruled } from '../../http/errors';
import { daysAfter, getStanding, MEGABYTE, type Standing, TRIAL_PLAN } from './rules';
import * as store from './store';

/** Gives a fresh customer its trial. */
export async function startTrial(db: Db, customer: number, now: Date): Promise<void> {
  const plan = await store.offered(db, TRIAL_PLAN);
  if (!plan) throw ruled('planUnknown');
  await store.subscribe(db, {
    customer,
    plan: plan.id,
    purchase: null,
    starts: now,
    ends: daysAfter(now, plan.duration),
    layer_limit: plan.layer_limit,
    disk_limit: plan.disk_limit,
  });
}

/** Where a customer stands; null for one without plans. */
export const findStanding = async (db: Db, customer: number, now: Date): Promise<Standing | null> =>
  getStanding(await store.listPlanPeriods(db, customer), now);

/** Refuses one layer more than the plan allows; the customer is held until the transaction ends, so that two at once cannot pass. */
export async function lockLayerRoom(db: Db, customer: number): Promise<void> {
  const limits = await store.limits(db, customer);
  if (!limits) return;
  await store.hold(db, customer);
  if ((await store.layerCount(db, customer)) >= limits.layer_limit)
    throw ruled('layerQuota', { params: { max: limits.layer_limit } });
}

/** Bytes below a plan's limit; less than 0 where it is overfull. */
const roomBelow = async (db: Db, customer: number, { disk_limit }: { disk_limit: number }) =>
  disk_limit * MEGABYTE - (await store.usage(db, customer)).bytes;

/** Bytes that a customer's plan still has room for; Infinity without plans. */
export async function getDiskRoom(db: Db, customer: number): Promise<number> {
  const limits = await store.limits(db, customer);
  return limits ? roomBelow(db, customer, limits) : Infinity;
}

/**
 * Refuses what the plan has no room for: `more` bytes, or what the transaction itself has written. The customer is held until it ends,
 * so that two at once cannot pass.
 */
export async function lockDiskRoom(db: Db, customer: number, more = 0): Promise<void> {
  const limits = await store.limits(db, customer);
  if (!limits) return;
  await store.hold(db, customer);
  if ((await roomBelow(db, customer, limits)) < more) throw ruled('planFull');
}

/** What the interface says about a customer's plan beside each person. */
export async function toPlanInfo(db: Db, customer: number, now: Date) {
  const stands = await findStanding(db, customer, now);
  return {
    current_plan: stands && !stands.ended ? stands.current.label : null,
    current_plan_days: stands && !stands.ended ? stands.daysTotal : null,
    reserved_plan: stands?.reserved?.label ?? null,
    plan_remaining_days: stands?.daysLeft ?? null,
  };
}
