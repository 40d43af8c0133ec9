// Which statements and which calls may be answered by a replica, and the pure rules of positions in the log.
import { describe, expect, it } from 'vitest';
import { rows } from '../../../contract/index';
import { readConfig } from '../../config';
import { replicaCalls } from './calls';
import { lagClock, lsnNumber, sharedQuestion } from './position';
import { problemOf, replicaName } from './replica';
import { isReplicaRead } from './statement';

describe('statements', () => {
  it.each([
    'select n.id from record n where n.layer_id = $1',
    'select count(*) from "record_12" n',
    '\n  with s as (select 1) select * from record_12 n, s',
    'select l.id from record_log l',
    'select n.at from track_point n',
  ])('%s may go to a replica', (text) => {
    expect(isReplicaRead(text)).toBe(true);
  });

  it.each([
    'insert into record_1 values ($1)',
    'with s as (update record_1 set n = 1 returning id) select * from s',
    'with s as (DELETE from record_1 returning id) select * from s',
    'select id from record_1 for update',
    'select id from record_1 for no key update',
    'select id from record_1 for share of n',
    'select id into temporary x from record_1',
    "select nextval('record_id_seq') from record_1",
    'select pg_advisory_xact_lock(id) from record_1',
    'select pg_try_advisory_lock(id) from record_1',
    "select set_config('a', 'b', true) from record_1",
    "select pg_notify('a', 'b') from record_1",
    'select pg_current_snapshot() from record_1',
    'set local statement_timeout = 0',
    'begin',
    'listen x',
    'explain analyze select 1 from record_1',
    'select rev, record_count from layer',
    'select record_fold(label) from region',
    'select name from account',
  ])('%s goes to the primary', (text) => {
    expect(isReplicaRead(text)).toBe(false);
  });
});

describe('calls', () => {
  it('are reads of the contract', () => {
    const calls = new Map(rows.map(({ name, row }) => [name, row]));
    for (const name of replicaCalls()) {
      const row = calls.get(name);
      expect([name, Boolean(row), row?.touches, row?.session]).toEqual([name, true, undefined, undefined]);
    }
  });
});

describe('positions', () => {
  it('are compared as numbers', () => {
    expect(lsnNumber('1/0') > lsnNumber('0/FFFFFFFF')).toBe(true);
    expect(lsnNumber('0/A') > lsnNumber('0/9')).toBe(true);
  });

  it('tell how long ago the primary left the place at which a replica is', () => {
    const clock = lagClock();
    clock.mark('0/10', 1000);
    expect([clock.lagOf('0/10', 9000), clock.lagOf('0/0', 9000)]).toEqual([0, 8000]);
    clock.mark('0/20', 3000);
    clock.mark('0/20', 5000);
    expect([clock.lagOf('0/10', 9000), clock.lagOf('0/20', 9000)]).toEqual([6000, 0]);
    clock.mark('0/5', 10_000);
    expect(clock.lagOf('0/4', 10_500)).toBe(500);
  });

  it('are asked once for all, and never shared with who came after the question', async () => {
    let count = 0;
    const open: (() => void)[] = [];
    const ask = sharedQuestion(
      () =>
        new Promise<number>((done) =>
          open.push(
            (
              (n) => () =>
                done(n)
            )(++count),
          ),
        ),
    );
    const answers = [ask(), ask(), ask()];
    expect(count).toBe(1);
    open[0]?.();
    expect(await answers[0]).toBe(1);
    await expect.poll(() => count).toBe(2);
    const late = ask();
    open[1]?.();
    expect(await Promise.all(answers)).toEqual([1, 2, 2]);
    await expect.poll(() => count).toBe(3);
    open[2]?.();
    expect(await late).toBe(3);
  });

  it('of another cluster, a promoted server, another timeline or long ago keep a replica out', () => {
    const at = { lsn: '0/10', timeline: 1, system: '7' };
    const standby = { ...at, isStandby: true };
    expect(problemOf(standby, at, 5000, 5000)).toBeNull();
    expect(problemOf({ ...standby, system: '8' }, at, 0, 5000)).toContain('another cluster');
    expect(problemOf({ ...standby, isStandby: false }, at, 0, 5000)).toContain('promoted');
    expect(problemOf(standby, { ...at, timeline: 2 }, 0, 5000)).toContain('timeline 1');
    expect(problemOf(standby, at, 7000, 5000)).toBe('is 7 s behind');
  });

  it('are named by host and port alone', () => {
    expect(replicaName('postgres://pahneh:word@10.0.0.2/pahneh')).toBe('10.0.0.2:5432');
    expect(replicaName('postgres://pahneh:word@db.local:6000/pahneh?sslmode=require')).toBe('db.local:6000');
  });
});

describe('the setting', () => {
  const config = (DATABASE_READ_URL: string, DATABASE_URL?: string) => readConfig({ DATABASE_READ_URL, DATABASE_URL });
  it('names replicas of a server, and its refusal repeats no password', () => {
    expect(readConfig({}).databaseReadUrls).toEqual([]);
    expect(config(' postgres://a/x, postgres://b/x,', 'postgres://p/x').databaseReadUrls).toEqual([
      'postgres://a/x',
      'postgres://b/x',
    ]);
    expect(() => config('postgres://a/x')).toThrow(/^DATABASE_READ_URL: replicas of no DATABASE_URL$/);
    expect(() => config('mysql://u:word@a/x', 'postgres://p/x')).toThrow(/^DATABASE_READ_URL: (?!.*word)/);
  });
});
