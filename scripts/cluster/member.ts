// A process of the product in the cluster: started, killed and started again at the same port.
import { type ChildProcess, spawn } from 'node:child_process';

export interface Member {
  name: string;
  port: number;
  /** Starts it where it does not run, and waits until it serves. */
  start(): Promise<void>;
  /** Ends it at once, without a chance to tidy up. */
  kill(): void;
  stop(): Promise<void>;
  /** What it said, the last lines. */
  lines(): string[];
}

const START_MS = 60_000;
const STOP_MS = 12_000;
const MAX_LINES = 200;

/** Its programs say "ready" or "failed" in a line. The channel ends them when this process is gone. */
export function createMember(name: string, program: string, port: number, env: Record<string, string>): Member {
  let child: ChildProcess | null = null;
  const lines: string[] = [];
  const isRunning = () => child !== null && child.exitCode === null && child.signalCode === null;

  function launch(): Promise<void> {
    const own = spawn(process.execPath, [program], {
      env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child = own;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${name} does not start`)), START_MS);
      const read = (part: Buffer) => {
        const now = part.toString().split('\n').filter(Boolean);
        lines.push(...now);
        lines.splice(0, lines.length - MAX_LINES);
        if (now.some((line) => line.startsWith('ready '))) resolve();
      };
      own.stdout?.on('data', read);
      own.stderr?.on('data', read);
      own.once('error', reject);
      own.once('exit', (code) => reject(new Error(`${name} ended with ${code}: ${lines.slice(-5).join(' | ')}`)));
      own.once('exit', () => clearTimeout(timer));
    });
  }

  return {
    name,
    port,
    start: async () => (isRunning() ? undefined : launch()),
    kill: () => void child?.kill('SIGKILL'),
    async stop() {
      const own = child;
      if (!own || !isRunning()) return;
      const exit = new Promise((resolve) => own.once('exit', resolve));
      const timer = setTimeout(() => own.kill('SIGKILL'), STOP_MS);
      own.kill('SIGTERM');
      await exit;
      clearTimeout(timer);
    },
    lines: () => [...lines],
  };
}
