// Base maps that an organisation adds for its people: its superusers name a tile server, which this server asks.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { baseMapTemplate } from '../../../contract/ogc';
import type { BaseMapEntry, OwnBaseMap } from '../../../contract/schemas/settings';
import type { Db } from '../../db/engine';
import type { Ctx, World } from '../../http/context';
import { notFound, Refusal } from '../../http/errors';
import type { Handlers } from '../../http/mount';
import { checkEtag, orCurrent } from '../../http/version';
import { checkAddress, fetchRemote, type Remote } from '../layers/service/remote';

const MAX_TILE_BYTES = 2 * 1024 * 1024;
const PICTURE = /^image\/(png|jpeg|webp|gif|avif)\b/i;

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 12);
const etagOf = (items: readonly BaseMapEntry[]) => `"${hash(JSON.stringify(items))}"`;

async function readList(db: Db, customer: number): Promise<BaseMapEntry[]> {
  const { rows } = await sql<{ base_maps: BaseMapEntry[] }>`
    select coalesce(config->'base_maps', '[]') as base_maps from customer where id = ${customer}::int`.execute(db);
  return rows[0]?.base_maps ?? [];
}

const offer = (entry: BaseMapEntry, isSuperuser: boolean): OwnBaseMap => ({
  ...entry,
  url: isSuperuser ? entry.url : null,
  tiles: entry.url === null ? null : baseMapTemplate(entry.id, hash(entry.url)),
});

/** The list as the caller may see it, with the ETag of the whole. */
function answer(ctx: Ctx, items: readonly BaseMapEntry[]): OwnBaseMap[] {
  ctx.header('etag', etagOf(items));
  return items.map((entry) => offer(entry, ctx.caller.superuser));
}

const addressOf = (template: string, { z, x, y }: Place): URL =>
  new URL(
    template
      .replaceAll('{z}', String(z))
      .replaceAll('{x}', String(x))
      .replaceAll('{y}', String(y))
      .replaceAll('{-y}', String(2 ** z - 1 - y)),
  );

interface Place {
  z: number;
  x: number;
  y: number;
}

const fetchTile = (
  world: Pick<World, 'config'>,
  template: string,
  place: Place,
  signal?: AbortSignal,
): Promise<Remote> => fetchRemote(world, addressOf(template, place), PICTURE, MAX_TILE_BYTES, { signal });

/** Refuses, item by item, addresses of places that are closed to services. */
async function checkAddresses(world: World, items: readonly BaseMapEntry[]): Promise<void> {
  const fields: Record<string, 'serviceHost'> = {};
  await Promise.all(
    items.map(async ({ url }, i) => {
      if (url === null) return;
      await checkAddress(world, addressOf(url, { z: 0, x: 0, y: 0 })).catch(() => {
        fields[`items.${i}.url`] = 'serviceHost';
      });
    }),
  );
  if (Object.keys(fields).length > 0) throw new Refusal(400, 'serviceHost', { fields });
}

export const baseMapHandlers: Pick<Handlers['customer'], 'baseMaps' | 'setBaseMaps' | 'previewBaseMap'> = {
  baseMaps: async (ctx) => answer(ctx, await readList(ctx.engine.db, ctx.caller.customer)),

  async setBaseMaps(ctx, { body: { items } }) {
    const { engine, caller } = ctx;
    await checkAddresses(ctx, items);
    const change = engine.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ base_maps: BaseMapEntry[] }>`
        select coalesce(config->'base_maps', '[]') as base_maps from customer
          where id = ${caller.customer}::int for update`.execute(tx);
      checkEtag(ctx, etagOf(rows[0]?.base_maps ?? []));
      await sql`
        update customer set config = jsonb_set(config, '{base_maps}', ${JSON.stringify(items)}::jsonb) where id = ${caller.customer}::int`.execute(
        tx,
      );
    });
    await orCurrent(change, async () => answer(ctx, await readList(engine.db, caller.customer)));
    return answer(ctx, await readList(engine.db, caller.customer));
  },

  async previewBaseMap(ctx, { query: { url, ...place } }) {
    const { body, type } = await fetchTile(ctx, url, place, ctx.signal);
    ctx.header('content-type', type);
    ctx.header('cache-control', 'private, no-store');
    return body;
  },
};

/** Milliseconds that an organisation's list is believed without looking. */
const FRESH_MS = 5000;
const MAX_TILES_BYTES = 64 * 1024 * 1024;
const TILES_MS = 3_600_000;

/** Answers tiles of organisations' base maps: 404 for one that the customer does not have, 502 for a server that has no answer. */
export function createBaseMapTiles(
  world: World,
): (customer: number, id: string, place: Place, signal?: AbortSignal) => Promise<Remote> {
  const lists = new LRUCache<number, Promise<BaseMapEntry[]>>({ max: 1000, ttl: FRESH_MS });
  const tiles = new LRUCache<string, Remote>({
    maxSize: MAX_TILES_BYTES,
    ttl: TILES_MS,
    sizeCalculation: ({ body }) => body.length + 500,
  });
  return async (customer, id, place, signal) => {
    const list = lists.get(customer) ?? readList(world.engine.db, customer);
    lists.set(customer, list);
    list.catch(() => lists.delete(customer));
    const url = (await list).find((entry) => entry.id === id)?.url;
    if (!url) throw notFound();
    const key = addressOf(url, place).href;
    const tile = tiles.get(key) ?? (await fetchTile(world, url, place, signal));
    tiles.set(key, tile);
    return tile;
  };
}
