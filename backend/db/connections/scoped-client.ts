// A connection whose statements serve the request that asks for them, and end with it.
import { connect } from 'node:net';
import pg from 'pg';
import { DatabaseError } from '../engine';
import { commented, currentScope } from '../scope';

const CONNECT_MS = 5_000;

/** PostgreSQL's cancel request: its length, its number, the process and the secret of the connection whose statement shall end. */
const CANCEL_BYTES = 16;
const CANCEL_NUMBER = 80_877_102;
/** SQLSTATE connection_failure. */
const CONNECTION_FAILURE = '08006';
/** SQLSTATE transaction_resolution_unknown. */
const UNKNOWN_END = '08007';
/** Where PostgreSQL gives up waiting for a synchronous replica: it warns, and calls the commit a success. */
const SYNC_WAIT = 'SyncRepWaitForLSN';

type Peer = Pick<pg.Client, 'host' | 'port'> & { processID: number; secretKey: number };

/** Ends the statement that runs in a connection. Resolves when the server has taken the request, or cannot be reached. */
function cancelStatement({ host, port, processID, secretKey }: Peer): Promise<void> {
  const packet = Buffer.alloc(CANCEL_BYTES);
  for (const [i, word] of [CANCEL_BYTES, CANCEL_NUMBER, processID, secretKey].entries())
    packet.writeInt32BE(word, i * 4);
  return new Promise((resolve) => {
    const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    socket.setTimeout(CONNECT_MS, () => socket.destroy());
    socket.once('connect', () => socket.write(packet));
    socket.on('error', () => {});
    socket.resume();
    socket.once('close', () => resolve());
  });
}

/** A connection whose statements carry the id of the request that they serve, and end when its caller leaves. */
export class ScopedClient extends pg.Client {
  /** Whether the statement that runs was committed here, and no replica has said that it has it too. */
  private isUnconfirmed = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('notice', ({ routine }) => {
      if (routine === SYNC_WAIT) this.isUnconfirmed = true;
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads
  override query(statement: any, ...rest: any[]): any {
    if (typeof statement !== 'string') return this.send(statement, rest);
    const signal = /^(commit|rollback)/i.test(statement) ? undefined : currentScope()?.signal;
    if (signal?.aborted) return Promise.reject(new DatabaseError('the caller has left', '57014', undefined));
    const answer: unknown = this.send(commented(statement), rest);
    if (!signal || !(answer instanceof Promise)) return answer;
    let cancelling: Promise<void> | undefined;
    const cancel = () => {
      cancelling = cancelStatement(this as unknown as Peer);
    };
    signal.addEventListener('abort', cancel, { once: true });
    // A request to cancel that is still under way would end the statement that comes next.
    return answer.finally(() => {
      signal.removeEventListener('abort', cancel);
      return cancelling;
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads
  private send(statement: any, rest: any[]): unknown {
    // biome-ignore lint/suspicious/noExplicitAny: the driver's own overloads
    const answer: unknown = super.query(statement, ...(rest as [any]));
    if (!(answer instanceof Promise)) return answer;
    const confirmed = answer.then((result: unknown) => {
      if (!this.isUnconfirmed) return result;
      this.isUnconfirmed = false;
      throw new DatabaseError('no replica has confirmed the commit', UNKNOWN_END, undefined);
    });
    return confirmed.catch((error: { severity?: string; syscall?: string; message: string }) => {
      // The server has ended the connection: the pool must not lend it out again before the socket says so too.
      if (error.severity === 'FATAL') this.end().catch(() => {});
      // The socket broke, and not the statement.
      throw error.syscall ? new DatabaseError(error.message, CONNECTION_FAILURE, undefined) : error;
    });
  }
}
