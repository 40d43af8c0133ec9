// Which calls go on when a customer's plan has ended.
import type { Row } from '../../contract/define';

/** Areas that go on after the end of a plan: one's own affairs, paying, reports of failures, and what takes the data out. */
const GOING_ON = new Set([
  ...['session', 'subscription', 'settings', 'messages', 'rooms', 'customer'],
  ...['logs', 'exports', 'takeout'],
]);

/**
 * Whether a call still serves people whose plan has ended: they see and export all, and change nothing of it. What is sent counts as
 * seeing only where its row says what it reads: a call is refused until somebody has thought of it.
 */
export const servesAfterEnd = (name: string, row: Pick<Row, 'method' | 'reads' | 'touches'>): boolean =>
  GOING_ON.has(name.split('.')[0] as string) ||
  row.method === 'GET' ||
  (row.touches === undefined && row.reads !== undefined);
