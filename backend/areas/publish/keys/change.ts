// What administrators and people do alike with a key that is there: read it, change it by its version, give it a new secret, end it.
import { OLD_SECRET_HOURS, type PublishKeyEdit } from '../../../../contract/schemas/publish/key';
import type { Db } from '../../../db/engine';
import type { Ctx } from '../../../http/context';
import { notFound, ruled } from '../../../http/errors';
import { checkEtag, orCurrent } from '../../../http/version';
import type { DoorCallers } from './lookup';
import { findKeys, type KeyFilter, type KeyRow } from './read';
import { accountOf, partsAfter } from './rules';
import { hashOfSecret, newKeyId, newSecret } from './secret';
import * as store from './store';

const HOUR_MS = 3_600_000;
const KEY_ID = /^[a-z]{8}$/;

/** Whose keys there are for a caller, and how they read one. */
export interface KeyKind<K> {
  filter: (ctx: Ctx) => KeyFilter;
  show: (ctx: Ctx, row: KeyRow) => Promise<K>;
  /** Refuses a change that is not the caller's to make. */
  checkOwner?: (row: KeyRow) => void;
}

export async function getKey<K>(
  ctx: Ctx,
  kind: KeyKind<K>,
  id: string | number,
  db: Db = ctx.engine.db,
): Promise<KeyRow> {
  const name = String(id);
  const [row] = KEY_ID.test(name) ? await findKeys(db, ctx.caller.customer, ctx.now(), { ...kind.filter(ctx), id: name }) : []; // biome-ignore format: one line
  if (!row) throw notFound();
  return row;
}

/** The key as the caller reads it, with its ETag. */
export async function readKey<K>(ctx: Ctx, kind: KeyKind<K>, id: string): Promise<K> {
  const row = await getKey(ctx, kind, id);
  ctx.header('etag', `"${row.version}"`);
  return kind.show(ctx, row);
}

/** Changes a key that is held meanwhile; a revoked one stays as it is. */
async function changeKey<K>(
  ctx: Ctx,
  kind: KeyKind<K>,
  id: string,
  work: (tx: Db, row: KeyRow) => Promise<void>,
): Promise<void> {
  const run = ctx.engine.db.transaction().execute(async (tx) => {
    await getKey(ctx, kind, id, tx);
    await store.holdKey(tx, id);
    const row = await getKey(ctx, kind, id, tx);
    checkEtag(ctx, `"${row.version}"`);
    if (row.revoked_at) throw ruled('publishKeyRevoked');
    await work(tx, row);
  });
  await orCurrent(run, async () => kind.show(ctx, await getKey(ctx, kind, id)));
}

/** Makes a key by `insert` and answers it with its secret. The door knows of it at once. */
export async function createKey<K extends object>(
  ctx: Ctx,
  callers: Pick<DoorCallers, 'forget'>,
  kind: KeyKind<K>,
  insert: (id: string, secret: string) => Promise<void>,
): Promise<K & { secret: string }> {
  const id = newKeyId();
  const secret = newSecret(id);
  await insert(id, secret);
  callers.forget();
  return { ...(await readKey(ctx, kind, id)), secret };
}

/** Changes what `body` names of a key that may be changed so. The door knows of it at once. */
export async function saveKey<K>(
  ctx: Ctx,
  callers: Pick<DoorCallers, 'forget'>,
  kind: KeyKind<K>,
  id: string,
  body: PublishKeyEdit,
): Promise<K> {
  await changeKey(ctx, kind, id, (tx, row) =>
    store.updateKey(tx, id, ctx.caller.customer, partsAfter(row, body, ctx.now())),
  );
  callers.forget();
  return readKey(ctx, kind, id);
}

interface KeyCall {
  params: { id: string | number };
}

/** The calls that end a key and give it another secret, which is in that answer alone. The door knows of both at once. */
export const keyCalls = <K extends object>(callers: Pick<DoorCallers, 'forget'>, kind: KeyKind<K>) => ({
  async revoke(ctx: Ctx, { params }: KeyCall): Promise<K> {
    const id = String(params.id);
    await changeKey(ctx, kind, id, (tx, row) => store.revokeKey(tx, id, accountOf(row), ctx.now()));
    callers.forget();
    return readKey(ctx, kind, id);
  },

  async rotate(ctx: Ctx, { params }: KeyCall): Promise<K & { secret: string }> {
    const id = String(params.id);
    const secret = newSecret(id);
    const oldUntil = new Date(ctx.now().getTime() + OLD_SECRET_HOURS * HOUR_MS);
    await changeKey(ctx, kind, id, async (tx, row) => {
      kind.checkOwner?.(row);
      await store.rotateKey(tx, id, hashOfSecret(secret), oldUntil);
    });
    callers.forget();
    return { ...(await readKey(ctx, kind, id)), secret };
  },
});
