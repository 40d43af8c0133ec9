// The side menu, derived from the route table for one person.
import { allows, type Who } from './rules';
import { type Route, type RouteId, routes, SECTIONS, type Section } from './table';

export interface MenuEntry {
  id: RouteId;
  icon: string;
  badge?: 'announcements';
}
export interface MenuGroup {
  group: 'addLayer' | 'supervision';
  entries: MenuEntry[];
}
export interface MenuSection {
  section: Section;
  items: (MenuEntry | MenuGroup)[];
}

/** A group of one entry is that entry. */
const withoutLonelyGroups = (items: MenuSection['items']): MenuSection['items'] =>
  items.map((item) => ('group' in item && item.entries.length === 1 ? (item.entries[0] as MenuEntry) : item));

/** Sections in order, each only if the person may open at least one screen in it. Screens that are still to come stand in none. */
export function menuFor(who: Who, isShown: (route: Route) => boolean = (route) => route.built === true): MenuSection[] {
  return SECTIONS.map((section) => {
    const items: (MenuEntry | MenuGroup)[] = [];
    const rows = (Object.entries(routes) as [RouteId, Route][])
      .filter(([, r]) => r.menu?.section === section && isShown(r) && allows(who, r.needs))
      .sort(([, a], [, b]) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0));
    for (const [id, route] of rows) {
      const entry: MenuEntry = {
        id,
        icon: route.icon ?? 'circle',
        ...(route.menu?.badge ? { badge: route.menu.badge } : {}),
      };
      const group = route.menu?.group;
      if (!group) {
        items.push(entry);
        continue;
      }
      const open = items.find((item): item is MenuGroup => 'group' in item && item.group === group);
      if (open) open.entries.push(entry);
      else items.push({ group, entries: [entry] });
    }
    return { section, items: withoutLonelyGroups(items) };
  }).filter((s) => s.items.length > 0);
}
