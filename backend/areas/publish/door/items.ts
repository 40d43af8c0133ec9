// Pages of records, and single ones, as GeoJSON.
import { GEO_JSON, JSON_TYPE } from '../../../../contract/ogc-api/names';
import type { ItemsRequest } from '../../../../contract/ogc-api/read';
import { cursorOf } from '../../../../contract/ogc-api/values';
import {
  collectionAddress,
  type DoorAnswer,
  type DoorRequest,
  missing,
  type Published,
  selfAddress,
} from './door-request';
import { type FeatureRow, featureWriter } from './feature-text';
import { countFound, findRecords, readFound, readOne } from './records';
import { learnWide } from './wide';

/** A page ends early here; its `next` says that there is more. */
const MAX_PAGE_BYTES = 16 * 1024 * 1024;

export interface ItemsPage {
  rows: FeatureRow[];
  /** Where the next page begins; null at the end. */
  next: string | null;
  matched: number | null;
}

/** Reads a page up to its limit or its bytes; `write` gives the length of what becomes of a record. */
export async function readPage(
  request: DoorRequest,
  published: Published,
  items: ItemsRequest,
  write: (row: FeatureRow) => number,
): Promise<ItemsPage> {
  const matches = await findRecords(request, published, items);
  const rows: FeatureRow[] = [];
  let bytes = 0;
  let hasMore = false;
  reading: for await (const chunk of readFound(request, published, matches, { ...items, limit: items.limit + 1 }))
    for (const row of chunk) {
      hasMore = rows.length === items.limit || bytes > MAX_PAGE_BYTES;
      if (hasMore) break reading;
      bytes += write(row);
      rows.push(row);
    }
  await learnWide(request, published, rows.map(({ value }) => value)); // biome-ignore format: one line
  const last = rows.at(-1);
  return {
    rows,
    next: hasMore && last ? selfAddress(request, { cursor: cursorOf(last.id), offset: null }) : null,
    matched: await countFound(request, published, matches),
  };
}

/** Links of a page of records, or of one. */
function linksOf(request: DoorRequest, layer: number, next: string | null): string {
  const links = [
    { rel: 'self', type: GEO_JSON, title: 'This page', href: selfAddress(request) },
    { rel: 'alternate', type: 'text/html', title: 'This page for people', href: selfAddress(request, { f: 'html' }) },
    { rel: 'collection', type: JSON_TYPE, title: 'The collection', href: collectionAddress(request, layer) },
    ...(next === null ? [] : [{ rel: 'next', type: GEO_JSON, title: 'The next page', href: next }]),
  ];
  return `,"links":${JSON.stringify(links)}`;
}

export const crsHeader = (crs: string) => ({ 'content-crs': `<${crs}>` });

export async function answerItems(
  request: DoorRequest,
  published: Published,
  items: ItemsRequest,
): Promise<DoorAnswer> {
  const texts: string[] = [];
  const write = featureWriter(published, items.crs);
  const { next, matched } = await readPage(request, published, items, (row) => {
    const text = write(row);
    texts.push(text);
    return text.length;
  });
  const count = matched === null ? '' : `,"numberMatched":${matched}`;
  return {
    type: GEO_JSON,
    headers: crsHeader(items.crs),
    records: texts.length,
    body: `{"type":"FeatureCollection","timeStamp":"${request.now().toISOString()}","numberReturned":${texts.length}${count}${linksOf(request, published.layer.id, next)},"features":[${texts.join(',')}]}`,
  };
}

export async function getOne(request: DoorRequest, published: Published, id: number | null): Promise<FeatureRow> {
  const row = id === null ? undefined : await readOne(request, published, id);
  if (!row) throw missing();
  return row;
}

export async function answerItem(
  request: DoorRequest,
  published: Published,
  { record, crs }: { record: number | null; crs: ItemsRequest['crs'] },
): Promise<DoorAnswer> {
  const row = await getOne(request, published, record);
  return {
    type: GEO_JSON,
    headers: { ...crsHeader(crs), etag: `"${row.version}"` },
    records: 1,
    body: featureWriter(published, crs)(row, linksOf(request, published.layer.id, null)),
  };
}
