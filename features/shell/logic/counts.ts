// What waits behind the entries of the side menu, in numbers.
import type { Output } from '@/contract/define';
import type { api } from '@/contract/index';
import type { MenuGroup } from '@/lib/routes/menu';
import type { RouteId } from '@/lib/routes/table';

/** How much waits behind an entry; none where it is absent. */
export type Counts = Partial<Record<RouteId, number>>;

/** The server counts no further. */
const SERVER_CAP = 10_000;
/** A badge has room for so much. */
const BADGE_CAP = 999;

/** Work by the screen on which it is judged. */
export const countsOf = (inbox: Output<typeof api.supervision.inbox>): Counts => ({
  supervisionLayers: inbox.waiting + inbox.second,
  projectSupervision: inbox.projects,
  secondApproval: inbox.projects_second,
});

/** All that waits behind a group. Projects that wait for a second approval stand in both of their lists and count once. */
export const sumOf = ({ entries }: MenuGroup, counts: Counts): number =>
  entries.reduce((sum, { id }) => sum + (id === 'secondApproval' ? 0 : (counts[id] ?? 0)), 0);

/** A number for words, and a shorter one for a badge. */
export function countTexts(count: number, number: (n: number) => string): { full: string; short: string } {
  const upTo = (cap: number) =>
    count > cap || count === SERVER_CAP ? `${number(Math.min(count, cap))}+` : number(count);
  return { full: upTo(SERVER_CAP), short: upTo(BADGE_CAP) };
}
