// Mounts the contract's rows as routes: guard, parsing, response check and audit are done here once for all calls.
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Input, Output, Row } from '../../contract/define';
import { type Api, type api, rows } from '../../contract/index';
import { allows, servesSeeAs } from '../../contract/rights';
import { readsReplicas } from '../db/replicas/calls';
import { INTERACTIVE, type Scope, withScope } from '../db/scope';
import type { Caller, Callers } from '../identity/caller';
import { servesAfterEnd } from './after-end';
import { checkStanding } from './allowed';
import { type Actor, actorOf, writeAudit, writeFailure } from './audit';
import { formFailure, formOf } from './bodies';
import { type Ctx, EventAnswer, FileAnswer, sendEvents, type World } from './context';
import { answerOf, type FieldSentences, fieldRefusal, forbidden, type Lang, langOf, Refusal, ruled } from './errors';
import { MAX_UNPACKED, unpackGzip } from './gzip';
import { heavyQueue, isHeavy, QueueFullError } from './heavy';
import { type Reading, readFields, readValue } from './parse';

type Fields<R extends Row> = Input<R> extends { body: infer B } ? Partial<B> : never;
/**
 * What no schema knows and what is known before the call is served: a name that is taken, a weak password. `fields` are those of the
 * body that are right by themselves; what is returned is told together with the problems of the others.
 */
type Check<R extends Row> = (
  ctx: Ctx,
  fields: Fields<R>,
  params: Record<string, string>,
) => FieldSentences | Promise<FieldSentences>;
export interface Handler<R extends Row> {
  (ctx: Ctx, input: Parsed<R>): Promise<Output<R> | FileAnswer | EventAnswer>;
  check?: Check<R>;
}
/** A handler whose rules are told together with what the schema refuses. It runs only where there is no problem. */
export const withCheck = <R extends Row>(
  check: Check<R>,
  handler: (ctx: Ctx, input: Parsed<R>) => Promise<Output<R> | FileAnswer | EventAnswer>,
): Handler<R> => Object.assign(handler, { check });
type Parsed<R extends Row> = Input<R> & { params: Record<string, string> };
/** One handler for each row; a missing one does not compile. */
export type Handlers = {
  [A in keyof Api]: { [E in keyof Api[A]]: Api[A][E] extends Row ? Handler<Api[A][E]> : never };
};

/** Stands where a declared call is not served yet. A test counts where; the number may only fall. */
export const notServed = async (): Promise<never> => {
  throw new Refusal(501, 'notServed');
};

/** The query of a call that has none. */
const NO_QUERY = z.strictObject({});

const JSON_BODY = /^\s*application\/json\s*(;|$)/i;

/** Seconds after which a call may come again: that had to wait too long, and that the database could not serve. */
const HEAVY_RETRY_SECONDS = 5;
const DATABASE_RETRY_SECONDS = 5;

/** No connection is free; or the server, or a pooler before it (08P01: all that it says itself), ended it; or it is a replica that is not yet promoted. */
const AWAY_STATES = ['53300', '57P01', '57P02', '08000', '08001', '08003', '08004', '08006', '08007', '08P01', '25006'];
const PG: Record<string, [number, 'invalid' | 'databaseAway' | 'databaseOpens' | 'lockBusy' | 'tookLong']> = {
  ...Object.fromEntries(AWAY_STATES.map((state) => [state, [503, 'databaseAway']])),
  '22003': [400, 'invalid'],
  // Text that no database can keep: a zero byte.
  '22021': [400, 'invalid'],
  '22P05': [400, 'invalid'],
  '22P02': [400, 'invalid'],
  // It replays its log after a crash.
  '57P03': [503, 'databaseOpens'],
  // Somebody else holds what the statement needs.
  '55P03': [503, 'lockBusy'],
  // The statement took longer than its call may.
  '57014': [503, 'tookLong'],
};
/** What the driver says where there is no server, or no longer. */
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
const AWAY_WORDS =
  /^Connection terminated|^timeout exceeded when trying to connect|^Client (?:has encountered a connection error|was closed)/;

