// What plans mean: which one runs, when a bought one begins, and what a discount takes off. Money is in rials.

const DAY_MS = 86_400_000;
/** Bytes; plans tell their limits in megabytes. */
export const MEGABYTE = 1024 * 1024;
/** Bytes as plans count them, to a tenth. */
export const toMegabytes = (bytes: number): number => Math.round((bytes / MEGABYTE) * 10) / 10;
/** The plan of a fresh customer on a public host. */
export const TRIAL_PLAN = 1;
/** Days for which data are kept after the end of a plan. */
export const GRACE_DAYS = 15;

/** A time some days later. */
export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS);

/** One stretch of time for which a customer holds a plan. `price`: what the plan cost; nothing for a trial. */
export interface PlanPeriod {
  plan_id: number;
  label: string;
  price: number;
  starts: Date;
  ends: Date;
  layer_limit: number;
  disk_limit: number;
}

export interface Standing {
  /** What runs now, or else what ran last. */
  current: PlanPeriod;
  /** What begins when the current one ends. */
  reserved: PlanPeriod | null;
  /** When the last plan ends that was paid for; null where there is none. */
  paidUntil: Date | null;
  ended: boolean;
  /** Whole days that are left with what is reserved, rounded up; 0 when all is over. */
  daysLeft: number;
  daysUsed: number;
  daysTotal: number;
}

/** Where a customer stands. Null for one who was never given a plan: an organisation with its own installation, without limits. */
export function getStanding(plans: readonly PlanPeriod[], now: Date): Standing | null {
  const sorted = [...plans].sort((a, b) => a.starts.getTime() - b.starts.getTime());
  const begun = sorted.filter((one) => one.starts <= now);
  const current = begun.findLast((one) => one.ends > now) ?? begun.at(-1) ?? sorted[0];
  if (!current) return null;
  const reserved = sorted.find((one) => one !== current && one.starts >= current.ends && one.starts > now) ?? null;
  const end = Math.max(...sorted.map((one) => one.ends.getTime()));
  const daysTotal = Math.round((current.ends.getTime() - current.starts.getTime()) / DAY_MS);
  const passed = Math.floor((now.getTime() - current.starts.getTime()) / DAY_MS);
  return {
    current,
    reserved,
    paidUntil: sorted
      .filter((one) => one.price > 0)
      .reduce<Date | null>((last, one) => (last && last > one.ends ? last : one.ends), null),
    ended: end <= now.getTime(),
    daysLeft: Math.max(0, Math.ceil((end - now.getTime()) / DAY_MS)),
    daysUsed: Math.min(daysTotal, Math.max(0, passed)),
    daysTotal,
  };
}

/** What was paid for is used up first; a trial and a plan that has ended make room at once. */
export const getBeginning = (now: Date, at: Standing | null): Date =>
  at?.paidUntil && at.paidUntil > now ? at.paidUntil : now;

export interface Discount {
  percent: number | null;
  amount: number | null;
  plan_id: number | null;
  until: Date | null;
  uses: number | null;
}

/** Whether a code may be used for a plan by one purchase more; `used`: purchases that hold it. */
export const isDiscountValid = (code: Discount, plan: number, used: number, now: Date): boolean =>
  (code.plan_id === null || code.plan_id === plan) &&
  (code.until === null || code.until > now) &&
  (code.uses === null || used < code.uses);

/** What a code takes off a price: whole rials, never more than the price. */
export const getReduction = (price: number, code: Pick<Discount, 'percent' | 'amount'>): number =>
  Math.min(price, Math.max(0, code.amount ?? Math.floor((price * (code.percent ?? 0)) / 100)));
