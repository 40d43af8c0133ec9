// What the web process keeps of sessions that it has opened: nothing that is over.
import { randomBytes } from 'node:crypto';
import { afterEach, expect, it, vi } from 'vitest';
import { memoryInUse } from '../../../testing/setup/memory';
import { createLiveSessions } from './live-sessions';
import { COOKIES, type Session, seal } from './seal';

afterEach(() => {
  vi.useRealTimers();
});

const HOST = 'map.example';
const HOUR = 3_600_000;
const config = { keys: [{ kid: 'a', secret: new Uint8Array(randomBytes(32)) }] } as never;

async function cookiesOf(sid: string): Promise<string> {
  const [now, at] = [Date.now(), randomBytes(1_000).toString('hex')];
  const session: Session = { sid, uid: 1, uname: 'viewer', m: [], p: [], su: false, at, rt: 'none', until: now + HOUR, abs: now + HOUR, csrf: 'c', gen: 1 }; // biome-ignore format: one session
  const sealed = await seal(config, COOKIES.session, HOST, session, 3_600);
  return `${COOKIES.session}=${sealed}; ${COOKIES.idle}=${await seal(config, COOKIES.idle, HOST, { sid, seen: now }, 3_600)}`;
}

it('lets go of what it has opened half a minute later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const live = createLiveSessions(config, {} as never, { current: (session: Session) => session } as never, () =>
    Date.now(),
  );
  const before = memoryInUse().heapUsed;
  for (let i = 0; i < 500; i++) expect((await live.find(HOST, await cookiesOf(`s${i}`)))?.session.sid).toBe(`s${i}`);
  expect(memoryInUse().heapUsed - before).toBeGreaterThan(2_000_000);
  vi.advanceTimersByTime(31_000);
  expect(memoryInUse().heapUsed - before).toBeLessThan(1_000_000);
});
