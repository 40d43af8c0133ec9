// Tiles by a template: tried, or read from a TileJSON.
import { z } from 'zod';
import { type ServiceLayer, WHOLE_SERVICE } from '../../../../../contract/schemas/sources/service';
import { isTileTemplate } from '../requests';
import { clean, emptyLayer, formatsOf, notMapService, toExtent } from './document';
import type { Reading } from './wms';

const MAX_ZOOM = 24;
const zoom = z.number().int().min(0).max(30).nullish().catch(null);
const TileJson = z.object({
  tiles: z.array(z.string()).min(1),
  name: z.string().nullish().catch(null),
  attribution: z.string().nullish().catch(null),
  scheme: z.string().nullish().catch(null),
  format: z.string().nullish().catch(null),
  minzoom: zoom,
  maxzoom: zoom,
  bounds: z.array(z.number()).nullish().catch(null),
  vector_layers: z.unknown().optional(),
});

const plain = (html: string) => clean(html.replace(/<[^>]{0,500}>/g, ' ').replace(/&copy;/gi, '©').replace(/&amp;/gi, '&'), 500); // biome-ignore format: one chain

/** The one layer of a template. */
export function templateLayer(url: URL, more: Partial<ServiceLayer> = {}): ServiceLayer {
  return { ...emptyLayer, name: WHOLE_SERVICE, title: url.hostname, formats: ['image/png', 'image/jpeg', 'image/webp'], ...more }; // biome-ignore format: one value
}

/** Refuses with 'serviceNotMap' what is no TileJSON, and one of vector tiles. */
export function readTileJson(body: Buffer, base: URL): Reading {
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch {
    throw notMapService();
  }
  const parsed = TileJson.safeParse(json);
  if (!parsed.success) throw notMapService();
  const { tiles, name, attribution, scheme, format, minzoom, maxzoom, bounds, vector_layers } = parsed.data;
  const [tile = ''] = tiles;
  if (vector_layers !== undefined || /^(pbf|mvt)$/i.test(format ?? '') || !URL.canParse(tile, base.href))
    throw notMapService();
  const at = new URL(tile, base);
  for (const key of base.searchParams.keys()) at.searchParams.delete(key);
  const url = decodeBraces(at.href);
  if (!/^https?:$/.test(at.protocol) || at.username || !isTileTemplate(url)) throw notMapService();
  const title = clean(name ?? '') || at.hostname;
  const layer = templateLayer(at, {
    title,
    extent: bounds?.length === 4 ? toExtent(bounds) : null,
    min_zoom: minzoom ?? null,
    max_zoom: maxzoom == null ? null : Math.min(maxzoom, MAX_ZOOM),
    attribution: attribution ? plain(attribution) || null : null,
    ...(format ? { formats: formatsOf([`image/${format.toLowerCase().replace('jpg', 'jpeg')}`]) } : {}),
  });
  return {
    title,
    version: '1.0.0',
    layers: [layer],
    isCut: false,
    url: withKeys(scheme === 'tms' ? url.replace('{y}', '{-y}') : url, at, base),
  };
}

const decodeBraces = (href: string) => href.replace(/%7B(-?\w+)%7D/gi, '{$1}');
/** The caller's keys go along to tiles of the same host. */
const withKeys = (url: string, at: URL, base: URL) =>
  base.search === '' || at.origin !== base.origin
    ? url
    : `${url}${url.includes('?') ? '&' : '?'}${base.search.slice(1)}`;
