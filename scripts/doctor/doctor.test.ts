// The doctor on computers that are well and on some that are not: each fault is a real one, and each line says what to do.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createWeb } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTls } from 'node:tls';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { openServer } from '../../backend/db/server';
import { lockFolder } from '../../backend/folder-lock';
import { createDatabase } from '../../testing/database-server';
import { diagnose } from './checks';
import type { Finding } from './finding';
import { checkFolder, checkKeys, checkNode, checkOwnDatabase, checkPort } from './machine';
import { checkCertificate, checkClock, checkDatabase, checkStore } from './services';

const folder = mkdtempSync(join(tmpdir(), 'pahneh-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const levels = (findings: Finding[]) => findings.map(({ topic, level }) => `${topic} ${level}`);
const listen = (server: ReturnType<typeof createServer>) =>
  new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)),
  );

describe('the computer', () => {
  it('has a Node that is new enough', () => {
    expect([checkNode('20.9.0', '>=20.9').level, checkNode('22.1.0', '>=20.9').level]).toEqual(['ok', 'ok']);
    expect([checkNode('20.8.1', '>=20.9'), checkNode('18.20.0', '>=20.9')].map(({ level }) => level)).toEqual([
      'fail',
      'fail',
    ]);
  });

  it('has a folder that can be written, with room in it', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(checkFolder(join(folder, 'data')).topic).toBe('disk');
    expect(checkFolder(join(folder, 'file', 'data'))).toMatchObject({
      level: 'fail',
      text: expect.stringContaining('ENOTDIR'),
    });
    expect([599, 601, 5_001].map((free) => checkFolder(join(folder, 'data'), free).level)).toEqual([
      'fail',
      'warn',
      'ok',
    ]);
  });

  it('keeps its keys to itself', () => {
    const data = join(folder, 'keys');
    mkdirSync(data);
    expect(checkKeys(data, {}).map(({ level }) => level)).toEqual(['ok']);
    writeFileSync(join(data, 'secret.key'), 'x', { mode: 0o600 });
    expect(checkKeys(data, {}).map(({ level }) => level)).toEqual(['ok']);
    chmodSync(join(data, 'secret.key'), 0o640);
    expect(checkKeys(data, {})).toMatchObject([{ level: 'fail', advice: `chmod 600 ${join(data, 'secret.key')}` }]);
    expect(levels(checkKeys(data, { DATABASE_URL: 'postgres://x' }))).toEqual(['keys fail', 'keys warn']);
  });

  it('has its ports free, or itself behind them', async () => {
    const other = createServer((socket) => socket.end('hello\r\n'));
    const web = createWeb(({ headers }, response) =>
      response.writeHead(headers.host === 'gis.test' ? 200 : 421).end('{"areas":[]}'),
    );
    const [busy, own] = [await listen(other), await listen(web)];
    expect((await checkPort('PORT', busy, '/base/places.json')).level).toBe('fail');
    expect(await checkPort('PORT', own, '/base/places.json', 'gis.test')).toMatchObject({
      level: 'ok',
      text: `PORT ${own} is this product, running`,
    });
    other.close();
    web.close();
    expect(await checkPort('PORT', busy, '/base/places.json')).toMatchObject({
      level: 'ok',
      text: `PORT ${busy} is free`,
    });
  });

  it('says which database is ours, and which process has it open', () => {
    const data = join(folder, 'embedded');
    mkdirSync(data);
    expect(checkOwnDatabase(data, 'embedded', 3 * 2 ** 20).text).toBe('built-in, 3 MB, not running');
    expect(checkOwnDatabase(data, 'private', 0).text).toBe('a private PostgreSQL, 0 MB, not running');
    const unlock = lockFolder(data);
    expect(checkOwnDatabase(data, 'embedded', 0).text).toContain(`open in process ${process.pid}`);
    unlock();
    // A process that died without giving it back.
    writeFileSync(join(data, 'embedded.lock'), `${process.pid} 1`);
    expect(checkOwnDatabase(data, 'embedded', 0).text).toContain('not running');
  });
});

