// Who is signed in, for server-rendered pages. Middleware has decided already; pages ask again for themselves.
import { cookies, headers } from 'next/headers';
import type { Who } from '../../contract/rights';
import { isPublicHost } from '../config/env';
import { instance } from './instance';
import { sessionOf } from './seal';

export interface PageSession {
  user: { id: number; username: string };
  who: Who;
  /** The token that this page's unsafe calls carry. */
  csrf: string;
}

/** The host of the request that is being rendered. */
export const hostAsked = async (): Promise<string> => ((await headers()).get('host') ?? '').toLowerCase();

/** The session of the request that is being rendered; null when nobody is signed in. */
export async function pageSession(): Promise<PageSession | null> {
  const host = await hostAsked();
  const { config } = instance();
  if (!config.hosts.has(host)) return null;
  const found = await sessionOf(config, host, (await cookies()).toString(), Date.now());
  if (!found) return null;
  const { uid, uname, m, p, su, csrf } = found.session;
  return { user: { id: uid, username: uname }, who: { modules: m, perms: p, superuser: su }, csrf };
}

/** Whether the request that is being rendered came to a public trial host: there anybody may sign up. */
export async function onPublicHost(): Promise<boolean> {
  const host = await hostAsked();
  return isPublicHost(instance().config, host);
}

/** Whether it came to the host whose root is the landing page. */
export async function onLandingHost(): Promise<boolean> {
  const host = await hostAsked();
  return host !== '' && instance().config.landingHost === host;
}
