// What a program outside would get of a layer, read by the code of the door for the caller of a key, and told to the administrator.
import { collectionName, type Door, doorPath } from '../../../contract/ogc-api/names';
import { readOgcApi } from '../../../contract/ogc-api/read';
import type { PublishPreview } from '../../../contract/schemas/publish/layer';
import type { Ctx } from '../../http/context';
import { readLikeOutside } from './door/answers';
import { DoorProblem } from './door/door-request';
import type { DoorCaller } from './keys/door-caller';
import type { DoorCallers } from './keys/lookup';
import { findOpen } from './settings/store';

/** Records that are looked at. */
const FIRST = 10;
const KEY_ID = /^[a-z]{8}$/;
const NOTHING = { add: false, edit: false, delete: false };
const NO_SERVICE = { features: false, tiles: false, csv: false };

const without = (problem: PublishPreview['problem'], title: string): PublishPreview => ({
  problem,
  title,
  fields: [],
  matched: null,
  records: [],
  may: NOTHING,
  services: NO_SERVICE,
});

type JsonSchema = { properties: Record<string, { title?: string; type?: string; format?: string }> };
interface Features {
  numberMatched?: number;
  features: { id: number; geometry: unknown; properties: Record<string, unknown> }[];
}

/** Asks what a program asks at this door. */
async function ask<T>(ctx: Ctx, door: DoorCaller, way: Door, tail: string): Promise<T> {
  const [path = '', search = ''] = `${doorPath(way)}${tail}`.split('?');
  const target = readOgcApi('GET', path, search);
  if ('status' in target) throw new Error(`the door does not know ${tail}`);
  const { engine, config, now, tiles, storage, lang } = ctx;
  const world = { engine, config, now, tiles, storage };
  const answer = await readLikeOutside({ ...world, target, door, caller: door.caller, lang, base: doorPath(way) });
  return JSON.parse(String(answer.body)) as T;
}

async function findDoor(
  ctx: Ctx,
  callers: DoorCallers,
  key: string | undefined,
): Promise<{ door: DoorCaller | null; way: Door } | null> {
  const { engine, caller } = ctx;
  if (key !== undefined)
    return { way: { by: 'header' }, door: KEY_ID.test(key) ? await callers.callerOfKeyId(key, caller.customer) : null };
  const { open } = await findOpen(engine.db, caller.customer);
  return open === null ? null : { way: { by: 'open', open }, door: await callers.callerOfOpen(open) };
}

/** `key` is a key's id; without it the open door is tried. */
export async function previewLayer(
  ctx: Ctx,
  callers: DoorCallers,
  { id, label }: { id: number; label: string },
  key: string | undefined,
): Promise<PublishPreview> {
  const at = await findDoor(ctx, callers, key);
  if (!at) return without('address', label);
  const { door, way } = at;
  if (!door) return without('key', label);
  const layer = door.layers.get(id);
  const tail = `/collections/${collectionName(id)}`;
  try {
    const { title } = await ask<{ title: string }>(ctx, door, way, tail);
    const { may, services } = layer as NonNullable<typeof layer>;
    const about = {
      ...without(null, title),
      may: { add: may.add, edit: may.edit, delete: may.remove },
      services,
    };
    if (!services.features) return about;
    const { properties } = await ask<JsonSchema>(ctx, door, way, `${tail}/schema`);
    const page = await ask<Features>(ctx, door, way, `${tail}/items?limit=${FIRST}`);
    return {
      ...about,
      fields: Object.entries(properties)
        .filter(([, { type }]) => type !== undefined)
        .map(([name, { title: text = name, type = '', format }]) => ({ name, label: text, type: format ?? type })),
      matched: page.numberMatched ?? null,
      records: page.features.map((one) => ({
        id: one.id,
        has_place: one.geometry !== null,
        properties: one.properties,
      })),
    };
  } catch (error) {
    if (error instanceof DoorProblem && error.status === 404) return without('layer', label);
    throw error;
  }
}
