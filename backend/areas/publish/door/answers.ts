// What the door answers to whom: documents, records, files and writes, each as JSON or as a page.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JSON_TYPE, OPENAPI_JSON, SCHEMA_JSON } from '../../../../contract/ogc-api/names';
import type { OgcApiRequest } from '../../../../contract/ogc-api/read';
import { selectLayers } from '../../layers/store';
import type { DoorCaller } from '../keys/door-caller';
import { cataloguePage } from './catalogue/page';
import { answerCsv } from './csv';
import { collection, collections, conformance, landing, regionBox } from './documents';
import { type DoorAnswer, type DoorRequest, missing, type Published, visibleFields } from './door-request';
import { answerItem, answerItems, getOne, readPage } from './items';
import { openApi } from './openapi';
import { collectionsPage, documentPage, jsonPage, recordsPage } from './pages';
import { answerPicture, type Draw } from './picture-tiles';
import { prefersPage } from './respond';
import { featureSchema, queryables, schema } from './schema';
import { answerSnapshot, type Snapshots } from './snapshot/files';
import { answerStyleFile, styleJson } from './styles';
import { answerTile, tileJson } from './tiles';
import { matrixSet, matrixSets, tileset, tilesets } from './tilesets/documents';
import { allowedMethods, answerWrite, isWrite } from './writes';

const json = (document: unknown, type = JSON_TYPE): DoorAnswer => ({ type, body: JSON.stringify(document) });

async function publishedLayers(
  request: Pick<DoorRequest, 'engine' | 'door'>,
  ids: readonly number[],
): Promise<Published[]> {
  const { door, engine } = request;
  const layerIds = ids.filter((id) => door.layers.has(id));
  if (layerIds.length === 0) return [];
  const rows = await selectLayers(engine.db, door.caller).where('l.id', 'in', layerIds).orderBy('l.id').execute(); // biome-ignore format: one line
  return rows.map((row) => {
    const layer = door.layers.get(row.id) as Published['layer'];
    return { layer, row, fields: visibleFields(layer, row.config.form) };
  });
}

const SERVICES: Partial<Record<OgcApiRequest['kind'], keyof Published['layer']['services']>> = { items: 'features', item: 'features', schema: 'features', queryables: 'features', tile: 'tiles', picture: 'tiles', tilejson: 'tiles', tilesets: 'tiles', tileset: 'tiles', style: 'tiles', styleFile: 'features', snapshot: 'features', csv: 'csv' }; // biome-ignore format: one line

/** Layers that tiles were asked of lately: they live as long as what is known of the caller, which is a second. */
const tileLayers = new WeakMap<DoorCaller, Map<number, Promise<Published[]>>>();

/** A map asks for many tiles at once: their layer is looked up once for all of them. */
function tileLayer({ door, engine }: DoorRequest, id: number): Promise<Published[]> {
  const rows = tileLayers.get(door) ?? new Map<number, Promise<Published[]>>();
  tileLayers.set(door, rows);
  const row = rows.get(id) ?? publishedLayers({ door, engine }, [id]);
  rows.set(id, row);
  row.catch(() => rows.delete(id));
  return row;
}

/** The layer of a request; one that is not the caller's, and a service that is off, are not there. */
async function publishedOf(request: DoorRequest): Promise<Published | null> {
  const { target } = request;
  if (!('layer' in target)) return null;
  const [published] = await (target.kind === 'tile' || target.kind === 'picture' ? tileLayer(request, target.layer) : publishedLayers(request, [target.layer])); // biome-ignore format: one line
  const service = SERVICES[target.kind];
  if (!published || (service && !published.layer.services[service])) throw missing();
  return published;
}

