// The XML by which a map service describes itself: its letters, its first element, and its parts one after the other.
import { setImmediate } from 'node:timers/promises';
import type { Extent } from '../../../../../contract/schemas/common';
import { SERVICE_FORMATS, type ServiceLayer } from '../../../../../contract/schemas/sources/service';
import { type Element, elements } from '../../../../geo/import/xml';
import { Refusal } from '../../../../http/errors';
import { exceptionIn } from '../remote';

export type { Element };

/** The declaration, a DOCTYPE, comments and the first element stand within so many letters. */
const HEAD = 8192;
/** So many letters are read before others have their turn. */
const PIECE = 64 * 1024;
const MAX_ELEMENTS = 300_000;
export const MAX_LAYERS = 3000;
const MAX_TITLE = 300;
/** Of older services; the reader takes no DOCTYPE, and nothing in one is of use here. */
const DOCTYPE = /<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/i;
const COMMENT = /<!--[\s\S]*?-->/g;

export const notMapService = () => new Refusal(502, 'serviceNotMap');

function decode(body: Buffer): string {
  const start = body.toString('latin1', 0, 200);
  const isWide = /^(\xff\xfe|\xfe\xff)/.exec(start)?.[0];
  const encoding = isWide
    ? `utf-16${isWide === '\xff\xfe' ? 'le' : 'be'}`
    : (/<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(start)?.[1] ?? 'utf-8');
  try {
    return new TextDecoder(encoding).decode(body);
  } catch {
    return body.toString();
  }
}

export interface XmlDocument {
  /** Name of the first element, without its prefix. */
  root: string;
  version: string;
  /** Parts with one of these names, whole, with the names of the elements around them. */
  parts(...names: string[]): ReturnType<typeof elements>;
}

/** Refuses with 'serviceSaid' an error of the service, and with 'serviceNotMap' what is no XML. */
export function openXml(body: Buffer): XmlDocument {
  const text = decode(body);
  // DTDs are looked for at the start alone: a text of nothing but their beginnings would be searched again and again.
  const head = text.slice(0, HEAD).replace(COMMENT, '').replace(DOCTYPE, '');
  const [, root, attributes = ''] = /^[^<]*(?:<\?[^>]*>\s*)*<(?:[\w.-]+:)?([A-Za-z][\w.-]*)\b([^>]*)>/.exec(head) ?? [];
  if (root === undefined) throw notMapService();
  if (/Exception/i.test(root)) {
    const said = exceptionIn(text.slice(0, PIECE));
    throw said ? new Refusal(502, 'serviceSaid', { params: { said } }) : notMapService();
  }
  const all = head + text.slice(HEAD);
  async function* pieces() {
    for (let at = 0; at < all.length; at += PIECE) {
      yield all.slice(at, at + PIECE);
      await setImmediate();
    }
  }
  return {
    root,
    version: /\bversion\s*=\s*["']([\d.]{1,10})["']/.exec(attributes)?.[1] ?? '',
    parts: (...names) => elements(pieces(), new Set(names), MAX_ELEMENTS),
  };
}

export const child = (element: Element, name: string) => element.children.find((one) => one.name === name);
export const childrenOf = (element: Element, name: string) => element.children.filter((one) => one.name === name);
export const clean = (text: string, max = MAX_TITLE) => text.replace(/\s+/g, ' ').trim().slice(0, max);
export const textIn = (element: Element, name: string) => clean(child(element, name)?.text ?? '');
/** The number of a child; NaN where there is none. */
export const numberIn = (element: Element, name: string) => {
  const text = textIn(element, name);
  return text === '' ? Number.NaN : Number(text);
};

/** Numbers as an extent in degrees; null where they are no place on earth. */
export function toExtent([
  west = Number.NaN,
  south = Number.NaN,
  east = Number.NaN,
  north = Number.NaN,
]: readonly number[]): Extent | null {
  const isOnEarth = west <= east && south <= north && Math.abs(south) <= 90 && Math.abs(north) <= 90;
  return isOnEarth && west >= -360 && east <= 360 ? [west, south, east, north] : null;
}

export const isMercator = (crs: string): boolean =>
  /(?:^|[:/])(?:3857|900913|102100|102113|3785|41001)$/.test(crs.trim());

/** Formats that we draw, in our order; `image/png; mode=8bit` counts as PNG where nothing plainer is offered. */
export function formatsOf(texts: readonly string[]): ServiceLayer['formats'] {
  const plain = texts.map((text) => text.toLowerCase().trim());
  const exact = SERVICE_FORMATS.filter((format) => plain.includes(format));
  return exact.length > 0 ? exact : SERVICE_FORMATS.filter((format) => plain.some((text) => text.startsWith(`${format};`) || text.startsWith(`${format} `))); // biome-ignore format: one choice
}

/** Scale denominator of zoom 0 with tiles of 256 pixels of 0.28 mm (OGC 07-057r7, annex E.4). */
export const SCALE_0 = 559_082_264.0287178;
/** The zoom of a scale denominator, within what a map has; null for one that says nothing. */
export function zoomOf(denominator: number): number | null {
  if (!(denominator > 0) || !Number.isFinite(denominator)) return null;
  return Math.max(0, Math.min(24, Math.log2(SCALE_0 / denominator)));
}

export const emptyLayer: Omit<ServiceLayer, 'title'> = {
  name: null,
  depth: 0,
  extent: null,
  min_zoom: null,
  max_zoom: null,
  has_mercator: true,
  styles: [],
  has_legend: false,
  formats: [],
  matrix_sets: [],
  templates: [],
  attribution: null,
};
