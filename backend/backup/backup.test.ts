// Backup and restore: a restore brings back what was there; a damaged or misplaced backup is rejected.
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createDatabase, queryServer, type ServerDatabase } from '../../testing/database-server';
import { ENGINES, FORM } from '../../testing/world';
import { connect } from '../db/connect';
import type { EmbeddedEngine, Engine } from '../db/engine';
import { openServer } from '../db/server';
import * as make from '../seed/builders';
import { backup, restore, verify } from './backup';
import { serveCopies } from './running';

const folder = mkdtempSync(join(tmpdir(), 'pahneh-backup-'));
const databases: ServerDatabase[] = [];
const users: string[] = [];
afterAll(async () => {
  for (const database of databases) await database.drop();
  for (const user of users) await queryServer(`drop role ${user}`);
  rmSync(folder, { recursive: true, force: true });
});

async function createPlace(kind: string, name: string) {
  const dataDir = join(folder, `${kind}-${name}`);
  if (kind === 'embedded') return { databaseUrl: null, dataDir };
  const database = await createDatabase(null);
  databases.push(database);
  return { databaseUrl: database.url, dataDir };
}
/** A place to restore into as an operator makes it: PostGIS put in by the server's superuser, everything else by a user without power. */
async function createOrdinaryPlace(kind: string, name: string) {
  const place = await createPlace(kind, name);
  if (!place.databaseUrl) return place;
  const url = new URL(place.databaseUrl);
  const user = `ordinary_${url.pathname.slice(-16)}`;
  const engine = openServer(place.databaseUrl);
  await sql`create extension postgis`.execute(engine.db);
  await sql`create role ${sql.id(user)} login`.execute(engine.db);
  await sql`alter database ${sql.id(url.pathname.slice(1))} owner to ${sql.id(user)}`.execute(engine.db);
  await engine.close();
  users.push(user);
  url.username = user;
  return { ...place, databaseUrl: url.href };
}
const opened = (place: { databaseUrl: string | null; dataDir: string }): Promise<Engine> =>
  connect({
    url: place.databaseUrl,
    dir: place.databaseUrl ? null : join(place.dataDir, 'db'),
    template: process.env.TEST_TEMPLATE ?? null,
  });

describe.each(ENGINES)('a backup of the %s engine', (kind) => {
  it('brings everything back, and says when it cannot', async () => {
    const from = await createPlace(kind, 'from');
    mkdirSync(join(from.dataDir, 'storage', 'files'), { recursive: true });
    writeFileSync(join(from.dataDir, 'storage', 'files', 'a'), 'عکس');
    writeFileSync(join(from.dataDir, 'session-keys'), 'k:1', { mode: 0o600 });
    const engine = await opened(from);
    const customer = await make.createCustomer(engine, 'localhost', {} as never);
    const owner = await make.createPerson(engine, customer, { username: 'one', password: 'Test-Password-1' });
    const records = Array.from({ length: 500 }, (_, i) => ({
      geometry: { type: 'Point' as const, coordinates: [51 + i / 1000, 35] },
      value: { name: `شهر ${i}` },
    }));
    const layer = await make.createLayer(engine, { customer, owner, label: 'شهرها', type: 1, form: FORM, records });
    await engine.close();

    const target = join(folder, `${kind}-backup`);
    const manifest = await backup(from, target);
    expect(manifest.tables[`record_${layer}`]?.rows).toBe(500);
    await expect(backup(from, target)).rejects.toThrow('exists already');

    const to = await createOrdinaryPlace(kind, 'to');
    await restore(to, target);
    expect(readFileSync(join(to.dataDir, 'storage', 'files', 'a'), 'utf8')).toBe('عکس');
    const again = await opened(to);
    const { rows } = await sql<{ n: number; name: string }>`
      select count(*)::int as n, max(value->>'name') filter (where value->>'name' = 'شهر 499') as name from record where layer_id = ${layer}`.execute(
      again.db,
    );
    expect(rows).toEqual([{ n: 500, name: 'شهر 499' }]);
    await again.close();

    await expect(restore(to, target)).rejects.toThrow(/exists already|not empty/);
    writeFileSync(join(target, 'data', 'storage', 'files', 'a'), 'other');
    await expect(verify(target)).rejects.toThrow('data/storage/files/a is damaged or missing');
  });
});

