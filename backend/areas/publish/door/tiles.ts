// Vector tiles of a published layer: made as the map's own are, with what the caller sees of the records and of their fields.
import { isChoice, specOf } from '../../../../contract/fields';
import { cutLook } from '../../../../contract/look/outside';
import { MVT, TILE_LAYER } from '../../../../contract/ogc';
import { DEEPEST_PICTURE, PICTURE_TAIL, TILE_TAIL } from '../../../../contract/ogc-api/names';
import { LAYER_TYPES } from '../../../../contract/schemas/layer';
import { fieldsToDraw } from '../../../../contract/schemas/style';
import { approvalIn, sightKey } from '../../../geo/sight';
import { MAX_ZOOM, makeTile } from '../../../geo/tiles';
import { collectionAddress, type DoorAnswer, type DoorRequest, missing, type Published } from './door-request';

/** Fields of one tile. */
const MAX_FIELDS = 60;

/** What the look draws by comes first: nothing is drawn without it. */
export function tileFields({ fields, row }: Published): string[] {
  const { style, labels } = cutLook(row.config, fields);
  return [...new Set([...fieldsToDraw(style, labels), ...fields.map(({ name }) => name)])].slice(0, MAX_FIELDS);
}

/** The field of the labels, where what is written is not what is stored. */
const labelOf = ({ fields, row }: Published) =>
  fields.find((field) => field.name === row.config.labels?.field && isChoice(field));

export async function answerTile(
  request: DoorRequest,
  published: Published,
  { z, x, y }: { z: number; x: number; y: number },
  ifNoneMatch: string | undefined,
): Promise<DoorAnswer> {
  const { engine, caller, tiles } = request;
  const { row } = published;
  if (row.type < 1 || row.type > LAYER_TYPES.polygon) throw missing();
  const fields = tileFields(published);
  const label = labelOf(published);
  const scope = `outside;${sightKey(caller, row.id)};${JSON.stringify([fields, label?.name])}`;
  const tile = await tiles.get(row.id, row.rev, scope, z, x, y, () =>
    makeTile(engine.db, {
      layer: row.id,
      type: row.type as 1 | 2 | 3,
      z,
      x,
      y,
      fields,
      label,
      regions: caller.regions,
      approval: approvalIn(caller, row.id),
    }),
  );
  const headers = { etag: tile.etag, 'cache-control': 'private, no-cache' };
  if (ifNoneMatch === tile.etag) return { status: 304, headers, body: null };
  if (tile.body.length === 0) return { status: 204, headers, body: null };
  return {
    type: MVT,
    headers: tile.gzipped ? { ...headers, 'content-encoding': 'gzip' } : headers,
    body: tile.body,
    isCompressed: true,
  };
}

const TILE_TYPES: Record<string, string> = { number: 'Number', reference: 'Number', boolean: 'Boolean' };

export function tileJson(request: DoorRequest, published: Published, box: readonly number[] | null) {
  const { layer, row, fields } = published;
  if (row.type < 1) throw missing();
  const isPicture = row.type > LAYER_TYPES.polygon;
  const bounds = request.caller.regions.length > 0 ? box : row.extent;
  const names = new Set(tileFields(published));
  const described = fields
    .filter(({ name }) => names.has(name))
    .map((field) => [field.name, TILE_TYPES[specOf(field).format] ?? 'String'] as const);
  return {
    tilejson: '3.0.0',
    name: layer.title,
    ...(layer.description ? { description: layer.description } : {}),
    ...(layer.attribution ? { attribution: layer.attribution } : {}),
    scheme: 'xyz',
    tiles: [`${collectionAddress(request, layer.id)}/${isPicture ? PICTURE_TAIL : TILE_TAIL}`],
    minzoom: 0,
    maxzoom: isPicture ? DEEPEST_PICTURE : MAX_ZOOM,
    ...(bounds ? { bounds } : {}),
    ...(isPicture ? {} : { vector_layers: [{ id: TILE_LAYER, fields: Object.fromEntries(described) }] }),
  };
}
