// Row: a thousand connections of a hundred people that ask without a pause, and some who save and sign in meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import { atMost, type Line, ms, seconds } from '../../report';
import { type Product, saveCall, statusOf, withProduct } from './product';

const CONNECTIONS = Number(process.env.OVERLOAD_CONNECTIONS ?? 1000);
const OVERLOAD_MS = Number(process.env.OVERLOAD_SECONDS ?? 30) * 1000;
const PEOPLE = 100;
/** Those who save and those who sign in meanwhile, one call after the other. */
const SAVERS = 10;
const SIGNING_IN = 2;
const RECOVERY_LIMIT_MS = 10_000;

/** What one who saves, or begins to sign in, gets: milliseconds of what was served, and what was not. */
async function persist(all: Product, as: Record<string, string> | null, until: number, dispatcher: Agent) {
  const served: number[] = [];
  const refused: number[] = [];
  for (let n = 0; performance.now() < until; n++) {
    const from = performance.now();
    const path = as ? '/api/layerdata/' : '/api/captcha/';
    const status = await statusOf(all, path, dispatcher, as ? saveCall(all, n, as) : { headers: { host: all.host } });
    if (status > 0 && status < 300) served.push(performance.now() - from);
    else refused.push(status);
    await pause(200);
  }
  return { served, refused };
}

async function* overload(all: Product): AsyncGenerator<Line> {
  const people = await all.people(PEOPLE + SAVERS);
  const agent = new Agent({ connections: CONNECTIONS + SAVERS + SIGNING_IN, pipelining: 1 });
  const counted = new Map<number, number>();
  const until = performance.now() + OVERLOAD_MS;
  let n = 0;
  const savers = people.slice(PEOPLE).map((one) => persist(all, one, until, agent));
  const signingIn = Array.from({ length: SIGNING_IN }, () => persist(all, null, until, agent));
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, i) => {
      while (performance.now() < until) {
        const status = await statusOf(all, all.path(n++), agent, { headers: people[i % PEOPLE] ?? all.headers });
        counted.set(status, (counted.get(status) ?? 0) + 1);
        // Who is refused asks again soon, not at once.
        if (status === 503 || status === 429) await pause(100);
      }
    }),
  );
  const vital = { saves: await Promise.all(savers), 'steps of signing in': await Promise.all(signingIn) };
  void agent.destroy();
  const ended = performance.now();
  const one = new Agent({ connections: 1 });
  // Recovered: ten calls in a row succeed, each within a second.
  for (let row = 0; row < 10 && performance.now() - ended < 60_000; ) {
    const from = performance.now();
    row =
      (await statusOf(all, all.path(n++), one, { headers: all.headers })) < 300 && performance.now() - from < 1000
        ? row + 1
        : 0;
  }
  const recovery = performance.now() - ended;
  const summary = [...counted].sort(([a], [b]) => a - b).map(([status, count]) => `${status || 'broken'}: ${count}`).join(', '); // biome-ignore format: one line
  const strange = [...counted].filter(([status]) => ![200, 204, 429, 502, 503, 504].includes(status)).reduce((sum, [, count]) => sum + count, 0); // biome-ignore format: one line
  yield { name: `overload: ${CONNECTIONS} connections of ${PEOPLE} people for ${seconds(OVERLOAD_MS)}, answers`, value: summary, beside: 'served, or refused with 429, 502, 503, 504' }; // biome-ignore format: one line
  for (const [what, results] of Object.entries(vital)) {
    const served = results.flatMap((result) => result.served).sort((a, b) => a - b);
    const refused = results.flatMap((result) => result.refused);
    yield { name: `overload: ${what} refused meanwhile`, value: `${refused.length} of ${refused.length + served.length}${refused.length ? ` (${[...new Set(refused)].join(', ')})` : ''}`, beside: `p95 of the others ${ms(served[Math.floor(served.length * 0.95)] ?? Number.NaN)}` }; // biome-ignore format: one line
  }
  yield { name: 'overload: other answers, broken connections', value: String(strange), beside: 'limit 0' }; // biome-ignore format: one line
  yield { name: 'overload: programs that ended', value: String([all.backend, all.web].filter((p) => p.exitCode !== null).length), beside: 'limit 0' }; // biome-ignore format: one line
  yield { name: 'overload: until ten calls in a row are quick again', value: ms(recovery), beside: `limit ${seconds(RECOVERY_LIMIT_MS)}`, ratio: recovery / RECOVERY_LIMIT_MS, target: atMost(1) }; // biome-ignore format: one line
}

export const run = withProduct((_, all) => overload(all));
