// The server of the walls' tests (testing/walls-server.ts) as those tests start and ask it.
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createBrowser } from '../testing/browser';
import { OTHER_HOST, portsFrom, refreshesAt } from '../testing/walls';

export interface Said {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** Starts it at four ports from `first`. */
export async function wallsServer(first: number) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'testing/walls-server.ts', String(first)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text) => String(text).includes('ready') && resolve());
    child.once('exit', (code) => reject(new Error(`the server of the walls stopped with ${code}`)));
  });
  const ports = portsFrom(first);
  const sessions = new Map<string, Promise<ReturnType<typeof createBrowser>>>();
  return {
    ports,
    origin: `http://localhost:${ports.address}`,
    /** The other customer's. */
    otherOrigin: `http://${OTHER_HOST}:${ports.address}`,
    /**
     * Somebody signed in at the one address; `host` is the name by which they know it. An address has a number of attempts a minute: who
     * only asks for pages is signed in once (`shared`).
     */
    shared(username: string, host = `localhost:${ports.address}`) {
      const key = `${username} ${host}`;
      const one = sessions.get(key) ?? this.person(username, host);
      sessions.set(key, one);
      return one;
    },
    async person(username: string, host = `localhost:${ports.address}`) {
      const browser = createBrowser({ host: `localhost:${ports.address}` }, host);
      const { status } = await browser.signIn(username);
      if (status !== 200) throw new Error(`${username} could not sign in: ${status}`);
      return browser;
    },
    /** Makes tokens short and the line slow, or as they were. */
    toggle: () => void child.kill('SIGUSR2'),
    /** The exchanges of tokens so far. */
    refreshes: () =>
      readFileSync(refreshesAt(ports.address), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => {
          const [began, ended, whose = '', status] = line.split(' ');
          return { began: Number(began), ended: Number(ended), whose, status: Number(status) };
        }),
    async stop() {
      const exit = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await exit;
    },
  };
}
export type WallsServer = Awaited<ReturnType<typeof wallsServer>>;

/** Asks for an address as it is written, byte for byte. Leads are not followed. */
export function raw(port: number, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Said> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, method, path, headers: { host: `localhost:${port}`, ...headers } },
      (answer) => {
        // biome-ignore format: one call
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (part) => { text += part; }).on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text })).on('error', reject); // biome-ignore format: one line
      },
    );
    outgoing.on('error', reject).end();
  });
}

export const cookieOf = ({ jar }: { jar: ReadonlyMap<string, string> }): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
