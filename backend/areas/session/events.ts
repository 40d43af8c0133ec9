// Writes a line of the audit for each event of a session that is more than a call which went well or was refused.

import { insertAuditLine } from '../../http/audit';
import type { Ctx } from '../../http/context';

/** `rest`: too many wrong passwords. `codes_off`: too many wrong codes. `reuse`: a refresh token came twice, and its session ended. */
export type SessionEvent = 'rest' | 'codes_off' | 'reuse';

const CALLS: Record<SessionEvent, string> = {
  rest: 'session.signIn',
  codes_off: 'session.otpSignIn',
  reuse: 'session.refresh',
};

/** Writes the line, under whoever `ctx.actor` names. One that cannot be written is logged: it stops nobody. */
export async function auditEvent({ engine, request, actor, ip }: Ctx, event: SessionEvent, status: number) {
  const line = { request_id: request.id, customer_id: actor.customer, account_id: actor.id, ip };
  await insertAuditLine(engine.db, { ...line, call: CALLS[event], object: event, status }).catch((error: unknown) =>
    request.log.error(error, 'a line of the audit is missing'),
  );
}
