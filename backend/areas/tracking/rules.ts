// Small rules of tracks. Pure.

/** How far a device's clock may go before ours. */
const SKEW_MS = 60_000;
const DAY_MS = 86_400_000;

/** A day, as against an instant. */
export const isDay = (moment: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(moment);

/** The first instant whose places are still kept. */
export const keptSince = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Whether a reported time lies in the future, but for a minute's difference of clocks. */
export const inFuture = (date: string, now: Date): boolean => new Date(date).getTime() > now.getTime() + SKEW_MS;
