// Which entry of the side menu is the current one, where entries lead, and which groups stand open.
import type { MenuGroup } from '@/lib/routes/menu';
import { href, routeAt } from '@/lib/routes/rules';
import { type RouteId, routes } from '@/lib/routes/table';

/** Where a menu entry leads. Only the import screen's address has a parameter. */
export const addressOf = (id: RouteId): string =>
  id === 'layerImport' ? href('layerImport', { id: 'upload' }) : routes[id].path;

/** The entry whose screen this path shows. */
export const isCurrent = (id: RouteId, path: string): boolean => routeAt(path)?.id === id;

const OPENS: Record<MenuGroup['group'], string> = { addLayer: 'layer-builder', supervision: 'supervision' };

/** A group opens by itself where the address names it or shows one of its screens. */
export const isGroupOpenFor = (group: MenuGroup, path: string): boolean =>
  path.includes(OPENS[group.group]) || group.entries.some((entry) => isCurrent(entry.id, path));

/** Whether following a link shows another screen of ours in this tab. */
export const isOtherPage = (
  link: { href: string; target: string; hasAttribute(name: string): boolean },
  at: { origin: string; pathname: string },
): boolean => {
  if ((link.target && link.target !== '_self') || link.hasAttribute('download') || !URL.canParse(link.href))
    return false;
  const to = new URL(link.href);
  return to.origin === at.origin && to.pathname !== at.pathname && routeAt(to.pathname) !== null;
};

/** The slug of a path's help page: the route's own, else the first segment after /app. */
export function helpSlug(path: string): string {
  const own = routeAt(path)?.route.help;
  return own ?? path.split('/').filter(Boolean)[1] ?? '';
}
