// What the journals hold of calls: a line of the audit for each one that changes something, gives something out or opens a session, done or
// refused, and our own errors.
import type { FastifyRequest } from 'fastify';
import type { Insertable, Selectable } from 'kysely';
import type { Named } from '../../contract/index';
import type { Db } from '../db/engine';
import type { Tables } from '../db/tables';
import type { Caller } from '../identity/caller';
import { attempts } from './attempts';
import { redact } from './redact';

/** Whose act it was, and in which layer where it was in one. */
export interface Actor {
  id: number | null;
  customer: number | null;
  layer?: number;
  /** Whom they see as. */
  viewAs?: string | undefined;
}

/** Whose act a call of somebody is: of whoever looks, where they see as somebody else. */
export const actorOf = (caller: Caller | null): Actor => ({
  id: caller?.viewer?.id ?? caller?.id ?? null,
  customer: caller?.customer ?? null,
  viewAs: caller?.viewer?.as,
});

/** Whether a call is written down: all but plain reading and what programs do by themselves. */
export const isAudited = ({ row }: Named): boolean => !!row.audited || (row.method !== 'GET' && !row.background);

/** The id of what came into being, where an answer has one. */
function idOf(answer: unknown): string {
  const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : null;
  return typeof id === 'number' || typeof id === 'string' ? String(id) : '';
}

/** What a call was about: its path's parameters but for a file's token, and what a private reading asked for; else what it made. */
function objectOf({ row }: Named, request: FastifyRequest, status: number, answer: unknown): string {
  const { token: _, ...params } = request.params as Record<string, string>;
  const queryAt = request.url.indexOf('?');
  const query = row.audited && status < 400 && queryAt >= 0 ? request.url.slice(queryAt + 1) : '';
  return ([Object.values(params).join('/'), query].filter(Boolean).join(' ') || idOf(answer)).slice(0, 100);
}

/** A flood is cut off before it is read: it leaves no lines either. */
const FLOOD = 429;

/** Writes the line. A line that cannot be written is logged: what was done is done, and is answered so. */
export async function writeAudit(
  db: Db,
  named: Named,
  request: FastifyRequest,
  actor: Actor,
  status: number,
  answer?: unknown,
): Promise<void> {
  if (!isAudited(named) || status === FLOOD) return;
  try {
    await insertAuditLine(db, {
      request_id: request.id,
      customer_id: actor.customer,
      account_id: actor.id,
      call: named.name,
      object: objectOf(named, request, status, answer),
      layer_id: actor.layer ?? null,
      status,
      ip: request.ip,
      view_as: actor.viewAs ?? null,
    });
  } catch (error) {
    request.log.error(error, 'a line of the audit is missing');
  }
}

/** Errors that one process writes down in a minute: a storm is one event. */
const storm = attempts(60);

/** Writes an error of our own into the journal that superusers read, without any value that was sent. */
export async function writeFailure(
  db: Db,
  named: Named,
  request: FastifyRequest,
  actor: Actor,
  error: unknown,
  at: Date,
): Promise<void> {
  if (!storm.take('', at.getTime())) return;
  await insertError(db, {
    at,
    customer_id: actor.customer,
    account_id: actor.id,
    source: 'server',
    place: named.name,
    message: redact(error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
    request_id: request.id,
  }).catch((failure) => request.log.error(failure, 'an error is missing in the journal'));
}
/** A line of the audit, or several of one act; the database says when. */
export type AuditEntry = Omit<Insertable<Tables['audit']>, 'id' | 'at'>;
export const insertAuditLine = (db: Db, entry: AuditEntry | readonly AuditEntry[]) =>
  db.insertInto('audit').values(entry).execute();
export type AppEntry = Omit<Selectable<Tables['app_log']>, 'id'>;
export const insertError = (db: Db, entry: AppEntry) => db.insertInto('app_log').values(entry).execute();
