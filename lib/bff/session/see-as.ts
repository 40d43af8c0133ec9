// Seeing as somebody else: the session lends itself to another's rights, and comes back by a call or by the time.
import { openAccess } from '../../../contract/access';
import {
  type BffAnswer,
  type BffRequest,
  refuse,
  refuseFailed,
  refuseUnreadable,
  relayAnswer,
  respond,
} from '../answers';
import { jsonBody, withJson } from '../bodies';
import { UpstreamFailure } from '../upstream/upstream';
import { type Session, sealSession, toOwn } from './seal';
import { type CallContext, inform, randomToken } from './session-calls';
import { grantsOf, isOk, readJson } from './sessions';

/** Asks the upstream for a view, and makes it the session of this browser. Its pages carry a CSRF token of their own. */
export async function seeAs(c: CallContext, request: BffRequest, session: Session, path: string): Promise<BffAnswer> {
  const input = await jsonBody(request);
  if (!input) return refuse(request, 400, 'path');
  try {
    const pair = await c.sessions.pool.take();
    const response = await c.up.ask({
      method: 'POST',
      path,
      headers: { ...withJson(c.forwarded), authorization: `Bearer ${session.at}` },
      body: JSON.stringify({ ...input, otp: pair.document }),
      seconds: 15,
    });
    const output = (await readJson(response.body)) as { access?: string; label?: unknown } | null;
    if (!output) return refuseUnreadable(request, response.statusCode);
    if (!isOk(response.statusCode) || !output.access) return relayAnswer(response, output, []);
    const grants = grantsOf(await openAccess(output.access, pair.key), Date.now());
    const { uid, uname, m, p, su, at, rt, until, due, csrf } = session;
    const next: Session = {
      ...session,
      ...grants,
      due: grants.until,
      csrf: randomToken(),
      gen: session.gen + 1,
      own: { uid, uname, m, p, su, at, rt, until, csrf, ...(due === undefined ? {} : { due }) },
      view: String(output.label ?? grants.uname),
    };
    c.sessions.replace(next);
    return respond({ label: next.view, until: new Date(next.until).toISOString() }, [
      await sealSession(c.config, c.host, next),
    ]);
  } catch (error) {
    if (!(error instanceof UpstreamFailure)) throw error;
    return refuseFailed(request, error);
  }
}

/** Ends the view here whatever the upstream says, and informs it. */
export async function endSeeAs(c: CallContext, session: Session, path: string): Promise<BffAnswer> {
  const own = toOwn(session);
  c.sessions.replace(own);
  await inform(c, 'DELETE', path, session.at);
  return respond({}, [await sealSession(c.config, c.host, own)]);
}

/** The upstream has ended the view: the call is refused, and the browser has its own session again. */
export async function refuseReturned(c: CallContext, request: BffRequest, session: Session): Promise<BffAnswer> {
  const refused = refuse(request, 401, 'session');
  refused.headers['set-cookie'] = [await sealSession(c.config, c.host, toOwn(session))];
  return refused;
}
