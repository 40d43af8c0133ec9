// The state of a map behind the address of its screen: that part never reaches a server.
import { packJson, unpackJson } from '../crypto/base64';
import { href } from './rules';

const KEY = '#map=';

export const mapLink = (origin: string, shared: unknown): string =>
  `${origin}${href('home')}${KEY}${encodeURIComponent(packJson(shared))}`;

/** What the part behind an address holds, unread; null where it holds no map, or a broken one. */
export function unpackMapLink(hash: string): unknown {
  if (!hash.startsWith(KEY)) return null;
  try {
    return unpackJson(decodeURIComponent(hash.slice(KEY.length)));
  } catch {
    return null;
  }
}
