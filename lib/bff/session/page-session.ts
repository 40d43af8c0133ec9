// Who is signed in, for server-rendered pages. Middleware has decided already; each page asks again for itself, and asks the upstream.
import { cookies, headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { cache } from 'react';
import { allows, type Who } from '../../../contract/rights';
import { isPublicHost } from '../../config/env';
import { href } from '../../routes/rules';
import { type Route, type RouteId, routes } from '../../routes/table';
import { getInstance } from '../instance';

export interface PageSession {
  user: { id: number; username: string };
  who: Who;
  /** The token that this page's unsafe calls carry. */
  csrf: string;
  /** Where the person sees as somebody else: the name of that, their own user name, and the end (ms). */
  seeAs?: { label: string; own: string; until: number };
  /** Nothing is served but a change of the password. */
  mustChange: boolean;
}

/** The host of the request that is being rendered. */
export const getHost = async (): Promise<string> => ((await headers()).get('host') ?? '').toLowerCase();

/** The session of the request that is being rendered; null when nobody is signed in, or the upstream has signed them out. */
export const pageSession = cache(async (): Promise<PageSession | null> => {
  const host = await getHost();
  const { config, bff } = getInstance();
  if (!config.hosts.has(host)) return null;
  const session = await bff.person(host, (await cookies()).toString());
  if (!session) return null;
  const { uid, uname, m, p, su, csrf, own, view = '', until } = session;
  return {
    user: { id: uid, username: uname },
    who: { modules: m, perms: p, superuser: su },
    csrf,
    mustChange: session.mustChange === true,
    ...(own ? { seeAs: { label: view, own: own.uname, until } } : {}),
  };
});

/**
 * The first line of each page: leads away whoever may not open its screen. The same rule as the middleware's, for the case that a
 * request got past that; Next renders a page beside its layout, so the layout alone is no wall.
 */
export async function mayOpen(id: RouteId): Promise<void> {
  const { needs, publicHosts }: Route = routes[id];
  if (publicHosts && !(await onPublicHost())) notFound();
  if (needs === 'public') return;
  const session = await pageSession();
  if (session?.mustChange) redirect(href('changePassword'));
  if (!allows(session?.who ?? null, needs)) redirect(href(session ? 'forbidden' : 'signin'));
}

/** Whether the request that is being rendered came to a public trial host: there anybody may sign up. */
export async function onPublicHost(): Promise<boolean> {
  const host = await getHost();
  return isPublicHost(getInstance().config, host);
}

/** Whether it came to the host whose root is the landing page. */
export async function onLandingHost(): Promise<boolean> {
  const host = await getHost();
  return host !== '' && getInstance().config.landingHost === host;
}
