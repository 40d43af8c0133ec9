// How answers of the door leave: their format, compressed where that pays, and refusals as problem+json with a reason phrase.
import { STATUS_CODES } from 'node:http';
import { promisify } from 'node:util';
import { createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PROBLEM_JSON } from '../../../../contract/ogc-api/names';
import { answerOf, langOf } from '../../../http/errors';
import { refusalOf } from '../../../http/mount';
import { type DoorAnswer, DoorProblem } from './door-request';

const zip = promisify(gzip);
/** Below this size compression costs more than it saves. */
const MIN_GZIP = 2048;
const GZIP_LEVEL = 3;
const MAX_REASON = 120;

/**
 * Whether a client prefers a page. A browser does; `*` and nothing mean JSON, because programs say that.
 */
export function prefersPage(accept: string | undefined): boolean {
  const weights = (accept ?? '').split(',').map((part) => {
    const [type = '', ...params] = part
      .toLowerCase()
      .split(';')
      .map((text) => text.trim());
    const weight = Number(params.find((param) => param.startsWith('q='))?.slice(2) ?? 1);
    return { type, weight: Number.isFinite(weight) ? weight : 0 };
  });
  const html = weights.find(({ type }) => type === 'text/html')?.weight ?? 0;
  const json = Math.max(0, ...weights.filter(({ type }) => type.includes('json')).map(({ weight }) => weight));
  return html > 0 && html > json;
}

const acceptsGzip = (request: FastifyRequest): boolean =>
  /(?:^|,)\s*gzip\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i.test(String(request.headers['accept-encoding'] ?? ''));

/** Sends an answer; gives its length in bytes, null where that is not known. */
export async function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: DoorAnswer,
): Promise<number | null> {
  const { status = 200, type, headers = {}, body, isCompressed } = answer;
  reply.status(status).header('cache-control', 'private, no-store').header('vary', 'authorization, accept');
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  if (type) reply.header('content-type', type);
  const zips = !isCompressed && acceptsGzip(request);
  if (body === null || typeof body === 'string' || Buffer.isBuffer(body)) {
    const bytes = body === null ? null : Buffer.from(body as string);
    const isZipped = zips && bytes !== null && bytes.length >= MIN_GZIP;
    if (isZipped) reply.header('content-encoding', 'gzip');
    const payload = isZipped ? await zip(bytes, { level: GZIP_LEVEL }) : bytes;
    // Null would be sent as JSON.
    reply.send(payload ?? undefined);
    return payload?.length ?? 0;
  }
  if (zips) reply.header('content-encoding', 'gzip');
  reply.send(zips ? body.pipe(createGzip({ level: GZIP_LEVEL })) : body);
  return null;
}

interface Problem {
  status: number;
  detail: string;
  /** In English. */
  reason: string;
  headers: Record<string, string>;
  fields?: unknown;
}

/** The name of a field before what is said of it, where any client can show it. */
const asciiName = (name: string): string => (/^[\x21-\x7e]+$/.test(name) ? `${name}: ` : '');

function problemOf(request: FastifyRequest, error: unknown): Problem {
  if (error instanceof DoorProblem)
    return { status: error.status, detail: error.detail, reason: error.detail, headers: error.headers };
  const refusal = refusalOf(error);
  const own = answerOf(langOf(request.headers['accept-language']), refusal) as { detail: string; fields?: unknown };
  const english = answerOf('en', refusal) as { detail: string; fields?: Record<string, string> };
  const [first] = Object.entries(english.fields ?? {});
  // A full queue is no flood: programs try again later, and stop at a 429.
  const status = refusal.status === 429 ? 503 : refusal.status;
  const { retryAfter } = refusal.more;
  return {
    status,
    detail: own.detail,
    reason: first ? `${asciiName(first[0])}${first[1]}` : english.detail,
    headers: retryAfter ? { 'retry-after': String(retryAfter) } : {},
    fields: own.fields,
  };
}

/** Sends a refusal. Its reason phrase is all that QGIS shows of one, so it says what is wrong. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: unknown): number {
  const { status, detail, reason, headers, fields } = problemOf(request, error);
  if (status >= 500 && status !== 503) request.log.error(error);
  reply.raw.statusMessage = status >= 500 ? (STATUS_CODES[status] ?? 'Error') : reason.replace(/[^\x20-\x7e]+/g, '?').slice(0, MAX_REASON); // biome-ignore format: one line
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
  const body = { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, detail, ...(fields ? { fields } : {}) }; // biome-ignore format: one line
  // As bytes: to a text the server would add a charset, which this type has not.
  reply
    .status(status)
    .header('content-type', PROBLEM_JSON)
    .header('cache-control', 'private, no-store')
    .send(Buffer.from(JSON.stringify(body)));
  return status;
}
