// What is said of plans: which are sold, for how much, for how long, and how urgent the days that are left are.
import type { Plan } from '@/contract/schemas/subscription';

/** What a buyer has chosen; id 0 for nothing. Price in rials, duration in days. */
export interface PlanChoice {
  id: number;
  price: number;
  duration: number;
}

/** The choice that a dialog opens with (the product's own). */
export const FIRST_CHOICE: PlanChoice = { id: 2, price: 2_750_000, duration: 30 };
export const NO_CHOICE: PlanChoice = { id: 0, price: 0, duration: 0 };
/** The plan that carries the badge of the special offer, and when that ends: with Mehr 1404, in Tehran. */
const SPECIAL_PLAN = 4;
const SPECIAL_ENDS = Date.parse('2025-10-23T00:00:00+03:30');

export const isSpecial = ({ id }: Pick<Plan, 'id'>, now = Date.now()): boolean =>
  id === SPECIAL_PLAN && now < SPECIAL_ENDS;

const FREE = '\u0631\u0627\u06cc\u06af\u0627\u0646';
const DAYS_A_MONTH = 30;
/** Fewer days than this are a warning. */
const WARNING_DAYS = 7;
/** Above this a size is told in gigabytes. */
const MEGABYTES = 1000;
const MEGABYTES_A_GIGABYTE = 1024;

/** Plans that are sold here: the free one is not. */
export const paidPlans = (plans: readonly Plan[]): Plan[] => plans.filter((plan) => plan.type_display !== FREE);

/** The choice as it stands among the plans that there are. */
export function findChoice(plans: readonly Plan[], id: number): PlanChoice {
  const plan = plans.find((one) => one.id === id);
  return plan ? { id, price: plan.price, duration: plan.duration } : NO_CHOICE;
}

/** Whole months of a duration in days; null where it is none. */
export const monthsOf = (days: number): number | null =>
  days > 0 && days % DAYS_A_MONTH === 0 ? days / DAYS_A_MONTH : null;

/** A size in megabytes as people read it. */
export const sizeOf = (megabytes: number): { unit: 'mb' | 'gb'; value: number } =>
  megabytes > MEGABYTES ? { unit: 'gb', value: megabytes / MEGABYTES_A_GIGABYTE } : { unit: 'mb', value: megabytes };

/** Lines of a description, however the server sends them. */
export const linesOf = ({ description }: Pick<Plan, 'description'>): string[] =>
  (typeof description === 'string' ? description.split('|') : description).map((line) => line.trim()).filter(Boolean);

export type Urgency = 'green' | 'orange' | 'red';

/** The colour of the days that are left: none are red, fewer than a week orange. */
export const urgencyOf = (days: number): Urgency => (days >= WARNING_DAYS ? 'green' : days >= 1 ? 'orange' : 'red');

/** Days of a plan that has ended are none, not fewer. */
export const daysLeft = (days: number | null): number => Math.max(0, Math.floor(days ?? 0));
