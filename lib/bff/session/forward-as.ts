// Forwards a call as a session's own, with its token, and renews the session once where the upstream refuses that.
import type { WebConfig } from '../../config/env';
import type { BffAnswer, BffRequest } from '../answers';
import { type Forwarding, forward } from '../forward';
import type { Live } from './live-sessions';
import { type Session, sealNewer } from './seal';
import { refuseReturned } from './see-as';
import { type CallContext, refuseSignedOut } from './session-calls';
import type { Sessions } from './sessions';

/** Milliseconds of a call's parts, as far as they were needed. */
export interface Times {
  up?: number;
  seal?: number;
  /** Sign-ins and codes are not timed: times would reveal who exists. */
  isUntimed?: boolean;
}

/** A request that is for a host and an address of ours, and whose it is. */
export interface Visit {
  request: BffRequest;
  context: CallContext;
  live: Live | null;
  times: Times;
}
/** Forwards as the session's own call: a renewed seal goes back with the response, a token that is refused is renewed once. */
export async function forwardAs(
  { config, sessions }: { config: WebConfig; sessions: Sessions },
  { request, context, live, times }: Visit,
  session: Session,
  more: Pick<Forwarding, 'to' | 'path' | 'gives' | 'isRead' | 'shortBytes' | 'tells' | 'seconds' | 'lasts' | 'until'>,
  others: string[],
): Promise<BffAnswer> {
  const { host, requestId, forwarded } = context;
  const renewedBy = async (s: Session) => (live ? sealNewer(config, host, s, live.held) : []);
  return forward(request, {
    ...more,
    headers: { ...forwarded, authorization: `Bearer ${session.at}` },
    renewed: await renewedBy(session),
    others,
    onResponse: (ms) => {
      times.up = ms;
    },
    async again() {
      sessions.refused(session);
      // What was sent cannot be sent again by us; its caller renews, and repeats it.
      if (request.body) return null;
      const renewal = await sessions.renew(session, requestId);
      if ('failed' in renewal) {
        if (renewal.failed === 'returned') return refuseReturned(context, request, session);
        return renewal.failed === 'ended' ? refuseSignedOut(request) : null;
      }
      if (renewal.session.at === session.at) return null;
      return {
        authorization: `Bearer ${renewal.session.at}`,
        renewed: await renewedBy(renewal.session),
      };
    },
  });
}
