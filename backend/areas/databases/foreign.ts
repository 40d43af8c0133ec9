// A foreign PostgreSQL database, read only: one transaction on a connection of its own, within limits.
import pg from 'pg';
import { ImportProblem } from '../../geo/import';
import { Refusal } from '../../http/errors';

/** Where and as whom; `address` has been vetted. */
export interface Target {
  host: string;
  address: string;
  port: number;
  database: string;
  username: string;
  password: string;
  tls: boolean;
}

const CONNECT_MS = 10_000;
const SLOW = '57014';
/** What Node's TLS says of a certificate or a handshake, and the driver of a server without TLS. */
const TLS_CODE = /^(CERT_|ERR_TLS|ERR_SSL|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/;
const TLS_TEXT = /does not support SSL|establishing an SSL/;

/** What went wrong, in our words alone: a driver's text would tell what lies at an address. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof Refusal || error instanceof ImportProblem) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  // The server's own deadline, and ours where it does not keep it.
  if (code === SLOW || message === 'Query read timeout') return new Refusal(400, 'dbSlow');
  if (TLS_CODE.test(code) || TLS_TEXT.test(message)) return new Refusal(400, 'dbTls');
  if (code.startsWith('28')) return new Refusal(400, 'dbSignIn');
  if (code === '3D000') return new Refusal(400, 'dbDatabase');
  if (code === '42P01' || code === '42501' || code === '3F000' || code === '42703') return new Refusal(400, 'dbTable');
  if (/^[0-9A-Z]{5}$/.test(code) && !/^(08|57P0)/.test(code)) return new Refusal(400, 'dbFailed');
  return new Refusal(400, 'dbUnreachable');
}

/** Works in one read-only transaction of a connection of its own, which is gone afterwards. */
export async function* reading<T>(
  target: Target,
  limits: { ms: number; bytes: number; signal?: AbortSignal },
  work: (client: pg.Client) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const client = new pg.Client({
    host: target.address,
    port: target.port,
    database: target.database,
    user: target.username,
    password: target.password,
    ssl: target.tls ? { servername: target.host, rejectUnauthorized: true } : false,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: limits.ms,
    query_timeout: limits.ms + 5000,
    application_name: 'pahneh',
    // Text is read as the database wrote it: our own readers know the types.
    types: { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig,
  });
  let broken: unknown = null;
  client.on('error', (error) => {
    broken ??= error;
  });
  const hangUp = () => void client.end().catch(() => {});
  try {
    if (limits.signal?.aborted) throw new ImportProblem('cancelled');
    limits.signal?.addEventListener('abort', hangUp);
    await client.connect();
    let bytes = 0;
    const { stream } = (
      client as unknown as { connection: { stream: NodeJS.ReadableStream & { destroy(e: Error): void } } }
    ).connection;
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > limits.bytes) {
        broken = new Refusal(400, 'dbTooLarge');
        stream.destroy(new Error('too large'));
      }
    });
    await client.query("set datestyle = 'ISO, YMD'; set timezone = 'UTC'; set intervalstyle = 'iso_8601'; set client_encoding = 'UTF8'; set extra_float_digits = 3; set search_path to public, pg_catalog; begin isolation level repeatable read read only"); // biome-ignore format: one statement
    yield* work(client);
  } catch (error) {
    if (limits.signal?.aborted) throw new ImportProblem('cancelled');
    throw refusalOf(broken ?? error);
  } finally {
    limits.signal?.removeEventListener('abort', hangUp);
    await client.end().catch(() => {});
  }
}
