// Who counts as online.
import type { Ctx } from '../../http/context';

/** Whoever was seen within this time is online. */
export const ONLINE_MS = 30 * 60_000;

export const onlineSince = ({ now }: Pick<Ctx, 'now'>): Date => new Date(now().getTime() - ONLINE_MS);
