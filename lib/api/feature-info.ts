// What a map service or a raster says of one place: WMS GetFeatureInfo through our own /geoserver.
import { z } from 'zod';
import { layerName } from '../../contract/ogc';
import { headersOf } from './client';
import { errorOf, networkError } from './errors';

const Answer = z.object({
  features: z.array(z.object({ properties: z.record(z.string(), z.unknown()).nullable().catch(null) })).catch([]),
});
export type FeatureInfo = Record<string, unknown>[];

/** Side of the asked picture; the place is its middle. */
const PIXELS = 101;

/**
 * The attributes that the layer has at a place (EPSG:4326); `tolerance` in metres is what one asked pixel covers at the most.
 * Throws CallError.
 */
export async function featureInfo(
  layer: number,
  [lng, lat]: readonly [number, number],
  tolerance: number,
  signal?: AbortSignal,
): Promise<FeatureInfo> {
  const half = (Math.max(tolerance, 0.5) * PIXELS) / 2 / 111_320;
  const name = layerName(layer);
  const query = new URLSearchParams({
    SERVICE: 'WMS',
    VERSION: '1.1.1',
    REQUEST: 'GetFeatureInfo',
    LAYERS: name,
    QUERY_LAYERS: name,
    SRS: 'EPSG:4326',
    BBOX: [lng - half, lat - half, lng + half, lat + half].join(','),
    WIDTH: String(PIXELS),
    HEIGHT: String(PIXELS),
    FORMAT: 'image/png',
    INFO_FORMAT: 'application/json',
    X: String((PIXELS - 1) / 2),
    Y: String((PIXELS - 1) / 2),
    FEATURE_COUNT: '20',
  });
  let response: Response;
  try {
    response = await fetch(`/geoserver/wms?${query}`, {
      headers: headersOf({ method: 'GET' }),
      credentials: 'same-origin',
      cache: 'no-store',
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw networkError();
  }
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) throw errorOf(response.status, body, response.headers.get('x-request-id'));
  return Answer.catch({ features: [] })
    .parse(body)
    .features.map(({ properties }) => properties ?? {});
}
