// Which calls go on when a customer's plan has ended.
import type { Row } from '../../contract/define';

/** Areas of one's own affairs: they go on after the end of a plan. */
const OWN_AFFAIRS = new Set(['session', 'subscription', 'settings', 'messages', 'customer']);

/** Whether a call still serves people whose plan has ended: they see and export all, and change nothing of it. */
export const servesAfterEnd = (name: string, row: Pick<Row, 'touches' | 'as'>): boolean =>
  OWN_AFFAIRS.has(name.split('.')[0] as string) || (!row.touches && row.as !== 'form');
