// nginx with the files of deploy/ as they are, but for ports, certificate and upstreams.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../postgres.mjs';
import { waitForPort } from './pooler';

/** The name in the certificate. */
export const HOST = 'gis.example.ir';

export const hasNginx = (): boolean =>
  spawnSync('nginx', ['-v']).status === 0 && spawnSync('openssl', ['version']).status === 0;

export interface Balancer {
  /** Without TLS: it leads to the other. */
  plain: number;
  secure: number;
  /** The address of the backends for web processes. */
  backends: number;
  process: ChildProcess;
}

const read = (name: string) => readFileSync(join('deploy', name), 'utf8');

/** Puts several servers where a file has one. */
function withServers(text: string, port: number, ports: readonly number[]): string {
  const one = new RegExp(`^ *server 127\\.0\\.0\\.1:${port}(.*);$`, 'm');
  return text.replace(one, (_, more: string) => ports.map((at) => `  server 127.0.0.1:${at}${more};`).join('\n'));
}

const makeCertificate = (folder: string) =>
  spawnSync('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem'), '-days', '2', '-subj', `/CN=${HOST}`]); // biome-ignore format: one call

/** Starts it before web processes, and where there are backends before those too. */
export async function startBalancer(
  folder: string,
  webs: readonly number[],
  backends: readonly number[] = [],
): Promise<Balancer> {
  const [plain, secure, inner] = [await freePort(), await freePort(), await freePort()];
  makeCertificate(folder);
  const site = withServers(read('nginx.conf'), 3000, webs)
    .replace(/^\s*listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
    .replace('listen 443 ssl', `listen 127.0.0.1:${secure} ssl`)
    .replaceAll('/etc/ssl/pahneh', folder);
  const before = withServers(read('nginx-backends.conf'), 8001, backends).replace('listen 127.0.0.1:8000', `listen 127.0.0.1:${inner}`); // biome-ignore format: one change
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n');
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off;\npid ${folder}/pid;\nerror_log ${folder}/errors;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${site}\n${backends.length > 0 ? before : ''}\n}\n`,
  );
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'errors')], { stdio: 'ignore' });
  await waitForPort(secure, 'nginx');
  return { plain, secure, backends: inner, process: child };
}
