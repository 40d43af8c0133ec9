// Layers that are published to programs outside, and keys that open them: for tests of the door.
import { hashOfSecret, newKeyId, newSecret } from '../../backend/areas/publish/keys/secret';
import { type Grant, insertKey, type NewKey } from '../../backend/areas/publish/keys/store';
import type { TestWorld } from '../world';

const DAY_MS = 86_400_000;

interface Publishing {
  customer: number;
  access: 0 | 1;
  hidden: string[];
  wide: string[];
  approved: boolean;
  time: string | null;
  writes: number;
  services: number;
  description: string;
  licence: string;
}

/** Publishes a layer: by default with all services, to keys, read only. */
export async function publishLayer(w: TestWorld, layer: number, more: Partial<Publishing> = {}): Promise<void> {
  await w.engine.db
    .insertInto('published_layer')
    .values({
      layer_id: layer,
      customer_id: more.customer ?? w.ids.customer,
      access: more.access ?? 0,
      description: more.description ?? '',
      licence: more.licence ?? '',
      attribution: '',
      hidden_fields: more.hidden ?? [],
      wide_fields: more.wide ?? [],
      only_approved: more.approved ?? false,
      time_field: more.time ?? null,
      writes: more.writes ?? 0,
      services: more.services ?? 7,
      made_by: null,
      made_at: new Date(),
      changed_at: new Date(),
    })
    .execute();
}

/** A key to layers, as its secret. A number is a layer that it may only read. */
export async function createDoorKey(
  w: TestWorld,
  grants: readonly (number | Grant)[],
  more: Partial<NewKey> = {},
): Promise<string> {
  const id = newKeyId();
  const secret = newSecret(id);
  const at = new Date();
  await w.engine.db.transaction().execute((db) =>
    insertKey(db, {
      id,
      customer: w.ids.customer,
      label: 'کلید آزمایش',
      hash: hashOfSecret(secret),
      inAddress: false,
      addresses: [],
      regions: [],
      grants: grants.map((grant) =>
        typeof grant === 'number' ? { layer: grant, add: false, edit: false, delete: false } : grant,
      ),
      madeBy: null,
      at,
      expires: new Date(at.getTime() + 90 * DAY_MS),
      ...more,
    }),
  );
  return secret;
}

/** Asks the door of the backend itself. A JSON answer is read into `body`. */
export async function askDoor(
  w: TestWorld,
  path: string,
  {
    key,
    headers = {},
    method = 'GET',
    body,
  }: { key?: string; headers?: Record<string, string>; method?: string; body?: unknown } = {},
) {
  const answer = await w.backend.app.inject({
    method: method as 'GET',
    url: path,
    headers: { host: 'gis.test', ...(key ? { 'x-api-key': key } : {}), ...headers },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const type = String(answer.headers['content-type'] ?? '');
  return {
    status: answer.statusCode,
    reason: answer.statusMessage,
    headers: answer.headers,
    type,
    text: answer.body,
    bytes: answer.rawPayload,
    body: type.includes('json') && answer.body && !answer.headers['content-encoding'] ? JSON.parse(answer.body) : null,
  };
}
