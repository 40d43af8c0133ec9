// Asks a map service what it offers, whatever its kind, and says in one sentence each why that does not succeed.
import type { ServiceCapabilities, ServiceKind } from '../../../../../contract/schemas/sources/service';
import { ImportProblem } from '../../../../geo/import/problems';
import type { World } from '../../../../http/context';
import { Refusal } from '../../../../http/errors';
import { fetchRemote } from '../remote';
import { authorizationOf, isTileTemplate, requestUrl, tileUrl } from '../requests';
import { readArcgis } from './arcgis';
import { notMapService, openXml } from './document';
import { type Reading, readWms } from './wms';
import { readWmts } from './wmts';
import { readTileJson, templateLayer } from './xyz';

const MAX_BYTES = 16 * 1024 * 1024;
const MAX_TILE_BYTES = 4 * 1024 * 1024;
const DEADLINE_MS = 15_000;
/** What a service calls a document differs: it is known by what is in it. */
const ANYTHING = /^/;
const PICTURE = /^image\//i;
/** Keys that ask for one thing: the list is asked for by our own. */
const OWN_KEYS = new Set(
  'SERVICE REQUEST VERSION LAYERS LAYER STYLES STYLE FORMAT BBOX WIDTH HEIGHT CRS SRS TRANSPARENT EXCEPTIONS TILEMATRIXSET TILEMATRIX TILEROW TILECOL F'.split(
    ' ',
  ),
);
/** Where tiles are looked for: the whole world, else Iran at a zoom that every map of a country has. */
const TRIAL_TILES = [
  { z: 0, x: 0, y: 0 },
  { z: 6, x: 41, y: 25 },
  { z: 12, x: 2633, y: 1612 },
];

export interface Question {
  kind: ServiceKind;
  /** With the keys that open it. */
  url: string;
  username?: string | undefined;
  password?: string | undefined;
}

/** The address without what asks for one thing alone. */
function tidy({ kind, url }: Question): { url: string; removed: string[] } {
  if (kind === 'xyz') return { url, removed: [] };
  const at = new URL(url);
  const removed = [...at.searchParams.keys()].filter((key) => OWN_KEYS.has(key.toUpperCase()));
  for (const key of removed) at.searchParams.delete(key);
  // A layer of an ArcGIS service, or its page, stands for the service.
  if (kind === 'arcgis') at.pathname = at.pathname.replace(/(\/(?:Map|Image)Server)(?:\/\d*)?$/i, '$1');
  return { url: at.href, removed };
}

const get = (world: Pick<World, 'config'>, question: Question, address: URL, accept = ANYTHING, maxBytes = MAX_BYTES) =>
  fetchRemote(world, address, accept, maxBytes, {
    deadlineMs: DEADLINE_MS,
    authorization: address.origin === new URL(question.url).origin ? authorizationOf(question) : undefined,
  });

async function readXml(world: Pick<World, 'config'>, question: Question): Promise<Reading & { kind: ServiceKind }> {
  const base = new URL(question.url);
  const keys = { SERVICE: question.kind.toUpperCase(), REQUEST: 'GetCapabilities' };
  const address = /\.xml$/i.test(base.pathname) ? base : requestUrl(question, keys);
  const document = openXml((await get(world, question, address)).body);
  if (document.root === 'Capabilities') return { kind: 'wmts', ...(await readWmts(document, base)) };
  if (!/^WM(T_M)?S_Capabilities$/.test(document.root)) throw notMapService();
  return { kind: 'wms', ...(await readWms(document)) };
}

async function readTiles(world: Pick<World, 'config'>, question: Question): Promise<Reading> {
  const at = new URL(question.url);
  if (!isTileTemplate(question.url)) return readTileJson((await get(world, question, at)).body, at);
  let last: unknown;
  for (const tile of TRIAL_TILES) {
    try {
      await get(world, question, tileUrl(question.url, tile), PICTURE, MAX_TILE_BYTES);
      const layers = [templateLayer(at)];
      return { title: at.hostname, version: '1.0.0', layers, isCut: false };
    } catch (error) {
      last = error;
      const status = error instanceof Refusal && error.wording === 'serviceStatus' ? error.more.params?.status : null;
      if (status !== 400 && status !== 404 && status !== 204) break;
    }
  }
  throw last;
}

/** The same failure in the words of somebody who looks for a service, and not of a map that draws one. */
export function explain(error: unknown): unknown {
  if (!(error instanceof Refusal)) return error instanceof ImportProblem ? notMapService() : error;
  const { wording, more } = error;
  if (wording === 'serviceFailed') return notMapService();
  if (wording !== 'serviceStatus') return error;
  const { status, to } = more.params ?? {};
  if (status === 401 || status === 403 || status === 407) return new Refusal(502, 'serviceSignIn');
  return to ? new Refusal(502, 'serviceMoved', { params: { to } }) : error;
}

/**
 * What a service offers. Throws (502) 'serviceHost', 'serviceSilent', 'serviceSignIn', 'serviceMoved', 'serviceStatus', 'serviceSaid',
 * 'serviceNotMap' and 'serviceNoMercator'.
 */
export async function readCapabilities(world: Pick<World, 'config'>, input: Question): Promise<ServiceCapabilities> {
  const { url, removed } = tidy(input);
  const question = { ...input, url };
  try {
    const reading =
      input.kind === 'xyz'
        ? { kind: input.kind, ...(await readTiles(world, question)) }
        : input.kind === 'arcgis'
          ? { kind: input.kind, ...readArcgis((await get(world, question, requestUrl(question, { f: 'json' }))).body) }
          : await readXml(world, question);
    const { kind, title, version, layers, isCut } = reading;
    const named = layers.filter(({ name }) => name !== null);
    if (named.length === 0) throw notMapService();
    if (!named.some((layer) => layer.has_mercator)) throw new Refusal(502, 'serviceNoMercator');
    return { kind, url: reading.url ?? url, removed, title, version, layers, is_cut: isCut };
  } catch (error) {
    throw explain(error);
  }
}