describe('the services', () => {
  it('tells clocks that are apart', () => {
    const at = Date.parse('2026-11-26T10:00:00Z');
    expect([1_900, 2_100, -2_100].map((ms) => checkClock(new Date(at + ms), at).level)).toEqual(['ok', 'fail', 'fail']);
  });

  it('tells a store that does not answer, and one that does', async () => {
    const s3 = { bucket: 'b', endpoint: 'http://127.0.0.1:9', region: 'x', key: 'k', secret: 's', idleMs: 1_000 };
    expect(await checkStore({ dataDir: folder, s3 })).toMatchObject({
      level: 'fail',
      text: expect.stringContaining('ECONNREFUSED'),
    });
    expect((await checkStore({ dataDir: folder, s3: null })).level).toBe('ok');
  });

  it.skipIf(spawnSync('openssl', ['version']).status !== 0)(
    'tells a certificate that nobody trusts, one that ends soon, and a host that is silent',
    async () => {
      const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
      const certificate = spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', key, '-out', cert, '-days', '30', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']); // biome-ignore format: one call
      expect(certificate.status).toBe(0);
      const authority = readFileSync(cert, 'utf8');
      const server = createTls({ key: readFileSync(key), cert: authority });
      const port = await listen(server);
      expect(await checkCertificate('localhost', port)).toMatchObject({
        level: 'fail',
        text: expect.stringContaining('self'),
      });
      expect((await checkCertificate('localhost', port, Date.now(), authority)).level).toBe('ok');
      const later = Date.now() + 20 * 86_400_000;
      expect(await checkCertificate('localhost', port, later, authority)).toMatchObject({
        level: 'warn',
        advice: 'renew it',
      });
      server.close();
      expect((await checkCertificate('localhost', port)).level).toBe('fail');
    },
  );

  it('names a database that is not reached by its host, and no password', async () => {
    const [finding] = await checkDatabase('postgres://pahneh:hunter2@127.0.0.1:9/x');
    expect(finding).toMatchObject({
      topic: 'database',
      level: 'fail',
      text: expect.stringMatching(/^127\.0\.0\.1:9: .*ECONNREFUSED/),
    });
    expect(JSON.stringify(finding)).not.toContain('hunter2');
  });

  it.skipIf(!process.env.TEST_DATABASE_URL)(
    'tells a database that is ready, empty, or newer than the program',
    async () => {
      const [ready, empty] = [await createDatabase(), await createDatabase(null)];
      const schemaOf = async (url: string) => (await checkDatabase(url)).filter(({ topic }) => ['postgis', 'schema', 'clock'].includes(topic)); // biome-ignore format: one call
      expect(levels(await schemaOf(ready.url))).toEqual(['postgis ok', 'clock ok', 'schema ok']);
      expect(levels(await schemaOf(empty.url))).toEqual(['postgis warn', 'clock ok', 'schema ok']);
      const engine = openServer(ready.url);
      await sql`delete from kysely_migration where name = '0075-key-networks'`.execute(engine.db);
      expect((await schemaOf(ready.url)).at(-1)).toMatchObject({
        level: 'warn',
        text: '1 steps are missing, from 0075-key-networks',
      });
      await sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'x')`.execute(engine.db);
      await engine.close();
      expect((await schemaOf(ready.url)).at(-1)).toMatchObject({
        level: 'fail',
        text: 'the database is newer: 9999-later',
      });
      await ready.drop();
      await empty.drop();
    },
  );
});

describe('the whole of it', () => {
  it('names the setting that cannot be read, and goes no further', async () => {
    const findings = await diagnose({ TRACK_DAYS: 'x', DATA_DIR: join(folder, 'all') });
    expect(findings.at(-1)).toMatchObject({
      topic: 'settings',
      level: 'fail',
      text: expect.stringMatching(/^TRACK_DAYS/),
    });
  });

  it('says that strangers cannot be sent a code, and that sessions travel in clear', async () => {
    const env = { DATA_DIR: join(folder, 'all'), DATABASE_URL: 'postgres://x@127.0.0.1:9/x', PUBLIC_HOSTS: 'a.test', HOSTS: 'localhost', UPSTREAM_URL: 'http://gis.test', PORT: '0' }; // biome-ignore format: one row
    const findings = await diagnose(env);
    expect(levels(findings.filter(({ level }) => level !== 'ok'))).toEqual(
      expect.arrayContaining(['tls warn', 'messages fail', 'database fail', 'keys warn']),
    );
    expect(findings.filter(({ level }) => level !== 'ok').every(({ advice }) => advice)).toBe(true);
  });
});
