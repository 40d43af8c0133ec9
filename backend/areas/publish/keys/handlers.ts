// Keys: made, changed, given a new secret and revoked. A secret is in the answer that makes it, and nowhere else.
import { isIP } from 'node:net';
import { dayAt, startOfDay } from '../../../../contract/dates';
import { addDays } from '../../../../contract/jalali';
import { namesOf, WRITE_BITS } from '../../../../contract/schemas/publish/bits';
import {
  MAX_PUBLISH_KEYS,
  type NewPublishKey,
  OLD_SECRET_HOURS,
  type PublishKey,
  type PublishKeyEdit,
} from '../../../../contract/schemas/publish/key';
import type { Db } from '../../../db/engine';
import type { Ctx } from '../../../http/context';
import { type FieldSentences, fieldRefusal, notFound, ruled } from '../../../http/errors';
import type { Handlers } from '../../../http/mount';
import { checkEtag, orCurrent } from '../../../http/version';
import type { DoorCallers } from './lookup';
import { findKeys, type KeyRow, toKeys } from './read';
import { hashOfSecret, newKeyId, newSecret } from './secret';
import * as store from './store';

const HOUR_MS = 3_600_000;
const KEY_ID = /^[a-z]{8}$/;

async function getRow(ctx: Ctx, id: string | number, db: Db = ctx.engine.db): Promise<KeyRow> {
  const [row] = KEY_ID.test(String(id)) ? await findKeys(db, ctx.caller.customer, ctx.now(), String(id)) : [];
  if (!row) throw notFound();
  return row;
}
const toKey = async (ctx: Ctx, row: KeyRow): Promise<PublishKey> =>
  (await toKeys(ctx.engine.db, ctx.caller.customer, ctx.now(), [row]))[0] as PublishKey;

async function read(ctx: Ctx, id: string): Promise<PublishKey> {
  const row = await getRow(ctx, id);
  ctx.header('etag', `"${row.version}"`);
  return toKey(ctx, row);
}

/** The instant at which a key ends that works for some days more: with the last of them. */
const endAfter = (now: Date, days: number): Date => new Date(startOfDay(addDays(dayAt(now), days + 1)));

function isNetwork(text: string): boolean {
  const [net = '', bits, ...rest] = text.split('/');
  const family = isIP(net);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

/** What no schema knows: layers that are not published or let nothing be written, regions of others, networks that are none. */
async function problemsOf({ engine, caller }: Ctx, parts: PublishKeyEdit): Promise<FieldSentences> {
  const problems: FieldSentences = {};
  const { layers = [], regions = [], addresses = [] } = parts;
  const published = await store.findPublished(engine.db, caller.customer, layers.map(({ layer }) => layer)); // biome-ignore format: one line
  const writes = layers.filter((one) => one.add || one.edit || one.delete);
  if (layers.some(({ layer }) => !published.has(layer))) problems.layers = 'publishLayerClosed';
  else if (new Set(layers.map(({ layer }) => layer)).size < layers.length) problems.layers = 'field_wrong';
  else if (parts.in_address && writes.length > 0) problems.in_address = 'publishAddressReads';
  const isMore = ({ layer, ...wish }: (typeof layers)[number]) => {
    const may = namesOf(WRITE_BITS, published.get(layer) ?? 0);
    return (wish.add && !may.add) || (wish.edit && !may.edit) || (wish.delete && !may.delete);
  };
  if (!problems.layers && writes.some(isMore)) problems.layers = 'publishWritesClosed';
  if (regions.length > 0 && (await store.countRegions(engine.db, caller.customer, regions)) !== new Set(regions).size)
    problems.regions = 'field_choice';
  if (!addresses.every(isNetwork)) problems.addresses = 'publishNetwork';
  return problems;
}

async function check(ctx: Ctx, parts: PublishKeyEdit): Promise<void> {
  const problems = await problemsOf(ctx, parts);
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

/** The key as it would be after an edit. */
function partsAfter(row: KeyRow, body: PublishKeyEdit, now: Date): store.KeyParts {
  return {
    account: row.account_id,
    label: body.label ?? row.label,
    inAddress: body.in_address ?? row.in_address,
    addresses: body.addresses ?? row.addresses,
    regions: [...new Set(body.regions ?? row.regions.map(({ id }) => id))],
    grants: body.layers ?? row.layers.map(({ id, label: _, ...may }) => ({ layer: id, ...may })),
    expires: body.days === undefined ? row.expires : endAfter(now, body.days),
  };
}

/** Changes a key that is held meanwhile; a revoked one stays as it is. */
async function change(ctx: Ctx, id: string, work: (tx: Db, row: KeyRow) => Promise<void>): Promise<void> {
  const run = ctx.engine.db.transaction().execute(async (tx) => {
    await getRow(ctx, id, tx);
    await store.holdKey(tx, id);
    const row = await getRow(ctx, id, tx);
    checkEtag(ctx, `"${row.version}"`);
    if (row.revoked_at) throw ruled('publishKeyRevoked');
    await work(tx, row);
  });
  await orCurrent(run, async () => toKey(ctx, await getRow(ctx, id)));
}

export const publishKeyHandlers = (callers: DoorCallers): Handlers['publishKeys'] => ({
  async list(ctx) {
    const { engine, caller } = ctx;
    return toKeys(engine.db, caller.customer, ctx.now(), await findKeys(engine.db, caller.customer, ctx.now()));
  },

  async create(ctx, { body }) {
    await check(ctx, body);
    const id = newKeyId();
    const secret = newSecret(id);
    await insert(ctx, body, id, secret);
    callers.forget();
    return { ...(await read(ctx, id)), secret };
  },

  async edit(ctx, { params, body }) {
    const id = String(params.id);
    const row = await getRow(ctx, id);
    const after = partsAfter(row, body, ctx.now());
    // What the key may do already is no reason to refuse its new name.
    await check(ctx, {
      ...body,
      in_address: after.inAddress,
      ...((body.layers ?? body.in_address) ? { layers: [...after.grants] } : {}),
    });
    await change(ctx, id, (tx, now) => store.updateKey(tx, id, ctx.caller.customer, partsAfter(now, body, ctx.now())));
    callers.forget();
    return read(ctx, id);
  },

  async revoke(ctx, { params }) {
    const id = String(params.id);
    await change(ctx, id, (tx, row) => store.revokeKey(tx, id, row.account_id, ctx.now()));
    callers.forget();
    return read(ctx, id);
  },

  async rotate(ctx, { params }) {
    const id = String(params.id);
    const secret = newSecret(id);
    const oldUntil = new Date(ctx.now().getTime() + OLD_SECRET_HOURS * HOUR_MS);
    await change(ctx, id, (tx) => store.rotateKey(tx, id, hashOfSecret(secret), oldUntil));
    callers.forget();
    return { ...(await read(ctx, id)), secret };
  },
});
