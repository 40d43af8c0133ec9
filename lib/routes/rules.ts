// What the route table means: who may see a screen, what a request for a page leads to, and typed addresses.
import { allows, type Who } from '../../contract/rights';
import { type Route, type RouteId, routes } from './table';

export { allows, type Who };

/** Without the first slash and those at the end. */
function segments(path: string): string[] {
  const parts = path.replace(/^\//, '').split('/');
  while (parts.length > 1 && parts.at(-1) === '') parts.pop();
  return parts;
}
const entries = (Object.entries(routes) as [RouteId, Route][]).map(([id, route]) => ({
  id,
  route,
  parts: segments(route.path),
}));

/** The screen at a path, literal segments first; null where there is none. A trailing slash does not matter. */
export function routeAt(path: string): { id: RouteId; route: Route; params: Record<string, string> } | null {
  const pathSegments = segments(path);
  let best: { id: RouteId; route: Route; params: Record<string, string>; literals: number } | null = null;
  for (const { id, route, parts } of entries) {
    if (parts.length !== pathSegments.length) continue;
    const params: Record<string, string> = {};
    let literals = 0;
    const fits = parts.every((part, i) => {
      const value = pathSegments[i] as string;
      if (!part.startsWith(':')) {
        literals++;
        return part === value;
      }
      params[part.slice(1)] = value;
      return value !== '';
    });
    if (fits && (!best || literals > best.literals)) best = { id, route, params, literals };
  }
  return best;
}

/** Whether a link to a screen leads this person to more than a page that says it is still to come. */
export const isOffered = (who: Who, id: RouteId): boolean => routes[id].built === true && allows(who, routes[id].needs);

export type Verdict = { pass: true } | { pass: false; to: '/signin' | '/app/403' } | { pass: false; to: 404 };

/** What a request for a page leads to. Pure; the middleware only carries it out. `/` itself is the page's own decision. */
export function verdict(path: string, who: Who | null, publicHost: boolean): Verdict {
  if (path === '/') return { pass: true };
  const match = routeAt(path);
  if (!match) return path.startsWith('/app/') && !who ? { pass: false, to: '/signin' } : { pass: false, to: 404 };
  if (match.route.publicHosts && !publicHost) return { pass: false, to: 404 };
  if (allows(who, match.route.needs)) return { pass: true };
  return { pass: false, to: who ? '/app/403' : '/signin' };
}

type Params<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string | number } & Params<Rest>
  : P extends `${string}:${infer Name}`
    ? { [K in Name]: string | number }
    : unknown;
type Arguments<I extends RouteId> =
  unknown extends Params<(typeof routes)[I]['path']> ? [] : [Params<(typeof routes)[I]['path']>];

/** The address of a screen. A missing or superfluous parameter does not compile. */
export function href<I extends RouteId>(id: I, ...[params]: Arguments<I>): string {
  const values = (params ?? {}) as Record<string, string | number>;
  return routes[id].path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name])));
}

/** An address remembered before signing in, if it is one of our own screens; else null. */
export function safeReturn(address: string | null | undefined): string | null {
  if (!address?.startsWith('/app/') || /[\\\s]/.test(address)) return null;
  const at = new URL(address, 'http://host.invalid');
  return at.host === 'host.invalid' && at.pathname.startsWith('/app/') && routeAt(at.pathname)
    ? at.pathname + at.search + at.hash
    : null;
}
