// TLS to a foreign database, proved on a cluster that speaks it: the line is encrypted, the certificate must be good and for this host, and
// a password goes out on no other line.
import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import forge from 'node-forge';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPostgres, startPostgres } from '../../../scripts/postgres.mjs';
import { Refusal } from '../../http/errors';
import type { Target } from './foreign';
import { tables } from './foreign-tables';

const run = promisify(execFile);
const DAY = 86_400_000;

/** A certificate and its key in PEM: signed by `by`, or by itself. */
function certificate(name: string, by?: { cert: forge.pki.Certificate; key: forge.pki.PrivateKey }, until = DAY) {
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const cert = forge.pki.createCertificate();
  cert.publicKey = keys.publicKey;
  cert.serialNumber = `0${Math.floor(Math.random() * 1e9)}`;
  cert.validity.notBefore = new Date(Date.now() - 2 * DAY);
  cert.validity.notAfter = new Date(Date.now() + until);
  const subject = [{ name: 'commonName', value: name }];
  cert.setSubject(subject);
  cert.setIssuer(by ? by.cert.subject.attributes : subject);
  cert.setExtensions([
    { name: 'basicConstraints', cA: !by },
    ...(by ? [{ name: 'subjectAltName', altNames: [{ type: 2, value: name }] }] : []),
  ]);
  cert.sign((by?.key ?? keys.privateKey) as forge.pki.rsa.PrivateKey, forge.md.sha256.create());
  const pem = forge.pki.certificateToPem(cert);
  return {
    cert,
    key: keys.privateKey as forge.pki.PrivateKey,
    pem,
    keyPem: forge.pki.privateKeyToPem(keys.privateKey),
  };
}

describe.skipIf(!findPostgres())('a foreign database that speaks TLS', () => {
  let home: string;
  let ca: string;
  let cluster: Awaited<ReturnType<typeof startPostgres>>;
  let admin: pg.Client;
  let port: string;
  const authority = certificate('Test authority');

  /** Gives the cluster another certificate. */
  async function present({ pem, keyPem }: { pem: string; keyPem: string }): Promise<void> {
    const data = (await admin.query('show data_directory')).rows[0].data_directory as string;
    const { uid, gid } = statSync(data);
    for (const [file, text] of [
      ['server.crt', pem],
      ['server.key', keyPem],
    ] as const) {
      rmSync(join(data, file), { force: true });
      writeFileSync(join(data, file), text, { mode: 0o600 });
      chownSync(join(data, file), uid, gid);
    }
    await admin.query('alter system set ssl = on');
    await admin.query('select pg_reload_conf()');
    while ((await admin.query('show ssl')).rows[0].ssl !== 'on')
      await new Promise((resolve) => setTimeout(resolve, 20));
    // The postmaster reads the files a moment after it was told to.
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'pahneh-tls-'));
    ca = join(home, 'ca.pem');
    writeFileSync(ca, authority.pem);
    cluster = await startPostgres({});
    port = new URL(cluster.url).port;
    admin = new pg.Client({ connectionString: cluster.url });
    await admin.connect();
    await admin.query(`create role reader login password 'CANARY-PASSWORD'; create table wells (id int);
      create view line as select ssl from pg_stat_ssl where pid = pg_backend_pid(); grant select on wells, line to reader`);
    const data = (await admin.query('show data_directory')).rows[0].data_directory as string;
    // The reader is let in by TLS alone.
    writeFileSync(join(data, 'pg_hba.conf'), 'host all pahneh 127.0.0.1/32 trust\nhostssl all reader 127.0.0.1/32 scram-sha-256\n'); // biome-ignore format: one file
    await present(certificate('localhost', authority));
  });
  afterAll(async () => {
    await admin?.end();
    cluster?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const look = async (host: string, tls: boolean, trusted = true) => {
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env;
    const args = ['--import', 'tsx', 'testing/foreign-look.ts', host, '127.0.0.1', port, tls ? '1' : '0'];
    const { stdout } = await run(process.execPath, args, { env: { ...env, ...(trusted && { NODE_EXTRA_CA_CERTS: ca }) } }); // biome-ignore format: one call
    return JSON.parse(stdout);
  };

  it('is read on an encrypted line where its certificate is good', async () => {
    expect(await look('localhost', true)).toEqual({ tables: ['line', 'wells'], ssl: true });
  });

  it('does not let itself be read without TLS, and that is told as a refused sign-in', async () => {
    expect(await look('localhost', false)).toEqual({ refused: 'dbSignIn' });
  });

  it('is refused where nobody vouches for its certificate, where it is for another host, and where it has ended', async () => {
    expect(await look('localhost', true, false)).toEqual({ refused: 'dbTls' });
    expect(await look('other.example', true)).toEqual({ refused: 'dbTls' });
    await present(certificate('localhost', authority, -DAY));
    expect(await look('localhost', true)).toEqual({ refused: 'dbTls' });
    await present(certificate('localhost'));
    expect(await look('localhost', true)).toEqual({ refused: 'dbTls' });
    await present(certificate('localhost', authority));
    expect((await look('localhost', true)).ssl).toBe(true);
  });
});

it('says nothing, not even a name, to a server that has no TLS', async () => {
  const heard: Buffer[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      heard.push(chunk);
      socket.write('N');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const target: Target = { host: 'localhost', address: '127.0.0.1', port, database: 'd', username: 'CANARY', password: 'CANARY', tls: true }; // biome-ignore format: one line
  const refusal = await tables(target).catch((error: unknown) => error);
  expect(refusal instanceof Refusal && refusal.wording).toBe('dbTls');
  // The request for TLS (length 8, code 80877103), and nothing after it.
  expect(Buffer.concat(heard).toString('hex')).toBe('0000000804d2162f');
  await new Promise((resolve) => server.close(resolve));
});
