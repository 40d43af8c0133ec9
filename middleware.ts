// Pages only: who may see this address, and the headers that differ with every page. It has no rule of its own.
import { type NextRequest, NextResponse } from 'next/server';
import { audit } from './lib/bff/audit';
import { contentPolicy } from './lib/bff/policy';
import { type BadSeal, sessionOf } from './lib/bff/session/seal';
import { originsOf } from './lib/config/base-maps';
import { isPublicHost, readWebConfig, type WebConfig } from './lib/config/env';
import { type Verdict, verdict } from './lib/routes/rules';

let settings: WebConfig | undefined;

export async function middleware(request: NextRequest): Promise<NextResponse> {
  settings ??= readWebConfig(process.env);
  const host = (request.headers.get('host') ?? '').toLowerCase();
  if (!settings.hosts.has(host)) return new NextResponse(null, { status: 421 });
  // Who stands at the other end is known to our server, which writes no lines of pages: the number of the request leads there.
  const bad = (why: BadSeal) =>
    audit({ event: 'bad-seal', why, host, ip: '', request: request.headers.get('x-request-id') ?? '' });
  const pageSession = await sessionOf(settings, host, request.headers.get('cookie') ?? '', Date.now(), bad);
  const who = pageSession && {
    modules: pageSession.session.m,
    perms: pageSession.session.p,
    superuser: pageSession.session.su,
  };
  const gallery =
    process.env.NEXT_PUBLIC_TEST_HANDLE === '1' && ['/dev/gallery', '/dev/kit'].includes(request.nextUrl.pathname);
  const decided: Verdict = gallery
    ? { pass: true }
    : verdict(request.nextUrl.pathname, who, isPublicHost(settings, host));
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = contentPolicy(nonce, originsOf(settings.baseMaps));
  const headers = new Headers(request.headers);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  // Next wants whole addresses here. The scheme is the visitor's; the host is one of ours.
  const origin = `${request.headers.get('x-forwarded-proto') === 'https' ? 'https' : 'http'}://${host}`;
  let answer: NextResponse;
  // An address without a row has no page either: the router responds. (A rewrite would go out over the network: the
  // router knows itself by another host name than the visitor does.)
  if (decided.pass || decided.to === 404) answer = NextResponse.next({ request: { headers } });
  else
    answer = new NextResponse(null, {
      status: 307,
      headers: { location: new URL(decided.to === '/signin' ? signIn(request) : decided.to, origin).href },
    });
  answer.headers.set('content-security-policy', policy);
  answer.headers.set('cache-control', 'private, no-store');
  return answer;
}

/** The sign-in page remembers where the person wanted to go. */
const signIn = ({ nextUrl: { pathname, search } }: NextRequest) =>
  pathname === '/app/home' && !search ? '/signin' : `/signin?to=${encodeURIComponent(pathname + search)}`;

export const config = {
  runtime: 'nodejs',
  // Files lie at the top or in folders of their own. An end like theirs makes nothing else a file: /app/layer-data/1.json is a page.
  matcher: [
    '/((?!api/|geoserver/|ogc/|ogc$|_next/|fonts/|texts/|base/|base-map/|help/|landing/|favicon|[^/]+\\.(?:json|svg|webp|png|ico|woff2|md)$).*)',
  ],
};
