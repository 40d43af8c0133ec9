// Tiles of layers that are pictures: map services and rasters, drawn as the map draws them.
import { LAYER_TYPES } from '../../../../contract/schemas/layer';
import type { createLayerPictures } from '../../ogc/pictures';
import { type DoorAnswer, missing, type Published } from './door-request';

export type Draw = ReturnType<typeof createLayerPictures>['renderPicture'];

/** As long as the map itself keeps them. */
const CACHE = 'private, max-age=300';

export async function answerPicture(
  { row }: Published,
  { z, x, y }: { z: number; x: number; y: number },
  draw: Draw | null,
): Promise<DoorAnswer> {
  if (row.type < LAYER_TYPES.wms || !draw) throw missing();
  const { body, type } = await draw(row, { kind: 'tile', layer: '', format: 'picture', z, x, y, version: '' });
  const headers = { 'cache-control': CACHE };
  return body ? { type, headers, body, isCompressed: true } : { status: 204, headers, body: null };
}
