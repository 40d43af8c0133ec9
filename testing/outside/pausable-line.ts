// A line to a server of this computer that can fall silent without being closed, as one whose computer has lost its power.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Listens on a port of its own and passes everything on to the port `to`. */
export async function pausableLine(to: number) {
  const sockets = new Set<Socket>();
  let isPaused = false;
  const join = (from: Socket, into: Socket) => {
    sockets.add(from);
    from.on('data', (bytes) => into.write(bytes));
    from.on('error', () => {});
    from.on('close', () => into.destroy());
    if (isPaused) from.pause();
  };
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    join(near, far);
    join(far, near);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as AddressInfo).port,
    pause(paused: boolean) {
      isPaused = paused;
      for (const socket of sockets)
        if (paused) socket.pause();
        else socket.resume();
    },
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
