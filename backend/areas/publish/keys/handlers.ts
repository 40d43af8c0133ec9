// Keys as administrators look after them: made for programs, changed, given a new secret and revoked; those of people are revoked alone. A
// secret is in the answer that makes it, and nowhere else.
import { namesOf, WRITE_BITS } from '../../../../contract/schemas/publish/bits';
import {
  MAX_PUBLISH_KEYS,
  type NewPublishKey,
  type PublishKey,
  type PublishKeyEdit,
} from '../../../../contract/schemas/publish/key';
import type { Ctx } from '../../../http/context';
import { fieldRefusal, ruled } from '../../../http/errors';
import type { Handlers } from '../../../http/mount';
import { createKey, getKey, type KeyKind, keyCalls, saveKey } from './change';
import type { DoorCallers } from './lookup';
import { findKeys, type KeyRow, toKeys } from './read';
import { endAfter, keyProblems, partsAfter } from './rules';
import { hashOfSecret } from './secret';
import * as store from './store';

/** Whoever gave a person's key more, or got its secret, would act as that person. */
function checkOwner(row: KeyRow): void {
  if (row.personal) throw ruled('publishKeyPersonal');
}

const KIND: KeyKind<PublishKey> = {
  filter: () => ({}),
  show: async (ctx, row) => (await toKeys(ctx.engine.db, ctx.caller.customer, ctx.now(), [row]))[0] as PublishKey,
  checkOwner,
};

async function check({ engine, caller }: Ctx, parts: PublishKeyEdit): Promise<void> {
  const { layers = [], regions = [] } = parts;
  const published = await store.findPublished(engine.db, caller.customer, layers.map(({ layer }) => layer)); // biome-ignore format: one line
  const open = new Map([...published].map(([id, writes]) => [id, namesOf(WRITE_BITS, writes)]));
  const isForeign = regions.length > 0 && (await store.countRegions(engine.db, caller.customer, regions)) !== new Set(regions).size; // biome-ignore format: one line
  const problems = {
    ...(isForeign ? { regions: 'field_choice' as const } : {}),
    ...keyProblems(parts, open, { closed: 'publishLayerClosed', writes: 'publishWritesClosed' }),
  };
  if (Object.keys(problems).length > 0) throw fieldRefusal(problems);
}

async function insert(ctx: Ctx, body: NewPublishKey, id: string, secret: string): Promise<void> {
  const { engine, caller } = ctx;
  const at = ctx.now();
  await engine.db.transaction().execute(async (tx) => {
    await store.holdCustomer(tx, caller.customer);
    if ((await store.countKeys(tx, caller.customer)) >= MAX_PUBLISH_KEYS) throw ruled('tooManyItems', { params: { max: MAX_PUBLISH_KEYS } }); // biome-ignore format: one line
    await store.insertKey(tx, {
      id,
      customer: caller.customer,
      label: body.label,
      hash: hashOfSecret(secret),
      inAddress: body.in_address,
      addresses: body.addresses,
      regions: [...new Set(body.regions)],
      grants: body.layers,
      madeBy: caller.id,
      at,
      expires: endAfter(at, body.days),
    });
  });
}

export const publishKeyHandlers = (callers: DoorCallers): Handlers['publishKeys'] => ({
  async list(ctx, { query }) {
    const { engine, caller } = ctx;
    const rows = await findKeys(engine.db, caller.customer, ctx.now(), { search: query.search });
    return toKeys(engine.db, caller.customer, ctx.now(), rows);
  },

  async create(ctx, { body }) {
    await check(ctx, body);
    return createKey(ctx, callers, KIND, (id, secret) => insert(ctx, body, id, secret));
  },

  async edit(ctx, { params, body }) {
    const id = String(params.id);
    const row = await getKey(ctx, KIND, id);
    checkOwner(row);
    const after = partsAfter(row, body, ctx.now());
    // What the key may do already is no reason to refuse its new name.
    await check(ctx, {
      ...body,
      in_address: after.inAddress,
      ...((body.layers ?? body.in_address) ? { layers: [...after.grants] } : {}),
    });
    return saveKey(ctx, callers, KIND, id, body);
  },

  ...keyCalls(callers, KIND),
});
