// Pictures of services and rasters, and what lies at a pixel.
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { boxOfTile, type OgcRequest, WORLD } from '../../../contract/ogc-request';
import type { RasterStyle } from '../../../contract/schemas/sources/raster';
import { latOf } from '../../geo/morton';
import { valuesAt } from '../../geo/raster/opened';
import { renderRaster } from '../../geo/raster/render';
import type { World } from '../../http/context';
import { Refusal } from '../../http/errors';
import type { Caller } from '../../identity/caller';
import { openVault } from '../../vault';
import { getRaster, rasterPlace } from '../layers/raster/read';
import { askService } from '../layers/service/requests';
import { openSource } from '../layers/service/secret';
import type { LayerRow } from '../layers/store';
import { findNear } from '../records/search-store';

const TILE_SIDE = 256;
const MAX_PICTURE_BYTES = 64 * 1024 * 1024;
/** Pixels round a click within which a record counts as met. */
const CLICK_TOLERANCE_PX = 5;
const PNG = 'image/png';

type Info = Extract<OgcRequest, { kind: 'info' }>;

const hashOf = (style: RasterStyle) => createHash('sha256').update(JSON.stringify(style)).digest('base64url');

const lon = (x: number) => (x / WORLD) * 180;
const lat = (y: number) => latOf((1 - y / WORLD) / 2);

/** Draws and queries layers that the caller may see. */
export function createLayerPictures(world: World) {
  const { db } = world.engine;
  const pictures = new LRUCache<string, Buffer>({
    maxSize: MAX_PICTURE_BYTES,
    sizeCalculation: (png) => png.length + 200,
  });
  const vault = openVault(world.config);
  const serviceOf = (layer: LayerRow) => openSource(vault, layer.customer_id, layer.config.source);

  async function renderPicture(
    layer: LayerRow,
    pictureRequest: Exclude<OgcRequest, Info>,
    { style, signal }: { style?: RasterStyle; signal?: AbortSignal | undefined } = {},
  ): Promise<{ body: Buffer | null; type: string }> {
    if (layer.type === 4 || layer.type === 5) return askService(world, serviceOf(layer), pictureRequest, signal);
    if (layer.type !== 6 || pictureRequest.kind === 'legend' || pictureRequest.kind === 'capabilities')
      throw new Refusal(400, 'serviceCannot');
    const [box, width, height] =
      pictureRequest.kind === 'tile'
        ? [boxOfTile(pictureRequest.z, pictureRequest.x, pictureRequest.y), TILE_SIDE, TILE_SIDE]
        : [pictureRequest.box, pictureRequest.width, pictureRequest.height];
    const raster = await getRaster(world, layer);
    const look = style ?? raster.style;
    const key = `${layer.config.source.key}/${hashOf(look)}/${box.join()}/${width}/${height}`;
    const cached = pictures.get(key);
    if (cached) return { body: cached, type: PNG };
    const body = await renderRaster(await rasterPlace(world, layer), { box, width, height }, look, raster.facts);
    if (body) pictures.set(key, body);
    return { body, type: PNG };
  }

  /** GeoJSON of what lies under a pixel; for a raster one feature with the values of its bands. */
  async function getInfo(caller: Caller, layer: LayerRow, infoRequest: Info): Promise<unknown> {
    const [w, s, e, n] = infoRequest.box;
    const [x, y] = [
      w + ((infoRequest.i + 0.5) / infoRequest.width) * (e - w),
      n - ((infoRequest.j + 0.5) / infoRequest.height) * (n - s),
    ];
    const collection = (features: unknown[]) => ({ type: 'FeatureCollection', features });
    const place = { type: 'Point' as const, coordinates: [lon(x), lat(y)] };
    if (layer.type === 6) {
      const values = await valuesAt(await rasterPlace(world, layer), x, y);
      const properties = Object.fromEntries((values ?? []).map((v, band) => [`band_${band + 1}`, v]));
      return collection(values ? [{ type: 'Feature', geometry: place, properties }] : []);
    }
    if (layer.type > 3) return JSON.parse((await askService(world, serviceOf(layer), infoRequest)).body.toString());
    if (layer.type === 0) return collection([]);
    const metres = CLICK_TOLERANCE_PX * ((e - w) / infoRequest.width) * Math.cos((lat(y) * Math.PI) / 180);
    const matches = await findNear(
      db,
      [layer.id],
      place,
      [lon(x), lat(y), lon(x), lat(y)],
      Math.max(metres, 0.01),
      caller,
      infoRequest.count,
    );
    return collection(
      matches.map((row) => ({ type: 'Feature', id: row.id, geometry: row.geometry, properties: row.value })),
    );
  }

  return { renderPicture, getInfo };
}