/** Any failure as a refusal; what is not ours becomes a plain 500 and is logged. */
export function refusalOf(thrown: unknown): Refusal {
  const error = formFailure(thrown);
  if (error instanceof Refusal) return error;
  if (error instanceof QueueFullError) return new Refusal(429, 'heavyWait', { retryAfter: HEAVY_RETRY_SECONDS });
  const { code, statusCode, message, syscall } = error as NodeJS.ErrnoException & { statusCode?: number };
  const isAway = (code && syscall === 'connect' && AWAY.has(code)) || AWAY_WORDS.test(message);
  const refusal = isAway ? PG['08006'] : code && PG[code];
  if (refusal)
    return new Refusal(refusal[0], refusal[1], {
      params: { key: '' },
      ...(refusal[0] === 503 ? { retryAfter: DATABASE_RETRY_SECONDS } : {}),
    });
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE') return new Refusal(413, 'tooLarge');
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new Refusal(statusCode === 415 ? 400 : statusCode, 'body');
  if (code === 'ENOSPC') return new Refusal(507, 'disk_full');
  return new Refusal(500, 'server');
}

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const refusal = refusalOf(error);
  if (refusal.status >= 500) request.log.error(error);
  const lang: Lang = langOf(request.headers['accept-language']);
  const { retryAfter = refusal.status === 429 ? 60 : undefined } = refusal.more;
  if (retryAfter) reply.header('retry-after', String(retryAfter));
  return reply.status(refusal.status).send(answerOf(lang, refusal));
}

/** The caller of a request; null when there is no valid token. */
export async function callerOf(request: FastifyRequest, people: Callers) {
  const token = tokenOf(request);
  return token ? people.of(token) : null;
}
export const tokenOf = (request: FastifyRequest) =>
  /^Bearer ([\w-]{20,100})$/.exec(request.headers.authorization ?? '')?.[1];

/** What a handler receives, or a refusal of all that is wrong with it. */
async function readInput(ctx: Ctx, row: Row, { check }: Handler<Row>, query: Reading, body: unknown) {
  const params = ctx.request.params as Record<string, string>;
  const content = row.body && readValue(row.body, body ?? {});
  const problems = { ...query.problems, ...content?.problems };
  if (content && check)
    Object.assign(
      problems,
      await check(ctx, readFields(row.body as z.ZodType, body ?? {}, content.problems) as Fields<Row>, params),
    );
  if (Object.keys(problems).length) throw fieldRefusal(problems);
  return { params, query: row.query && query.data, body: content?.data };
}

/** Aborted when the caller has hung up, before the request was read whole or before its answer was sent. */
export function hangUpOf(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const hungUp = new AbortController();
  request.raw.once('close', () => !request.raw.complete && hungUp.abort());
  reply.raw.once('close', () => !reply.raw.writableFinished && hungUp.abort());
  return hungUp.signal;
}

/** What a handler knows of a request. */
export function contextOf(
  world: World,
  request: FastifyRequest,
  reply: FastifyReply,
  caller: Caller | null,
  actor: Actor,
): Ctx {
  return {
    ...world,
    get caller() {
      if (!caller) throw new Refusal(401, 'unauthenticated');
      return caller;
    },
    signedIn: caller,
    actor,
    lang: langOf(request.headers['accept-language']),
    ip: request.ip,
    requestId: request.id,
    request,
    signal: hangUpOf(request, reply),
    beside: () => null,
    header: (key, value) => void reply.header(key, value),
  };
}

