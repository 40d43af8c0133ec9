// The same documents as plain pages for people: no script, one style, everything escaped.
import { createHash } from 'node:crypto';
import { collectionName } from '../../../../contract/ogc-api/names';
import type { Value } from '../../../../contract/schemas/form';
import { cellOf } from '../../../../contract/values/value-text';
import en from '../../../../messages/en/outside.json';
import fa from '../../../../messages/fa/outside.json';
import type { Link } from './documents';
import { collectionAddress, type DoorAnswer, type DoorRequest, type Published, selfAddress } from './door-request';
import type { FeatureRow } from './feature-text';

const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.6 sans-serif;margin:2rem auto;max-width:70rem;padding-inline:1rem}table{border-collapse:collapse}th,td{border:1px solid #999;padding:.2rem .6rem;text-align:start}nav a{margin-inline-end:1rem}div{overflow-x:auto}article{display:grid;grid-template-columns:minmax(0,1fr) auto;gap:0 1.5rem;border-block-start:1px solid #999;padding-block:1rem}article>*{grid-column:1}article>svg,article>img{grid-column:2;grid-row:1/99;max-inline-size:100%}article p{margin:.25rem 0}article h2{margin:0;font-size:1.2rem}article ul{display:flex;flex-wrap:wrap;gap:0 1rem;margin:.25rem 0;padding:0;list-style:none}code{overflow-wrap:anywhere}@media(max-width:40rem){article{grid-template-columns:minmax(0,1fr)}article>svg,article>img{grid-column:1;grid-row:auto}}';
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: unknown): string => String(text).replace(/[&<>"']/g, (c) => ENTITIES[c] as string);
export const link = (href: string, text: string, rel = ''): string => `<a href="${escapeHtml(href)}"${rel ? ` rel="${rel}"` : ''}>${escapeHtml(text)}</a>`; // biome-ignore format: one line

interface Page {
  title: string;
  /** HTML, already escaped. */
  body: string;
  /** It shows pictures of this host. */
  hasPictures?: boolean;
}

export function page({ lang, base, target }: DoorRequest, { title, body, hasPictures = false }: Page): DoorAnswer {
  const isOpen = target.door.by === 'open';
  return {
    type: 'text/html; charset=utf-8',
    headers: {
      'content-security-policy': hasPictures ? `${POLICY}; img-src 'self'` : POLICY,
      ...(isOpen ? {} : { 'x-robots-tag': 'noindex' }),
    },
    body: `<!doctype html><html lang="${lang}" dir="${lang === 'fa' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${isOpen ? '' : '<meta name="robots" content="noindex">'}<meta name="referrer" content="no-referrer"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head><body><nav>${link(`${base}?f=html`, 'Pahneh')}${link(`${base}/collections?f=html`, WORDS[lang].collections)}</nav><h1 dir="auto">${escapeHtml(title)}</h1>${body}</body></html>`,
  };
}

export const WORDS = { fa, en };

type Word = keyof typeof fa;
const isWord = (text: string): text is Word => text in fa;

/** The links of a document as a list, each address once, called by what they lead to in the reader's language. */
function linkList({ lang }: DoorRequest, links: readonly Link[]): string {
  const items = [...new Map(links.map((one) => [one.href, one])).values()].map(({ href, rel, type, title }) => {
    // Of several files each is called by its format.
    if (rel === 'enclosure' && type !== 'text/csv') return `<li>${link(href, title)}</li>`;
    const word = (rel.split('/').at(-1) ?? '').replace('-', '_').replace('describedby', 'describedBy');
    return `<li>${link(href, isWord(word) ? WORDS[lang][word] : title)}</li>`;
  });
  return `<ul>${items.join('')}</ul>`;
}

/** A document with links, as a page. */
export const documentPage = (
  request: DoorRequest,
  document: { title: string; description?: string; links: readonly Link[] },
): DoorAnswer =>
  page(request, {
    title: document.title,
    body: `${document.description ? `<p dir="auto">${escapeHtml(document.description)}</p>` : ''}${linkList(request, document.links)}`,
  });

/** Any other document: its JSON. */
export const jsonPage = (request: DoorRequest, title: string, document: unknown): DoorAnswer =>
  page(request, { title, body: `<div><pre dir="ltr">${escapeHtml(JSON.stringify(document, null, 2))}</pre></div>` });

export const collectionsPage = (request: DoorRequest, all: readonly Published[]): DoorAnswer =>
  page(request, {
    title: WORDS[request.lang].collections,
    body: `<ul>${all
      .map(({ layer }) => {
        const href = `${collectionAddress(request, layer.id)}?f=html`;
        const more = [layer.description, layer.licence].filter(Boolean).map((text) => `<br><span dir="auto">${escapeHtml(text)}</span>`); // biome-ignore format: one line
        return `<li><bdi>${link(href, layer.title)}</bdi> <bdi>${collectionName(layer.id)}</bdi>${more.join('')}</li>`;
      })
      .join('')}</ul>`,
  });

const cell = (value: string): string => `<td dir="auto">${value}</td>`;

/** Records as a table. */
export function recordsPage(
  request: DoorRequest,
  { layer, fields }: Published,
  { rows, next }: { rows: readonly FeatureRow[]; next: string | null },
): DoorAnswer {
  const words = WORDS[request.lang];
  const items = `${collectionAddress(request, layer.id)}/items`;
  const head = ['id', ...fields.map(({ label }) => label), words.place].map((name) => `<th dir="auto">${escapeHtml(name)}</th>`); // biome-ignore format: one line
  const body = rows.map(({ id, value, geometry }) => {
    const cells = fields.map((field) => escapeHtml(cellOf(field, (value[field.name] ?? null) as Value) ?? ''));
    const place = geometry === null ? '' : escapeHtml(geometry.length > 80 ? `${geometry.slice(0, 80)}…` : geometry);
    return `<tr>${[link(`${items}/${id}?f=html`, String(id)), ...cells, place].map(cell).join('')}</tr>`;
  });
  const links = [link(selfAddress(request, { f: 'json' }), words.json), ...(next ? [link(next, words.next, 'next')] : [])]; // biome-ignore format: one line
  return {
    ...page(request, {
      title: layer.title,
      body: `<p>${links.join(' ')}</p><div><table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`,
    }),
    records: rows.length,
  };
}
