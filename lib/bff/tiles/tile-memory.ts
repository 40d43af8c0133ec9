// Vector tiles in the web process. One is served without asking the upstream where that has said, at most a second ago, what this session's
// tiles of this layer hold: then every session of the same sight shares them.
import { LRUCache } from 'lru-cache';
import type { BffAnswer } from '../answers';

/**
 * The header by which the upstream names what a tile was made of beside its place (layer, revision, fields, what the caller sees), and for how
 * many milliseconds that stays true of this caller. An upstream that does not say it is asked for each tile.
 */
export const TILE_SCOPE = 'x-tile-scope';
const SCOPE = /^([\w-]{16,64}) (\d{1,4})$/;
/** A right that is taken away counts after this, in milliseconds, whatever the upstream says. */
const MAX_FRESH_MS = 1_000;
/** A tile that is longer is nobody's to remember. */
export const MAX_TILE_BYTES = 1024 * 1024;
const MAX_SCOPES = 20_000;

export interface TilePlace {
  z: number;
  x: number;
  y: number;
}
interface Remembered {
  status: 200 | 204;
  headers: Record<string, string>;
  body: Uint8Array | null;
}

const PLACE = /&(?:TILEMATRIX|TILEROW|TILECOL)=[^&]*/gi;
const tileKey = (scope: string, { z, x, y }: TilePlace) => `${scope} ${z}/${x}/${y}`;

/** `now` in milliseconds; tiles take `maxBytes` at most. */
export function createTileMemory(now: () => number, maxBytes: number) {
  const scopes = new LRUCache<string, string>({ max: MAX_SCOPES, ttl: MAX_FRESH_MS, ttlResolution: 0, perf: { now } });
  let purgedAt = now();
  const tiles = new LRUCache<string, Remembered>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => 500 + (body?.length ?? 0),
  });
  const scopeKey = (token: string, path: string) => `${token} ${path.replace(PLACE, '')}`;

  return {
    /** The answer to who holds the token, or null: the upstream has to be asked. */
    find(token: string, path: string, place: TilePlace, ifNoneMatch: string | undefined): BffAnswer | null {
      const scope = scopes.get(scopeKey(token, path));
      const tile = scope && tiles.get(tileKey(scope, place));
      if (!tile) return null;
      const { etag } = tile.headers;
      if (tile.status === 204 || etag === undefined || ifNoneMatch !== etag)
        return { ...tile, headers: { ...tile.headers } };
      const { 'content-length': _, 'content-type': __, 'content-encoding': ___, ...headers } = tile.headers;
      return { status: 304, headers, body: null };
    },

    /** Takes in what the upstream has answered, asked at `askedAt`; gives it back without what is said to this process alone. */
    remember(token: string, path: string, place: TilePlace, askedAt: number, answer: BffAnswer): BffAnswer {
      const { [TILE_SCOPE]: said, ...headers } = answer.headers;
      const [, scope, ms] = (typeof said === 'string' && SCOPE.exec(said)) || [];
      if (!scope) return { ...answer, headers };
      const ttl = askedAt + Math.min(Number(ms), MAX_FRESH_MS) - now();
      if (ttl > 0) scopes.set(scopeKey(token, path), scope, { ttl });
      else scopes.delete(scopeKey(token, path));
      // Tokens are long, and most of them never come back.
      if (now() - purgedAt > MAX_FRESH_MS) {
        scopes.purgeStale();
        purgedAt = now();
      }
      const { status, body } = answer;
      // A seal that goes with it is one person's.
      const isShared = headers['set-cookie'] === undefined;
      if (
        isShared &&
        (status === 204 || (status === 200 && body instanceof Uint8Array && body.length <= MAX_TILE_BYTES))
      )
        tiles.set(tileKey(scope, place), {
          status,
          headers: headers as Remembered['headers'],
          // Its own bytes alone: what came is a part of what was read from the connection.
          body: status === 204 ? null : Uint8Array.from(body as Uint8Array),
        });
      return { ...answer, headers };
    },
  };
}
export type TileMemory = ReturnType<typeof createTileMemory>;
