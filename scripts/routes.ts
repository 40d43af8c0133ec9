// Prints every screen and what it needs, one a line.
import type { Needs } from '../contract/define';
import { type Route, routes } from '../lib/routes/table';

/** A requirement in words. */
const words = (needs: Needs): string => {
  if (typeof needs === 'string') return needs === 'session' ? 'none' : needs;
  if ('any' in needs) return needs.any.map(words).join(' or ');
  return 'module' in needs ? `module ${needs.module}` : needs.perm;
};

for (const route of Object.values(routes) as Route[])
  console.log(`${route.path.replace(/:(\w+)/g, '{$1}')}\t${route.publicHosts ? 'public hosts' : words(route.needs)}`);
