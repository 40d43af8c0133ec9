// A TCP proxy that spoils connections on purpose: what lies between two programs on a bad day.
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';

/** One fault, on what comes back from the server; several may stand at once. Times in milliseconds, sizes in bytes. */
export type Fault =
  /** What comes after a silence is late. */
  | { kind: 'latency'; ms: number }
  /** Nothing comes back, and nothing ends. */
  | { kind: 'timeout' }
  /** The end of a connection is late. */
  | { kind: 'slow_close'; ms: number }
  /** After so much the connection ends as if all had been sent (`then: 'end'`), breaks off, or falls silent. */
  | { kind: 'limit_data'; bytes: number; how?: 'end' | 'reset' | 'stall' }
  /** The connection is reset, after a while. */
  | { kind: 'reset_peer'; ms?: number }
  /** Comes in small parts with pauses between. */
  | { kind: 'slicer'; bytes: number; ms: number }
  /** So much a second. */
  | { kind: 'bandwidth'; perSecond: number };

export interface FaultProxy {
  origin: string;
  port: number;
  /** Faults of connections that begin or go on from now. */
  faults: Fault[];
  /** Nobody listens any more, until `listen` is called. Running connections break. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  /** Connections that have begun so far. */
  readonly connections: number;
  close(): Promise<void>;
}

const SILENCE_MS = 100;
const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Hands a part on in the pieces and at the times that the faults wish. */
async function* pieces(part: Buffer, faults: readonly Fault[], silent: boolean): AsyncGenerator<Buffer> {
  for (const fault of faults) if (fault.kind === 'latency' && silent) await pause(fault.ms);
  const slicer = faults.find((f) => f.kind === 'slicer');
  const band = faults.find((f) => f.kind === 'bandwidth');
  const TICK_MS = 50;
  const size = slicer?.bytes ?? (band ? Math.max(1, Math.round((band.perSecond * TICK_MS) / 1000)) : part.length);
  for (let at = 0; at < part.length; at += size) {
    if (at || band) await pause(slicer?.ms ?? (band ? TICK_MS : 0));
    yield part.subarray(at, at + size);
  }
}

/** Stands before `to` (an http origin) on a port of its own on loopback. */
export async function faultProxy(to: string): Promise<FaultProxy> {
  const target = new URL(to);
  const open = new Set<Socket>();
  let connections = 0;
  let port = 0;
  const proxy: FaultProxy = {
    origin: '',
    port,
    faults: [],
    get connections() {
      return connections;
    },
    async refuse() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      for (const socket of open) socket.destroy();
      await closed;
    },
    listen: () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
    close: () => (server.listening ? proxy.refuse() : Promise.resolve()),
  };

  const server = createServer({ allowHalfOpen: true }, (near) => {
    connections++;
    const far = createConnection({ host: target.hostname, port: Number(target.port), allowHalfOpen: true });
    for (const socket of [near, far]) {
      open.add(socket);
      socket.once('close', () => open.delete(socket)).on('error', () => {});
    }
    near.once('close', () => far.destroy());
    const reset = proxy.faults.find((f) => f.kind === 'reset_peer');
    if (reset) setTimeout(() => near.resetAndDestroy(), reset.ms ?? 0);
    near.on('data', (part) => far.write(part));
    near.once('end', () => far.end());
    void (async () => {
      let [passed, last] = [0, 0];
      try {
        for await (const part of far) {
          const { faults } = proxy;
          if (faults.some((f) => f.kind === 'timeout')) return;
          const limit = faults.find((f) => f.kind === 'limit_data');
          for await (const piece of pieces(part as Buffer, faults, Date.now() - last > SILENCE_MS)) {
            const left = limit ? limit.bytes - passed : piece.length;
            if (left > 0) near.write(piece.subarray(0, left));
            passed += piece.length;
            last = Date.now();
            if (!limit || passed < limit.bytes) continue;
            if (limit.how === 'end') near.end();
            else if (limit.how !== 'stall') setTimeout(() => near.resetAndDestroy(), 20);
            return;
          }
        }
        const slow = proxy.faults.find((f) => f.kind === 'slow_close');
        if (slow) await pause(slow.ms);
        near.end();
      } catch {
        near.destroy();
      }
    })();
  });
  await proxy.listen();
  port = (server.address() as AddressInfo).port;
  return Object.assign(proxy, { origin: `http://127.0.0.1:${port}`, port });
}
