// The API as OpenAPI 3.0. Paths are templates: a list of thousands of layers would help nobody.
import {
  CRS_LIST,
  DEFAULT_LIMIT,
  GEO_JSON,
  JSON_TYPE,
  MATRIX_SET,
  MAX_LIMIT,
  MERGE_PATCH,
  PROBLEM_JSON,
  SCHEMA_JSON,
  SNAPSHOT_TYPES,
} from '../../../../contract/ogc-api/names';
import { TITLE, writesAnything } from './documents';
import type { DoorRequest } from './door-request';

const text = { type: 'string' };
const param = (name: string, schema: object, description: string, more: object = {}) => ({
  name,
  in: 'query',
  description,
  required: false,
  schema,
  style: 'form',
  explode: false,
  ...more,
});
const crs = (name: string, description: string) => param(name, { type: 'string', enum: CRS_LIST }, description);

const parameters = {
  collectionId: { name: 'collectionId', in: 'path', required: true, schema: text, description: 'A collection.' },
  featureId: { name: 'featureId', in: 'path', required: true, schema: text, description: 'A record.' },
  // QGIS takes the size of its pages from here.
  limit: param('limit', { type: 'integer', minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT }, 'Records of a page.'), // biome-ignore format: one line
  cursor: param('cursor', text, 'Where a page begins; `next` links carry it.'),
  offset: param('offset', { type: 'integer', minimum: 0 }, 'Records to pass over.'),
  bbox: param(
    'bbox',
    { type: 'array', items: { type: 'number' }, minItems: 4, maxItems: 6 },
    'Records that meet a box.',
  ),
  'bbox-crs': crs('bbox-crs', 'The coordinate system of the box.'),
  crs: crs('crs', 'The coordinate system of the answer.'),
  datetime: param('datetime', text, 'Records of an instant, a day or a span.'),
  filter: param('filter', text, 'A condition in CQL2 text.'),
  'filter-lang': param('filter-lang', { type: 'string', enum: ['cql2-text'], default: 'cql2-text' }, 'The language of the filter.'), // biome-ignore format: one line
  'filter-crs': crs('filter-crs', 'The coordinate system of the shapes of the filter.'),
};
const ref = (name: keyof typeof parameters) => ({ $ref: `#/components/parameters/${name}` });

const problem = {
  description: 'A refusal.',
  content: { [PROBLEM_JSON]: { schema: { $ref: '#/components/schemas/problem' } } },
};
const ok = (type: string, description: string) => ({
  description,
  content: { [type]: { schema: type === 'text/csv' ? text : { type: 'object' } } },
});
const read = (summary: string, type: string, params: object[] = []) => ({
  summary,
  parameters: params,
  responses: { 200: ok(type, summary), default: problem },
});
const body = (...types: string[]) => ({
  required: true,
  content: Object.fromEntries(types.map((type) => [type, { schema: { $ref: '#/components/schemas/feature' } }])),
});
const write = (summary: string, status: number, params: object[], requestBody?: object) => ({
  summary,
  parameters: params,
  ...(requestBody ? { requestBody } : {}),
  responses: { [status]: { description: summary }, 202: { description: 'The change waits for a review.' }, default: problem }, // biome-ignore format: one line
});

const SELECTION = ['bbox', 'bbox-crs', 'datetime', 'filter', 'filter-lang', 'filter-crs'] as const;
const collection = [ref('collectionId')];
const record = [ref('collectionId'), ref('featureId')];

const itemsPath = (writes: boolean) => ({
  get: {
    ...read('Records', GEO_JSON, [...collection, ...(['limit', 'cursor', 'offset', 'crs'] as const).map(ref), ...SELECTION.map(ref)]), // biome-ignore format: one line
    operationId: 'getFeatures',
  },
  ...(writes ? { post: write('The record was made', 201, collection, body(GEO_JSON)) } : {}),
});
const itemPath = (writes: boolean) => ({
  get: { ...read('A record', GEO_JSON, [...record, ref('crs')]), operationId: 'getFeature' },
  ...(writes
    ? {
        put: write('The record was replaced', 204, record, body(GEO_JSON)),
        patch: write('The record was changed', 204, record, body(MERGE_PATCH, GEO_JSON)),
        delete: write('The record was deleted', 204, record),
      }
    : {}),
});

const feature = {
  type: 'object',
  required: ['type'],
  properties: {
    type: { type: 'string', enum: ['Feature'] },
    geometry: { type: 'object', nullable: true },
    properties: { type: 'object', nullable: true },
  },
};
const problemSchema = {
  type: 'object',
  properties: { type: text, title: text, status: { type: 'integer' }, detail: text },
};

export function openApi(request: DoorRequest) {
  const writes = writesAnything(request);
  const isOpen = request.target.door.by !== 'header';
  return {
    openapi: '3.0.3',
    info: { title: TITLE, version: '1.0.0' },
    servers: [{ url: request.base }],
    ...(isOpen ? {} : { security: [{ basic: [] }, { bearer: [] }, { header: [] }] }),
    paths: {
      '/': { get: read('The landing page', JSON_TYPE) },
      '/conformance': { get: read('Conformance classes', JSON_TYPE) },
      '/collections': { get: read('Collections', JSON_TYPE) },
      '/collections/{collectionId}': { get: read('A collection', JSON_TYPE, collection) },
      '/collections/{collectionId}/items': itemsPath(writes),
      '/collections/{collectionId}/items/{featureId}': itemPath(writes),
      '/collections/{collectionId}/schema': { get: read('Fields', SCHEMA_JSON, collection) },
      '/collections/{collectionId}/queryables': { get: read('Fields to filter by', SCHEMA_JSON, collection) },
      '/tileMatrixSets': { get: read('Schemes of tiles', JSON_TYPE) },
      [`/tileMatrixSets/${MATRIX_SET}`]: { get: read('The scheme of tiles', JSON_TYPE) },
      '/collections/{collectionId}/tiles': { get: read('Tilesets', JSON_TYPE, collection) },
      [`/collections/{collectionId}/tiles/${MATRIX_SET}`]: { get: read('A tileset', JSON_TYPE, collection) },
      '/collections/{collectionId}/tilejson': { get: read('Vector tiles', JSON_TYPE, collection) },
      '/collections/{collectionId}/style.json': { get: read('A style for MapLibre', JSON_TYPE, collection) },
      ...Object.fromEntries(Object.entries(SNAPSHOT_TYPES).map(([as, type]) => [`/collections/{collectionId}/snapshot.${as}`, { get: read('All records as a file', type, collection) }])), // biome-ignore format: one line
      '/collections/{collectionId}/items.csv': { get: read('All records', 'text/csv', [...collection, ...SELECTION.map(ref)]) }, // biome-ignore format: one line
    },
    components: {
      parameters,
      schemas: { feature, problem: problemSchema },
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        bearer: { type: 'http', scheme: 'bearer' },
        header: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
    },
  };
}
