// A source, or a style of a raster, that is looked at before it is saved: sealed into the name under which its tiles are asked for, so that no process keeps it.
import type { RasterStyle } from '../../../../contract/schemas/sources/raster';
import type { ServiceSource } from '../../../../contract/schemas/sources/service';
import type { World } from '../../../http/context';
import { notFound } from '../../../http/errors';
import type { Caller } from '../../../identity/caller';
import { openVault } from '../../../vault';

const LIFETIME_MS = 15 * 60_000;

type Owner = Pick<Caller, 'id' | 'customer'>;
type Sealing = Pick<World, 'config' | 'now'>;

const ownerOf = ({ id, customer }: Owner) => `preview:${customer}:${id}`;

/** What is looked at: a service, or a raster layer in another style. */
export type Preview = ServiceSource | { kind: 'raster'; layer: number; style: RasterStyle };

/** Opens for this person alone, for a quarter of an hour. */
export function sealPreview({ config, now }: Sealing, owner: Owner, source: Preview): string {
  const text = JSON.stringify({ source, until: now().getTime() + LIFETIME_MS });
  return Buffer.from(openVault(config).seal(text, ownerOf(owner)), 'base64').toString('base64url');
}

/** Refuses with 404 what is another's, too old or not sealed here. */
export function openPreview({ config, now }: Sealing, owner: Owner, token: string): Preview {
  try {
    const text = openVault(config).open(Buffer.from(token, 'base64url').toString('base64'), ownerOf(owner));
    const { source, until } = JSON.parse(text) as { source: Preview; until: number };
    if (until > now().getTime()) return source;
  } catch {
    // What does not open is not there.
  }
  throw notFound();
}
