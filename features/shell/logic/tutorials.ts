// The help pages that a person has use for, in the sections of the menu, and what is found in them. Pure.
import { fold } from '@/contract/fold';
import { menuFor } from '@/lib/routes/menu';
import type { Who } from '@/lib/routes/rules';
import { type RouteId, routes, type Section } from '@/lib/routes/table';
import { helpSlug } from './menu-state';

export interface HelpEntry {
  slug: string;
  /** The screen that it is about; null for a page of the map's tools. */
  route: RouteId | null;
}
export interface HelpSection {
  section: Section | 'map';
  pages: HelpEntry[];
}

/** Pages of the map's tools and panels: all of them stand on a screen that everybody opens. */
const MAP_PAGES =
  'layers-tab draw-tab measurement identify search-query bookmarks coordinates-dialog map-grid maptip print home-table analyze-buffer merge-layer-data layer-style layer-label layer-scale'.split(
    ' ',
  );

/** Each page stands once, where the menu comes to it first. */
export function sectionsFor(who: Who): HelpSection[] {
  const slugs = new Set<string>();
  const isFirst = (slug: string) => !slugs.has(slug) && Boolean(slugs.add(slug));
  const sections: HelpSection[] = menuFor(who).map(({ section, items }) => ({
    section,
    pages: items
      .flatMap((item) => ('group' in item ? item.entries : [item]))
      .flatMap(({ id }) => {
        const slug = id === 'tutorials' ? '' : helpSlug(routes[id].path);
        return slug && isFirst(slug) ? [{ slug, route: id }] : [];
      }),
  }));
  const map: HelpSection = { section: 'map', pages: MAP_PAGES.filter(isFirst).map((slug) => ({ slug, route: null })) };
  return [...sections.slice(0, 1), map, ...sections.slice(1)].filter(({ pages }) => pages.length > 0);
}

/** The first heading of a page. */
export const titleOf = (source: string): string => /^#\s+(.+)$/m.exec(source)?.[1]?.trim() ?? '';

/** Whether a page holds all words, as people spell them. */
export function holdsWords(source: string, typed: string): boolean {
  const text = fold(source);
  return fold(typed)
    .split(' ')
    .every((word) => text.includes(word));
}

/** How a tutorial of the organisation is called in the address and among help pages. */
export const ownSlug = (id: number): string => `own-${id}`;