/** The documents that are about no layer. */
async function answerDocument(request: DoorRequest, isPage: boolean): Promise<DoorAnswer> {
  switch (request.target.kind) {
    case 'landing':
      if (!isPage) return json(landing(request));
      // Whoever has only the address of open layers is told what they are.
      return request.target.door.by === 'open'
        ? cataloguePage(request, await publishedLayers(request, [...request.door.layers.keys()]))
        : documentPage(request, landing(request));
    case 'conformance':
      return isPage ? jsonPage(request, 'Conformance', conformance(request)) : json(conformance(request));
    case 'matrixSets':
      return json(matrixSets(request));
    case 'matrixSet':
      return json(matrixSet(request));
    case 'api':
      return isPage ? jsonPage(request, 'API', openApi(request)) : json(openApi(request), OPENAPI_JSON);
    default: {
      const all = await publishedLayers(request, [...request.door.layers.keys()]);
      return isPage ? collectionsPage(request, all) : json(collections(request, all, await regionBox(request)));
    }
  }
}

/** What a client says of the answer that it wants. */
type AskedHeaders = FastifyRequest['headers'];
interface Client {
  headers: AskedHeaders;
  /** Is told of records that a file holds. */
  count: (records: number) => void;
  /** Draws layers that are pictures; null where nobody looks at one. */
  draw: Draw | null;
  /** Files of whole layers; null where nobody downloads. */
  snapshots: Snapshots | null;
}

async function answerRead(
  request: DoorRequest,
  published: Published,
  isPage: boolean,
  { headers, count, draw, snapshots }: Client,
): Promise<DoorAnswer> {
  const { target } = request;
  switch (target.kind) {
    case 'items':
      if (!isPage) return answerItems(request, published, target);
      // People leaf through twenty at a time where they do not say how many.
      return recordsPage(request, published, await readPage(request, published, target.params.has('limit') ? target : { ...target, limit: 20 }, () => 0)); // biome-ignore format: one line
    case 'item':
      if (!isPage) return answerItem(request, published, target);
      return recordsPage(request, published, { rows: [await getOne(request, published, target.record)], next: null });
    case 'collection': {
      const document = collection(request, published, await regionBox(request));
      return isPage ? documentPage(request, document) : json(document);
    }
    case 'schema':
      return json((target.isFeature ? featureSchema : schema)(request, published), SCHEMA_JSON);
    case 'queryables':
      return json(queryables(request, published), SCHEMA_JSON);
    case 'tilejson':
      return json(tileJson(request, published, await regionBox(request)));
    case 'tilesets':
      return json(tilesets(request, published, target.isPicture));
    case 'tileset':
      return json(tileset(request, published, target.isPicture, await regionBox(request)));
    case 'tile':
      return answerTile(request, published, target, headers['if-none-match']);
    case 'picture':
      return answerPicture(published, target, draw);
    case 'style':
      return json(styleJson(request, published));
    case 'styleFile':
      return answerStyleFile(published, target.as);
    case 'snapshot':
      return answerSnapshot(request, published, target.as, headers, snapshots);
    case 'csv':
      return answerCsv(request, published, target, count);
    default:
      throw missing();
  }
}

function answerReading(request: DoorRequest, published: Published | null, client: Client): Promise<DoorAnswer> {
  const { format } = request.target;
  const isPage = format === null ? prefersPage(client.headers.accept) : format === 'html';
  return published ? answerRead(request, published, isPage, client) : answerDocument(request, isPage);
}

/** The answer to a request. */
export async function answerRequest(
  request: DoorRequest,
  http: { request: FastifyRequest; reply: FastifyReply },
  client: Omit<Client, 'headers'>,
): Promise<DoorAnswer> {
  const { target } = request;
  const published = await publishedOf(request);
  if (target.method === 'OPTIONS') {
    const allow = published ? allowedMethods(request, published) : 'GET, HEAD, OPTIONS';
    return { headers: { allow }, body: null };
  }
  if (published && isWrite(target.method)) return answerWrite(request, published, http);
  return answerReading(request, published, { ...client, headers: http.request.headers });
}

/** The same for what is only read, where nobody has come over the wire. */
export const readLikeOutside = async (request: DoorRequest): Promise<DoorAnswer> =>
  answerReading(request, await publishedOf(request), { headers: {}, count: () => {}, draw: null, snapshots: null });
