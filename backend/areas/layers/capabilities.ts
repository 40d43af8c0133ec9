// Where on earth a foreign map service has something to draw, as it says of itself.
import type { Extent } from '../../../contract/schemas/common';
import type { ServiceSource } from '../../../contract/schemas/layer';
import { type Element, elements } from '../../geo/import/xml';
import type { World } from '../../http/context';
import { authorizationOf, capabilitiesAddress, checkAddress, fetchRemote } from './service';

const MAX_BYTES = 16 * 1024 * 1024;
const DEADLINE_MS = 6_000;
const XML = /xml/i;
/** Of older services; the reader takes no DOCTYPE, and nothing in one is of use here. */
const DOCTYPE = /<!DOCTYPE[^[>]*(?:\[[^\]]*\]\s*)?>/i;

const child = (element: Element, name: string) => element.children.find((one) => one.name === name);
const numberIn = (element: Element, name: string) => Number(child(element, name)?.text ?? Number.NaN);

/** The element's own box in degrees; null where it has none, or one that is no place on earth. */
function extentOf(layer: Element): Extent | null {
  const [geographic, old, wgs84] = ['EX_GeographicBoundingBox', 'LatLonBoundingBox', 'WGS84BoundingBox'].map((name) =>
    child(layer, name),
  );
  const numbers = geographic
    ? ['westBoundLongitude', 'southBoundLatitude', 'eastBoundLongitude', 'northBoundLatitude'].map((name) =>
        numberIn(geographic, name),
      )
    : old
      ? ['minx', 'miny', 'maxx', 'maxy'].map((name) => Number(old.attributes[name]))
      : ['LowerCorner', 'UpperCorner'].flatMap((name) =>
          (wgs84 ? (child(wgs84, name)?.text ?? '') : '').trim().split(/\s+/).map(Number),
        );
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = numbers;
  const isOnEarth = west <= east && south <= north && Math.abs(south) <= 90 && Math.abs(north) <= 90;
  return isOnEarth && west >= -360 && east <= 360 ? [west, south, east, north] : null;
}

/** Boxes of the layers with these names; a layer without a box of its own has that of the one around it. */
function extentsIn(layer: Element, names: ReadonlySet<string>, around: Extent | null = null): Extent[] {
  const own = extentOf(layer) ?? around;
  const name = (child(layer, 'Name') ?? child(layer, 'Identifier'))?.text.trim();
  return [
    ...(own && name !== undefined && names.has(name) ? [own] : []),
    ...layer.children.flatMap((one) => (one.name === 'Layer' ? extentsIn(one, names, own) : [])),
  ];
}

/**
 * The extent of a service's layers in degrees, by its capabilities; null where it does not say, or does not answer now. Refuses with
 * 'serviceHost' (400) an address that will never be asked.
 */
export async function findServiceExtent(world: Pick<World, 'config'>, source: ServiceSource): Promise<Extent | null> {
  await checkAddress(world, new URL(source.url));
  try {
    const { body } = await fetchRemote(world, capabilitiesAddress(source), XML, MAX_BYTES, {
      authorization: authorizationOf(source),
      deadlineMs: DEADLINE_MS,
    });
    const names = new Set(source.layers.split(',').map((name) => name.trim()));
    const text = body.toString().replace(DOCTYPE, '');
    const extents: Extent[] = [];
    for await (const { element } of elements(
      (async function* () {
        yield text;
      })(),
      new Set(['Layer']),
    ))
      extents.push(...extentsIn(element, names));
    return extents.reduce<Extent | null>(
      (all, e) =>
        all ? [Math.min(all[0], e[0]), Math.min(all[1], e[1]), Math.max(all[2], e[2]), Math.max(all[3], e[3])] : e,
      null,
    );
  } catch {
    // A service that is down today, or says nothing that can be read, may draw all the same.
    return null;
  }
}
