// A query as an address that can be sent to somebody: what it finds there depends on the reader's rights.
import { z } from 'zod';
import { DetailTree } from '@/contract/schemas/query';
import { packJson, unpackJson } from '@/lib/crypto/base64';
import { href } from '@/lib/routes/rules';
import type { QueryAction } from './machine';
import { fromNode } from './tree';

const KEY = '#query=';
const SharedQuery = z.object({ layer: z.number().int(), query: DetailTree });
export type SharedQuery = z.infer<typeof SharedQuery>;

/** The part behind the address is never sent to a server, so that it may be long. */
export const queryLink = (origin: string, query: SharedQuery): string =>
  `${origin}${href('home')}${KEY}${encodeURIComponent(packJson(query))}`;

/** What a link asks the query tool to do; null where the address holds no query, or a broken one. */
export function readQueryLink(hash: string): Extract<QueryAction, { do: 'open' }> | null {
  if (!hash.startsWith(KEY)) return null;
  try {
    const { layer, query } = SharedQuery.parse(unpackJson(decodeURIComponent(hash.slice(KEY.length))));
    return { do: 'open', layer, tree: fromNode(query) };
  } catch {
    return null;
  }
}
