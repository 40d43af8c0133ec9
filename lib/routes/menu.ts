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

/** Sections in order, each only if the person may open at least one screen in it. */
export function menuFor(who: Who): MenuSection[] {
  return SECTIONS.map((section) => {
    const items: (MenuEntry | MenuGroup)[] = [];
    const rows = (Object.entries(routes) as [RouteId, Route][])
      .filter(([, r]) => r.menu?.section === section && allows(who, r.needs))
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
    return { section, items };
  }).filter((s) => s.items.length > 0);
}
