// One's own keys: a person makes them for themselves, for layers that they see and with rights that they have, and ends them.
import { namesOf, SERVICE_BITS, WRITE_BITS, type Write } from '../../../../../contract/schemas/publish/bits';
import {
  MAX_OWN_KEYS,
  type NewOwnKey,
  type OwnKey,
  type OwnKeyEdit,
} from '../../../../../contract/schemas/publish/key';
import type { Ctx } from '../../../../http/context';
import { fieldRefusal, ruled } from '../../../../http/errors';
import type { Handlers } from '../../../../http/mount';
import type { Caller } from '../../../../identity/caller';
import { holdAccount } from '../../../../identity/hold';
import { createKey, getKey, type KeyKind, keyCalls, saveKey } from '../change';
import type { DoorCallers } from '../lookup';
import { findKeys, type KeyRow, toOwnKeys } from '../read';
import { endAfter, keyProblems, partsAfter } from '../rules';
import { hashOfSecret } from '../secret';
import * as store from '../store';
import { findOpenLayers, type OpenLayer } from './open-layers';

/** What the person may do in a published layer, cut to what it takes from outside. */
function mayIn(caller: Caller, layer: OpenLayer): Record<Write, boolean> {
  const rights = caller.rightsOn(layer);
  const published = namesOf(WRITE_BITS, layer.writes);
  return {
    add: rights.add && published.add,
    edit: rights.edit && published.edit,
    delete: rights.delete && published.delete,
  };
}

async function show({ engine, caller, now }: Ctx, rows: readonly KeyRow[]): Promise<OwnKey[]> {
  const ids = new Set(rows.flatMap(({ layers }) => layers.map(({ id }) => id)));
  const open = await findOpenLayers(engine.db, caller, [...ids]);
  return toOwnKeys(now(), rows, new Set(open.map(({ id }) => id)));
}

const KIND: KeyKind<OwnKey> = {
  filter: ({ caller }) => ({ person: caller.id }),
  show: async (ctx, row) => (await show(ctx, [row]))[0] as OwnKey,
};

async function check({ engine, caller }: Ctx, parts: OwnKeyEdit): Promise<void> {
  const ids = (parts.layers ?? []).map(({ layer }) => layer);
  const open = await findOpenLayers(engine.db, caller, ids);
  const may = new Map(open.map((layer) => [layer.id, mayIn(caller, layer)]));
  const problems = keyProblems(parts, may, { closed: 'ownKeyLayerClosed', writes: 'ownKeyWritesClosed' });
  if (Object.keys(problems).length > 0) throw fieldRefusal(problems);
}

async function insert(ctx: Ctx, body: NewOwnKey, id: string, secret: string): Promise<void> {
  const { engine, caller } = ctx;
  const at = ctx.now();
  await engine.db.transaction().execute(async (tx) => {
    await holdAccount(tx, caller.id);
    if ((await store.countKeys(tx, caller.customer, caller.id)) >= MAX_OWN_KEYS) throw ruled('ownKeysMany', { params: { max: MAX_OWN_KEYS } }); // biome-ignore format: one line
    await store.insertKey(tx, {
      id,
      customer: caller.customer,
      label: body.label,
      hash: hashOfSecret(secret),
      inAddress: body.in_address,
      addresses: body.addresses,
      regions: [],
      grants: body.layers,
      person: caller.id,
      madeBy: caller.id,
      at,
      expires: endAfter(at, body.days),
    });
  });
}

export const ownKeyHandlers = (callers: DoorCallers): Handlers['ownKeys'] => ({
  async list(ctx) {
    const { engine, caller } = ctx;
    return show(ctx, await findKeys(engine.db, caller.customer, ctx.now(), { person: caller.id }));
  },

  async layers({ engine, caller }) {
    const open = await findOpenLayers(engine.db, caller);
    return open.map((layer) => ({
      id: layer.id,
      label: layer.label,
      type: layer.type,
      may: mayIn(caller, layer),
      services: namesOf(SERVICE_BITS, layer.services),
    }));
  },

  async create(ctx, { body }) {
    await check(ctx, body);
    return createKey(ctx, callers, KIND, (id, secret) => insert(ctx, body, id, secret));
  },

  async edit(ctx, { params, body }) {
    const id = String(params.id);
    const row = await getKey(ctx, KIND, id);
    // What the key names already is no reason to refuse its new name; in an address it only reads, whatever that is.
    await check(ctx, body);
    const { inAddress, grants } = partsAfter(row, body, ctx.now());
    if (inAddress && grants.some((one) => one.add || one.edit || one.delete))
      throw fieldRefusal({ in_address: 'publishAddressReads' });
    return saveKey(ctx, callers, KIND, id, body);
  },

  ...keyCalls(callers, KIND),
});