function sendFile(reply: FastifyReply, answer: FileAnswer) {
  reply
    .status(answer.status)
    .header('content-type', answer.type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(answer.name)}`);
  // One that breaks before it is sent, while the audit is written, would end the process.
  if (answer.stream instanceof Readable) answer.stream.on('error', () => {});
  return answer.stream;
}

/** Mounts every row; answers the names of those that are not served yet. */
export function mount(app: FastifyInstance, world: World, people: Callers, handlers: Handlers): string[] {
  const later: string[] = [];
  const heavy = heavyQueue({ maxRunning: () => world.engine.heavyCalls });
  for (const named of rows) {
    const { name, row } = named;
    const [area, call] = name.split('.') as [keyof typeof api, string];
    const handler = (handlers[area] as Record<string, Handler<Row>>)[call] as Handler<Row>;
    if ((handler as unknown) === notServed) later.push(name);
    const afterEnd = servesAfterEnd(name, row);
    // A heavy call may take longer than one statement of it.
    const seconds = row.heavy ? INTERACTIVE.seconds : (row.seconds ?? INTERACTIVE.seconds);
    const scopeOf = ({ id }: FastifyRequest): Scope => ({ requestId: id, seconds });
    // What changes something is finished, also for a caller who has left.
    const endsWithCaller = row.touches === undefined && row.session === undefined;
    app.route({
      method: row.method,
      url: `/api/${row.path}`,
      ...(row.as === 'gzip' ? { preParsing: unpackGzip, bodyLimit: MAX_UNPACKED } : {}),
      handler: (request, reply) =>
        withScope(scopeOf(request), async () => {
          const caller = await callerOf(request, people);
          const actor = actorOf(caller);
          const ends = (status: number, answer?: unknown) =>
            writeAudit(world.engine.db, named, request, actor, status, answer);
          let answer: unknown;
          try {
            answer = await serve(request, reply, caller, actor);
            await ends(reply.statusCode, answer);
          } catch (error) {
            // Strangers who are turned away at the door leave no line.
            const { status } = refusalOf(error);
            if (caller || row.needs === 'public') await ends(status);
            if (status === 500) await writeFailure(world.engine.db, named, request, actor, error, world.now());
            throw error;
          }
          if (answer instanceof Readable && answer.errored) throw answer.errored;
          return answer;
        }),
    });
    async function serve(request: FastifyRequest, reply: FastifyReply, caller: Caller | null, actor: Actor) {
      if (row.needs !== 'public' && !caller) throw new Refusal(401, 'unauthenticated');
      if (caller) checkStanding(caller, world.now(), row);
      if (!allows(caller, row.needs)) throw forbidden();
      if (caller?.viewer && !servesSeeAs(row)) throw ruled('seeAsReads');
      if (caller && !afterEnd && caller.planEnds && caller.planEnds <= world.now()) throw ruled('planEnded');
      const query = readValue(row.query ?? NO_QUERY, request.query);
      // No form is read for an address that is refused.
      if (row.as === 'form' && Object.keys(query.problems).length) throw fieldRefusal(query.problems);
      // A form that is read as JSON would be a body without anything in it.
      const { 'content-type': type } = request.headers;
      if (row.body && row.as !== 'form' && type !== undefined && !JSON_BODY.test(type)) throw new Refusal(400, 'body');
      const body = row.body && (row.as === 'form' ? await formOf(request) : request.body);
      const ctx = contextOf(world, request, reply, caller, actor);
      const input = await readInput(ctx, row, handler, query, body);
      const handle = () => handler(ctx, input as Parsed<Row>);
      const waitsInTurn = isHeavy(row, input);
      if (waitsInTurn) ctx.beside = heavy.runBeside;
      const scope: Scope = {
        ...scopeOf(request),
        replica: readsReplicas(name),
        ...(endsWithCaller ? { signal: ctx.signal } : {}),
        ...(waitsInTurn ? { heavy: true } : {}),
      };
      const answer = await (waitsInTurn
        ? heavy.run(String(caller?.id ?? request.ip), ctx.signal, () => withScope(scope, handle))
        : withScope(scope, handle));
      if (answer instanceof EventAnswer) return sendEvents(reply, answer);
      reply.header('cache-control', 'private, no-store');
      return answer instanceof FileAnswer ? sendFile(reply, answer) : answer;
    }
  }
  return later;
}
