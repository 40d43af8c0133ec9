// The catalogue of a customer's open layers: one page for everybody who has its address, without scripts.
import { SNAPSHOT_NAMES, STYLE_TYPES } from '../../../../../contract/ogc-api/names';
import { LAYER_TYPES } from '../../../../../contract/schemas/layer';
import { approvalIn } from '../../../../geo/sight';
import { collectionAddress, type DoorAnswer, type DoorRequest, type Published } from '../door-request';
import { escapeHtml, link, page, WORDS } from '../pages';
import { snapshotFormats } from '../snapshot/files';
import { pictureMap, smallMap } from './small-map';

/** Layers that are shown with a map: each is a statement where it is not kept. */
const MAX_MAPS = 30;

/** What can be had of a layer, each with its address. */
function formatsOf(request: DoorRequest, published: Published): string {
  const { layer, row } = published;
  const words = WORDS[request.lang];
  const href = collectionAddress(request, layer.id);
  const { features, tiles, csv } = layer.services;
  const isPlaced = row.type > LAYER_TYPES.table;
  const isVector = row.type <= LAYER_TYPES.polygon;
  const formats: [boolean, string, string][] = [
    [features, `${href}/items?f=html`, words.table],
    [features, `${href}/items?f=json`, 'GeoJSON'],
    [csv, `${href}/items.csv`, 'CSV'],
    ...snapshotFormats(published).map((as): [boolean, string, string] => [true, `${href}/snapshot.${as}`, SNAPSHOT_NAMES[as]]), // biome-ignore format: one line
    [tiles && isPlaced, `${href}/tilejson`, 'TileJSON'],
    [tiles && isPlaced, `${href}/style.json`, 'MapLibre'],
    ...Object.keys(STYLE_TYPES).map((as): [boolean, string, string] => [features && isPlaced && isVector, `${href}/style.${as}`, as.toUpperCase()]), // biome-ignore format: one line
  ];
  return `<ul>${formats.filter(([isThere]) => isThere).map(([, to, name]) => `<li>${link(to, name)}</li>`).join('')}</ul>`; // biome-ignore format: one line
}

async function entryOf(request: DoorRequest, published: Published, hasMap: boolean): Promise<string> {
  const { layer, row } = published;
  const words = WORDS[request.lang];
  const line = (name: string, text: string) => (text ? `<p>${name}: <bdi>${text}</bdi></p>` : '');
  const licence = /^https?:\/\//.test(layer.licence) ? link(layer.licence, layer.licence, 'license') : escapeHtml(layer.licence); // biome-ignore format: one line
  const count = row.type <= LAYER_TYPES.polygon && !approvalIn(request.caller, row.id) ? new Intl.NumberFormat(request.lang).format(row.record_count) : ''; // biome-ignore format: one line
  const isPicture = row.type > LAYER_TYPES.polygon;
  const label = escapeHtml((isPicture ? words.picture : words.map).replace('{title}', layer.title));
  const map = hasMap ? await (isPicture ? pictureMap : smallMap)(request, published, label) : '';
  return `<article><h2 dir="auto">${link(`${collectionAddress(request, layer.id)}?f=html`, layer.title)}</h2>${
    layer.description ? `<p dir="auto">${escapeHtml(layer.description)}</p>` : ''
  }${line(words.count, count)}${line(words.license, licence)}${line(words.source, escapeHtml(layer.attribution))}${formatsOf(request, published)}${map}</article>`;
}

export async function cataloguePage(request: DoorRequest, all: readonly Published[]): Promise<DoorAnswer> {
  const words = WORDS[request.lang];
  const entries: string[] = [];
  // One after the other: a page takes one turn, not thirty.
  for (const [i, published] of all.entries()) entries.push(await entryOf(request, published, i < MAX_MAPS));
  const body = entries.length > 0 ? entries.join('') : `<p>${words.none}</p>`;
  return page(request, {
    title: words.open,
    hasPictures: all.some(({ row }) => row.type > LAYER_TYPES.polygon),
    body: `<p>${words.openText} <code dir="ltr">${escapeHtml(request.base)}</code></p>${body}`,
  });
}
