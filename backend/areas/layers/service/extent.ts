// Where on earth a foreign map service has something to draw, as it says of itself.
import type { Extent } from '../../../../contract/schemas/common';
import type { ServiceCapabilities, ServiceSource } from '../../../../contract/schemas/sources/service';
import { joinBoxes } from '../../../geo/geography';
import type { World } from '../../../http/context';
import { readCapabilities } from './capabilities/read';
import { checkAddress } from './remote';

const namesOf = ({ layers }: Pick<ServiceSource, 'layers'>) => layers.split(',').map((name) => name.trim());

/** The extent of a source's layers together; null where none of them says any. */
export function extentOfLayers({ layers }: Pick<ServiceCapabilities, 'layers'>, source: ServiceSource): Extent | null {
  const names = new Set(namesOf(source));
  return joinBoxes(layers.flatMap(({ name, extent }) => (extent && name !== null && names.has(name) ? [extent] : [])));
}

/** Names of a source that the service does not have, or has no longer. */
export function missingLayers({ layers }: Pick<ServiceCapabilities, 'layers'>, source: ServiceSource): string[] {
  const names = new Set(layers.map(({ name }) => name));
  return namesOf(source).filter((name) => !names.has(name));
}

/**
 * The extent of a service's layers in degrees, by its capabilities; null where it does not say, or does not answer now. Refuses with
 * 'serviceHost' (400) an address that will never be asked.
 */
export async function findServiceExtent(world: Pick<World, 'config'>, source: ServiceSource): Promise<Extent | null> {
  await checkAddress(world, new URL(source.url));
  try {
    return extentOfLayers(await readCapabilities(world, source), source);
  } catch {
    // A service that is down today, or says nothing that can be read, may draw all the same.
    return null;
  }
}
