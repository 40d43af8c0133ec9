// Keys and passwords of map services: sealed beside the plain address, opened to ask the service, shown to nobody.
import { LAYER_TYPES, type LayerConfig } from '../../../../contract/schemas/layer';
import type { ServiceKind, ServiceSource } from '../../../../contract/schemas/sources/service';
import type { Vault } from '../../../vault';

/** Kinds of services that draw a layer of a type: all tiles are type 5. */
export const SERVICE: Record<number, readonly ServiceKind[] | undefined> = {
  [LAYER_TYPES.wms]: ['wms'],
  [LAYER_TYPES.wmts]: ['wmts', 'xyz', 'arcgis'],
};

type Stored = LayerConfig['source'];

/** What of a source is secret: the keys in its address, and a name with a password. */
interface Secret {
  /** With its question mark, or empty. */
  query: string;
  username?: string | undefined;
  password?: string | undefined;
}

const ownerOf = (customer: number) => `service:${customer}`;

/** The address without its keys; {z} and the like stay readable. */
export function plainUrl(url: string): string {
  const plain = new URL(url);
  plain.search = '';
  return plain.href.replace(/%7B(-?\w+)%7D/gi, '{$1}');
}

/**
 * A source as it is kept. A secret that is not sent again stays while the address does; with `has_secret: false`, or at another
 * address, it is dropped: a stored key never goes to a place that somebody has just typed.
 */
export function sealSource(vault: Vault, customer: number, nextSource: ServiceSource, before: Stored = {}): Stored {
  const { username, password, has_secret, ...source } = nextSource;
  const secret: Secret = { query: new URL(source.url).search, username, password };
  const isGiven = secret.query !== '' || username !== undefined || password !== undefined;
  const isSamePlace = typeof before.url === 'string' && plainUrl(before.url) === plainUrl(source.url);
  const sealed = isGiven
    ? vault.seal(JSON.stringify(secret), ownerOf(customer))
    : isSamePlace && has_secret !== false
      ? (before.secret ?? null)
      : null;
  const stored = { ...source, url: plainUrl(source.url), secret: sealed };
  return Object.fromEntries(
    Object.entries(stored).filter(([, value]) => value !== undefined && value !== null),
  ) as Stored;
}

/** The source with its secret, to ask the service with. A secret of another installation does not open and counts as none. */
export function openSource(vault: Vault, customer: number, stored: Stored): ServiceSource {
  const { secret, ...source } = stored as Stored & { url: string };
  if (typeof secret !== 'string') return source as unknown as ServiceSource;
  try {
    const { query, username, password } = JSON.parse(vault.open(secret, ownerOf(customer))) as Secret;
    return { ...source, url: source.url + query, username, password } as unknown as ServiceSource;
  } catch {
    return source as unknown as ServiceSource;
  }
}

/** The source as people see it: the plain address, and whether there is a secret. */
export function publicSource(type: number, stored: Stored): Stored {
  if ((type !== LAYER_TYPES.wms && type !== LAYER_TYPES.wmts) || typeof stored.url !== 'string') return stored;
  const { secret, ...source } = stored;
  return { ...source, url: plainUrl(stored.url), has_secret: secret !== undefined || stored.url.includes('?') };
}
