// When people were last there: noted as a session begins and at each renewal of one that is used, never by the calls themselves.
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/engine';

/** Where a session begins, and by which program. */
export interface Place {
  ip?: string | undefined;
  agent?: string | undefined;
}

/** Longer names of programs say nothing more. */
const MAX_AGENT = 300;

export const markSeen = (db: Db, account: number, now: Date) =>
  sql`insert into account_seen as s (account_id, at) values (${account}::int, ${now}::timestamptz)
    on conflict (account_id) do update set at = excluded.at where s.at < excluded.at`.execute(db);

/**
 * Condition that session `s` says its person has been there since then: an open page renews it every few minutes. In a session that sees
 * as somebody else, that person is not there.
 */
export const isPresence = (since: Date) =>
  sql<boolean>`s.viewer_session is null and s.revoked_at is null and s.last_refresh > ${since}::timestamptz`;

/** Where a call comes from that opens a session, as its list shows it. */
export const placeOf = ({ ip, request }: { ip: string; request: Pick<FastifyRequest, 'headers'> }): Place => ({
  ip,
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a header may bring some
  agent: request.headers['user-agent']?.replace(/[\u0000-\u001f\u007f]/g, '').slice(0, MAX_AGENT),
});
