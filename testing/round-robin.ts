// One address before several web processes: each request goes to the next of them, as a balancer without memory sends it.
import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  port: number;
  /** Requests that each of them got. */
  readonly counts: readonly number[];
  close(): Promise<void>;
}

/** Listens at a port of loopback (0: any) before ports of loopback. Addresses, headers and bodies pass as they are; `sees` looks on. */
export async function roundRobin(
  ports: readonly number[],
  port = 0,
  sees: (near: IncomingMessage, back: ServerResponse) => void = () => {},
): Promise<Balancer> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  const counts = ports.map(() => 0);
  let turn = 0;
  const server: Server = createServer({ requestTimeout: 0, maxHeaderSize: 65_536 }, (near, back) => {
    sees(near, back);
    const which = turn++ % ports.length;
    counts[which] = (counts[which] ?? 0) + 1;
    const far = request(
      { agent, host: '127.0.0.1', port: ports[which], method: near.method, path: near.url, headers: near.headers },
      (answer) => {
        back.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(back);
        answer.once('error', () => back.destroy());
      },
    );
    far.once('error', () => (back.headersSent ? back.destroy() : back.writeHead(502).end()));
    back.once('close', () => !back.writableFinished && far.destroy());
    near.pipe(far);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      agent.destroy();
    },
  };
}
