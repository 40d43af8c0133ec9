// Which screens a module or a permission opens, and in which section of the menu a module stands. Pure.
import type { UrlEntry } from '@/contract/schemas/user';
import { routeAt } from '@/lib/routes/rules';
import { type RouteId, SECTIONS, type Section } from '@/lib/routes/table';

/** Modules whose screens stand in no menu. */
const SECTION_OF: Record<number, Section> = { 2: 'spatial', 17: 'projects' };

interface Screen {
  id: RouteId;
  section: Section | undefined;
}

/** Screens that exist, by what opens them. */
function screensOf(urls: readonly UrlEntry[], isOpener: (url: UrlEntry) => boolean): Screen[] {
  const screens = urls.filter(isOpener).flatMap(({ url }): Screen[] => {
    const at = routeAt(url);
    return at?.route.built ? [{ id: at.id, section: at.route.menu?.section }] : [];
  });
  return screens.filter(({ id }, i) => screens.findIndex((one) => one.id === id) === i);
}

export const screensOfModule = (urls: readonly UrlEntry[], module: number): RouteId[] =>
  screensOf(urls, (url) => url.module === module).map(({ id }) => id);
export const screensOfPerm = (urls: readonly UrlEntry[], perm: string): RouteId[] =>
  screensOf(urls, (url) => url.perm === perm).map(({ id }) => id);

/** Modules in the sections of the menu, which stand in its order; each in the first section that one of its screens is in. */
export function modulesBySection(urls: readonly UrlEntry[], modules: readonly number[]): [Section, number[]][] {
  const sectionOf = (module: number): Section =>
    urls.filter((url) => url.module === module).flatMap(({ url }) => routeAt(url)?.route.menu?.section ?? [])[0] ??
    SECTION_OF[module] ??
    'account';
  return SECTIONS.flatMap((section): [Section, number[]][] => {
    const inside = modules.filter((module) => sectionOf(module) === section);
    return inside.length > 0 ? [[section, inside]] : [];
  });
}
