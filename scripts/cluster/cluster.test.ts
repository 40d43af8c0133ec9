// `npm run cluster -- --short`: the product past one machine, with real engines, while parts of it are killed. And what judges it.
import { describe, expect, it } from 'vitest';
import { findPostgres } from '../postgres.mjs';
import { hasNginx } from './balancer';
import { createLedger } from './ledger';
import { type Outcome, recoveryOf, verdictOf } from './outcomes';
import { FAILOVER, SHORT } from './phases';
import { hasPooler } from './pooler';
import { lightPrograms } from './programs';
import { runTrial } from './trial';

const TRIAL_MS = 300_000;
const isThere = Boolean(process.env.TEST_DATABASE_URL) && findPostgres() !== null && hasPooler() && hasNginx();

describe.skipIf(!isThere)('a cluster (needs PostgreSQL, PgBouncer, nginx)', () => {
  it(
    'loses no acknowledged write and speaks clearly while its parts are killed, and comes back',
    async () => {
      const lines: string[] = [];
      const trial = await runTrial({
        programs: await lightPrograms(),
        timing: SHORT,
        say: (line) => lines.push(line),
        signal: AbortSignal.timeout(TRIAL_MS),
      });
      expect(trial.faults, lines.join('\n')).toEqual([]);
      expect(trial.phases.map(({ name, calls }) => [name, calls >= 20])).toEqual(trial.phases.map(({ name }) => [name, true])); // biome-ignore format: one list
      // What is killed is missed. Each alone may go by between two calls, on a slow machine the failover too; that it took place, the ledger shows.
      expect(trial.phases.map(({ name }) => name)).toContain(FAILOVER);
      expect(trial.phases.filter(({ errors }) => errors.length > 0).length).toBeGreaterThan(0);
      expect(trial.writes).toBeGreaterThan(100);
    },
    TRIAL_MS + 60_000,
  );
});

describe('an answer', () => {
  const answer = (status: number, json: unknown, headers = {}) =>
    verdictOf({ status, json, headers, text: JSON.stringify(json) });

  it('is clear where the product says in its own words that it cannot serve, and when to come again', () => {
    const own = { detail: 'away', code: 503 };
    expect(answer(200, { id: 1 })).toBe('ok');
    expect([answer(503, own, { 'retry-after': '5' }), answer(502, own), answer(504, own), answer(429, own)]).toEqual(Array(4).fill('clear')); // biome-ignore format: one list
  });

  it('is unclear where it is none of the product, signs somebody out, or says only that something failed', () => {
    const own = { detail: 'x', code: 1 };
    expect([answer(502, null), answer(503, own), answer(500, own), answer(401, own), answer(200, null)]).toEqual(Array(5).fill('unclear')); // biome-ignore format: one list
  });
});

describe('a recovery', () => {
  const at = (ended: number, verdict: Outcome['verdict'] = 'ok'): Outcome => ({
    began: ended,
    ended,
    verdict,
    kind: '',
  });
  const row = (from: number, count: number) => Array.from({ length: count }, (_, i) => at(from + i));

  it('is measured to the first success after the first error, and to twenty in a row after the last', () => {
    const outcomes = [at(90), at(105), at(110, 'clear'), at(150), at(160, 'unclear'), ...row(200, 30)];
    expect(recoveryOf(outcomes, 100)).toEqual({ firstMs: 50, steadyMs: 119 });
    expect(recoveryOf(outcomes.slice(0, 20), 100).steadyMs).toBeNull();
    expect(recoveryOf(row(100, 30), 100)).toEqual({ firstMs: 0, steadyMs: 0 });
  });
});

describe('the ledger', () => {
  it('finds what is lost, older than it was, or there twice', () => {
    const ledger = createLedger();
    for (const id of [1, 2, 3, 4]) ledger.created(id, `n${id}`, '0');
    ledger.tries(1, 'a');
    ledger.tries(2, 'a');
    ledger.edited(2, 'a');
    ledger.tries(2, 'b');
    const rows = [
      { id: 1, name: 'n1', note: 'a' },
      { id: 2, name: 'n2', note: '0' },
      { id: 4, name: 'n4', note: '0' },
      { id: 5, name: 'n4', note: '0' },
    ];
    expect(ledger.compare(rows)).toEqual([
      'record 2 (n2) is "0" and not "a"',
      'record 3 (n3) is lost',
      '"n4" was made 2 times',
    ]);
    expect(ledger.count()).toBe(5);
    expect([ledger.fits(2, 'b'), ledger.fits(2, '0')]).toEqual([true, false]);
  });
});