/** Numbers of pairs. Those of the writers end at 200. */
const [BEFORE_MOMENT, AFTER_MOMENT] = [1000, 1001];

describe.each(ENGINES)('a backup of the %s engine that is written to', (kind) => {
  it('is of one moment, with every file that its rows name', async () => {
    const from = await createPlace(kind, 'busy');
    const files = join(from.dataDir, 'storage', 'files');
    mkdirSync(files, { recursive: true });
    const engine = await opened(from);
    const addPair = (a: number) => sql`insert into pair values (${a}, 0)`.execute(engine.db);
    let late: Promise<unknown> | undefined;
    /** As the product has it, with a row of just before the moment, and one that waits until it is over. */
    const still: EmbeddedEngine['still'] = async (work) => {
      await addPair(BEFORE_MOMENT);
      await (engine as EmbeddedEngine).still(() => {
        late = addPair(AFTER_MOMENT);
        return work();
      });
    };
    const stopServing =
      kind === 'embedded' ? await serveCopies({ ...(engine as EmbeddedEngine), still }, from.dataDir) : null;
    await sql`create table paper (name text primary key)`.execute(engine.db);
    await sql`create table pair (a int primary key, b int not null)`.execute(engine.db);
    await sql`insert into pair select n, 0 from generate_series(1, 200) n`.execute(engine.db);
    let isOver = false;
    let count = 0;
    const BEFORE = kind === 'embedded' ? 10 : 40;
    const write = async (writer: number) => {
      for (let i = 0; !isOver; i++) {
        const name = `${writer}-${i}`;
        // As an upload comes: part by part, and named when it is whole.
        writeFileSync(join(files, name), 'half ');
        await setImmediate();
        appendFileSync(join(files, name), name);
        await sql`insert into paper values (${name})`.execute(engine.db);
        await sql`update pair set b = b + 1 where a % 8 = ${writer}::int`.execute(engine.db);
        count++;
        // Files live longer than a backup takes: what is deleted while it is taken was there before.
        if (i < BEFORE || i >= 2 * BEFORE) continue;
        const old = `${writer}-${i - BEFORE}`;
        await sql`delete from paper where name = ${old}`.execute(engine.db);
        rmSync(join(files, old));
      }
    };
    const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
    await vi.waitFor(() => expect(count).toBeGreaterThanOrEqual(8 * BEFORE), { timeout: 60_000, interval: 5 });
    const target = join(folder, `${kind}-busy-backup`);
    const before = count;
    const manifest = await backup(from, target);
    expect(count).toBeGreaterThan(before);
    isOver = true;
    await Promise.all(writers);
    await stopServing?.();
    await late;
    await engine.close();
    expect(readdirSync(target)).not.toContain('copy');
    expect(manifest.tables.paper?.rows).toBeGreaterThan(0);

    const to = await createPlace(kind, 'calm');
    await restore(to, target);
    const again = await opened(to);
    const { rows } = await sql<{ name: string }>`select name from paper`.execute(again.db);
    const { rows: halves } =
      await sql`select a % 8 from pair where a <= 200 group by 1 having count(distinct b) > 1`.execute(again.db);
    expect(halves).toEqual([]);
    const { rows: marks } = await sql`select a from pair where a >= ${BEFORE_MOMENT}`.execute(again.db);
    expect(marks).toEqual(kind === 'embedded' ? [{ a: BEFORE_MOMENT }] : []);
    await again.close();
    const damaged = rows.filter(({ name }) => {
      const path = join(to.dataDir, 'storage', 'files', name);
      return !existsSync(path) || readFileSync(path, 'utf8') !== `half ${name}`;
    });
    expect(damaged).toEqual([]);
  });
});
