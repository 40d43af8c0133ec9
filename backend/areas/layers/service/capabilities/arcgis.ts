// What an ArcGIS REST map or image service says of itself, as JSON.
import { z } from 'zod';
import { WORLD } from '../../../../../contract/ogc-request';
import type { Extent } from '../../../../../contract/schemas/common';
import { type ServiceLayer, WHOLE_SERVICE } from '../../../../../contract/schemas/sources/service';
import { Refusal } from '../../../../http/errors';
import { toDegrees } from '../requests';
import { clean, emptyLayer, formatsOf, isMercator, MAX_LAYERS, notMapService, toExtent, zoomOf } from './document';
import type { Reading } from './wms';
import { matricesByZoom } from './wmts';

const text = z.string().nullish();
const Place = z.object({ wkid: z.number().nullish(), latestWkid: z.number().nullish() }).nullish();
const Service = z.object({
  error: z.object({ code: z.number().nullish(), message: text }).nullish(),
  mapName: text,
  name: text,
  copyrightText: text,
  documentInfo: z.object({ Title: text }).nullish(),
  supportedImageFormatTypes: text,
  singleFusedMapCache: z.boolean().nullish(),
  pixelType: text,
  minScale: z.number().nullish(),
  maxScale: z.number().nullish(),
  fullExtent: z
    .object({ xmin: z.number(), ymin: z.number(), xmax: z.number(), ymax: z.number(), spatialReference: Place })
    .nullish()
    .catch(null),
  tileInfo: z
    .object({
      rows: z.number(),
      format: text,
      origin: z.object({ x: z.number(), y: z.number() }),
      spatialReference: Place,
      lods: z.array(z.object({ level: z.number(), resolution: z.number() })),
    })
    .nullish()
    .catch(null),
  layers: z
    .array(
      z.object({
        id: z.number(),
        name: z.string(),
        parentLayerId: z.number().nullish(),
        minScale: z.number().nullish(),
        maxScale: z.number().nullish(),
      }),
    )
    .nullish()
    .catch(null),
});

/** Codes of ArcGIS for a service that wants a token, or another one. */
const SIGN_IN = [401, 403, 498, 499];
const MAX_OFF_METRES = 500;

const isMercatorPlace = (place: z.infer<typeof Place>) =>
  [place?.latestWkid, place?.wkid].some((wkid) => typeof wkid === 'number' && isMercator(String(wkid)));

function extentOf({ fullExtent: box }: z.infer<typeof Service>): Extent | null {
  if (!box) return null;
  const { xmin, ymin, xmax, ymax, spatialReference } = box;
  if (isMercatorPlace(spatialReference)) return toExtent([...toDegrees(xmin, ymin), ...toDegrees(xmax, ymax)]);
  return spatialReference?.wkid === 4326 ? toExtent([xmin, ymin, xmax, ymax]) : null;
}

/** The store of ready tiles as a matrix set; null where it has none in our grid. */
function storeOf({ tileInfo, singleFusedMapCache }: z.infer<typeof Service>) {
  if (!tileInfo || singleFusedMapCache === false || !isMercatorPlace(tileInfo.spatialReference)) return null;
  const { origin, rows, lods } = tileInfo;
  if (Math.abs(origin.x + WORLD) > MAX_OFF_METRES || Math.abs(origin.y - WORLD) > MAX_OFF_METRES) return null;
  const levels = lods.map(({ level, resolution }) => ({
    name: String(level),
    zoom: Math.log2((2 * WORLD) / (resolution * rows)),
  }));
  return matricesByZoom(levels, 'tiles');
}

/** Zooms of a layer: 0 says nothing. `minScale` is the farthest one. */
const zoomsOf = ({ minScale, maxScale }: { minScale?: number | null | undefined; maxScale?: number | null | undefined }) => ({
  min_zoom: zoomOf(minScale ?? 0),
  max_zoom: zoomOf(maxScale ?? 0),
}); // biome-ignore format: one value

export function readArcgis(body: Buffer): Reading {
  let json: unknown;
  try {
    json = JSON.parse(body.toString());
  } catch {
    throw notMapService();
  }
  const parsed = Service.safeParse(json);
  if (!parsed.success) throw notMapService();
  const { data } = parsed;
  if (data.error) {
    if (SIGN_IN.includes(data.error.code ?? 0)) throw new Refusal(502, 'serviceSignIn');
    throw new Refusal(502, 'serviceSaid', { params: { said: clean(data.error.message ?? '', 160) } });
  }
  // Catalogues, feature services and vector tiles answer in the same way, and draw nothing.
  if (typeof data.singleFusedMapCache !== 'boolean' && !data.pixelType) throw notMapService();
  const store = storeOf(data);
  const pictureFormats = formatsOf((data.supportedImageFormatTypes ?? 'PNG32').split(',').map((one) => `image/${one.trim().toLowerCase().replace(/^png\d+$/, 'png').replace(/^jpe?g$/, 'jpeg')}`)); // biome-ignore format: one list
  const formats: ServiceLayer['formats'] = pictureFormats.length > 0 ? pictureFormats : ['image/png'];
  const title = clean(data.documentInfo?.Title || data.mapName || data.name || '');
  const common = { ...emptyLayer, extent: extentOf(data), attribution: clean(data.copyrightText ?? '', 500) || null };
  const whole: ServiceLayer = {
    ...common,
    ...zoomsOf(data),
    name: WHOLE_SERVICE,
    title,
    formats: store && /jpe?g/i.test(data.tileInfo?.format ?? '') ? ['image/jpeg'] : formats,
    matrix_sets: store ? [store] : [],
  };
  const depths = new Map<number, number>();
  const sublayers = (data.pixelType ? [] : (data.layers ?? [])).map((layer): ServiceLayer => {
    const depth =
      layer.parentLayerId != null && layer.parentLayerId >= 0 ? (depths.get(layer.parentLayerId) ?? 0) + 1 : 1;
    depths.set(layer.id, depth);
    return { ...common, ...zoomsOf(layer), name: String(layer.id), title: clean(layer.name), depth, formats };
  });
  const layers = [whole, ...sublayers];
  return { title, version: '1.0.0', layers: layers.slice(0, MAX_LAYERS), isCut: layers.length > MAX_LAYERS };
}
