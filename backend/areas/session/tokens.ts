// Access and refresh tokens: random, stored only as hashes, rotated at each refresh.
import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Db } from '../../db/engine';
import { hashOf } from '../../identity/caller';
import { markSeen, type Place } from '../../identity/seen';

export interface Tokens {
  access: string;
  refresh: string;
}

/**
 * A refresh that comes twice within this time gets the same answer; later a repeat ends the session. More than twice as long as the web
 * process waits for an exchange (10 s): whose answer was lost on the way is asked again after that, and is no thief.
 */
const GRACE_MS = 25_000;

const createToken = () => randomBytes(32).toString('base64url');

/** The new tokens, readable only by whoever holds the old refresh token. */
function seal(old: string, tokens: Tokens): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', createHash('sha256').update(`grace ${old}`).digest(), iv);
  return Buffer.concat([iv, cipher.update(JSON.stringify(tokens)), cipher.final(), cipher.getAuthTag()]).toString(
    'base64',
  );
}
function open(old: string, sealed: string): Tokens {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(
    'aes-256-gcm',
    createHash('sha256').update(`grace ${old}`).digest(),
    bytes.subarray(0, 12),
  );
  decipher.setAuthTag(bytes.subarray(-16));
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString());
}

const addSeconds = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000);

/** What a session that sees as somebody else has beside the others. */
export interface ViewRow {
  viewer_session: string;
  view_role?: number | undefined;
  view_region?: number | undefined;
}

/** Opens a session for an account. */
export async function openSession(
  db: Db,
  account: number,
  now: Date,
  seconds: number,
  { ip, agent }: Place = {},
  view?: ViewRow,
): Promise<Tokens> {
  const tokens = { access: createToken(), refresh: createToken() };
  await db
    .insertInto('session')
    .values({
      id: randomUUID(),
      account_id: account,
      access_hash: hashOf(tokens.access),
      access_until: addSeconds(now, seconds),
      refresh_hash: hashOf(tokens.refresh),
      created: now,
      last_refresh: now,
      ip: ip ?? null,
      agent: agent ?? null,
      ...view,
    })
    .execute();
  // Who is looked at is not there.
  if (!view) await markSeen(db, account, now);
  return tokens;
}

/**
 * Exchanges a refresh token. The row is locked, so that two at once cannot both rotate; the loser, and anybody within the
 * grace time, gets the winner's answer. A token that was used before that is a theft: the session ends, and `stolen` hears whose
 * it was. Null: not accepted.
 */
export function renewSession(
  db: Db,
  refresh: string,
  now: Date,
  seconds: number,
  stolen: (account: number) => void = () => {},
): Promise<{ account: number; tokens: Tokens } | null> {
  const hash = hashOf(refresh);
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('session')
      .selectAll()
      .where((e) => e.or([e('refresh_hash', '=', hash), e('previous_hash', '=', hash)]))
      .forUpdate()
      .executeTakeFirst();
    // What sees as somebody else lasts as long as its first token.
    if (!row || row.revoked_at || row.viewer_session !== null) return null;
    if (row.refresh_hash !== hash) {
      if (row.previous_at && row.previous_answer && now.getTime() - row.previous_at.getTime() <= GRACE_MS)
        return { account: row.account_id, tokens: open(refresh, row.previous_answer) };
      await tx
        .updateTable('session')
        .set({ revoked_at: now, previous_answer: null })
        .where('id', '=', row.id)
        .execute();
      stolen(row.account_id);
      return null;
    }
    const tokens = { access: createToken(), refresh: createToken() };
    await tx
      .updateTable('session')
      .set({
        access_hash: hashOf(tokens.access),
        access_until: addSeconds(now, seconds),
        refresh_hash: hashOf(tokens.refresh),
        previous_hash: hash,
        previous_at: now,
        previous_answer: seal(refresh, tokens),
        last_refresh: now,
      })
      .where('id', '=', row.id)
      .execute();
    if (row.viewer_session === null) await markSeen(tx, row.account_id, now);
    return { account: row.account_id, tokens };
  });
}
