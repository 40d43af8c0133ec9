// Addresses inside a text: which parts of it are links, and what of ours they lead to. Pure.
import { z } from 'zod';
import { unpackMapLink } from '@/lib/routes/map-link';
import { routeAt } from '@/lib/routes/rules';

export interface TextPart {
  text: string;
  /** The address that it is; null for words. */
  link: string | null;
}

/** What of ours an address leads to. */
export type Target =
  | { kind: 'record'; layer: number; record: number; href: string }
  | { kind: 'view'; layer: number; view: number; href: string }
  | { kind: 'layer'; layer: number; href: string }
  | { kind: 'project'; project: number; href: string }
  | {
      kind: 'map';
      /** Degrees of its middle, east and north; null where the address does not say. */
      center: readonly [number, number] | null;
      layers: readonly number[];
      href: string;
    };

const MapPart = z.object({
  env: z.object({
    layers: z.object({ order: z.array(z.number()) }).catch({ order: [] }),
    view: z
      .object({ center: z.tuple([z.number(), z.number()]) })
      .nullish()
      .catch(null),
  }),
});

const ADDRESS = /https?:\/\/[^\s<>"'«»]+/gi;
/** What ends a sentence ends no address. */
const TAIL = /[.,;:!?،؛؟)\]}]+$/;
const MAX_CARDS = 3;

/** Words and addresses of a text, in their order. */
export function partsOf(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: hit, index } of text.matchAll(ADDRESS)) {
    const link = hit.replace(TAIL, '');
    if (!URL.canParse(link)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), link: null });
    parts.push({ text: link, link });
    end = index + link.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), link: null });
  return parts;
}

const whole = (text: string | null | undefined): number | null =>
  text && /^\d{1,9}$/.test(text) ? Number(text) : null;

/** What an address of this host leads to; null for any other. */
export function targetOf(link: string, origin: string): Target | null {
  if (!URL.canParse(link)) return null;
  const url = new URL(link);
  const route = url.origin === origin ? routeAt(url.pathname) : null;
  if (!route) return null;
  const href = url.pathname + url.search + url.hash;
  const id = whole(route.params.id);
  if (route.id === 'layerData' && id !== null) {
    const record = whole(url.searchParams.get('record'));
    if (record !== null) return { kind: 'record', layer: id, record, href };
    const view = whole(url.searchParams.get('view'));
    return view === null ? { kind: 'layer', layer: id, href } : { kind: 'view', layer: id, view, href };
  }
  if (route.id === 'projectDetails' && id !== null) return { kind: 'project', project: id, href };
  if (route.id !== 'home') return null;
  const { data: map } = MapPart.safeParse(unpackMapLink(url.hash));
  return { kind: 'map', center: map?.env.view?.center ?? null, layers: map?.env.layers.order ?? [], href };
}

/** What of ours a text leads to, each once, the first few. */
export function targetsOf(text: string, origin: string): Target[] {
  const all = partsOf(text).flatMap(({ link }) => (link && targetOf(link, origin)) || []);
  return [...new Map(all.map((target) => [target.href, target])).values()].slice(0, MAX_CARDS);
}
