// All that the doctor looks at, from the settings of the environment.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfig } from '../../backend/config';
import { lockHolder } from '../../backend/folder-lock';
import { hostKey } from '../../backend/host';
import { readWebConfig, type WebConfig } from '../../lib/config/env';
import { type Finding, fail, messageOf, ok, warn } from './finding';
import { checkBuild, checkCalendar, checkFolder, checkKeys, checkNode, checkOwnDatabase, checkPort } from './machine';
import { checkReplicas } from './replicas';
import { checkCertificate, checkDatabase, checkStore } from './services';

type Env = Record<string, string | undefined>;

const isLoopback = (host: string) => hostKey(host) === 'localhost';
/** What only our own programs give out: the web's list of places, and the backend's word that it lives. */
const WEB_PATH = '/base/places.json';
const BACKEND_PATH = '/healthz';

/** Where our own databases lie in the data folder. */
const FOLDERS = { embedded: 'db', private: 'private' };

/** Bytes of all files below a folder; 0 for one that is not there. */
const sizeOf = (dir: string): number =>
  existsSync(dir)
    ? readdirSync(dir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
    : 0;

/** The keys with which the web process seals sessions: those of the environment, or those of the data folder. */
function sessionKeys(env: Env, dataDir: string): string | undefined {
  const path = join(dataDir, 'session-keys');
  return env.SESSION_KEYS ?? (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined);
}

/** The settings, or why they cannot be read. Before the first start there are no keys of sessions, which is well. */
function readSettings(env: Env): { config: Config; web: WebConfig } | Finding {
  try {
    const config = readConfig(env);
    const sample = Buffer.from(Array.from({ length: 32 }, (_, i) => i)).toString('base64url');
    const web = readWebConfig({ ...env, SESSION_KEYS: sessionKeys(env, config.dataDir) ?? `none:${sample}` });
    return { config, web };
  } catch (error) {
    return fail('settings', messageOf(error), 'README.md says what each takes');
  }
}

/** What people outside reach: by TLS, and named. */
function checkOutside({ hosts, upstream }: WebConfig): (Finding | Promise<Finding>)[] {
  const names = [...hosts].filter((host) => !isLoopback(host)).map(hostKey);
  const { protocol, hostname, port } = new URL(upstream);
  const certificates = [...new Set(names)].map((host) => checkCertificate(host));
  if (protocol === 'https:') return [...certificates, checkCertificate(hostname, Number(port || 443))];
  if (isLoopback(hostname)) return certificates;
  return [
    ...certificates,
    warn('tls', `sessions travel to ${hostname} in clear`, 'use https in UPSTREAM_URL, or a closed network'),
  ];
}

function checkMessages({ sms, engine }: Config, { publicHosts }: WebConfig): Finding {
  if (sms) return ok('messages', `by ${sms.provider}`);
  return engine === 'server' && publicHosts.size > 0
    ? fail(
        'messages',
        'nobody sends text messages, and strangers may sign up',
        'set SMS_PROVIDER, or empty PUBLIC_HOSTS',
      )
    : ok('messages', 'none are sent');
}

/** Everything, in the order in which it is told. Looks of the network run side by side. Changes nothing but a probe that it takes away. */
export async function diagnose(env: Env): Promise<Finding[]> {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } };
  const machine = [checkNode(process.versions.node, engines.node), checkCalendar(), checkBuild()];
  const settings = readSettings(env);
  if ('topic' in settings) return [...machine, settings];
  const { config, web } = settings;
  const folder = checkFolder(config.dataDir);
  const own = !env.UPSTREAM_URL;
  const services = await Promise.all([
    ok('settings', 'can be read'),
    folder,
    ...checkKeys(config.dataDir, env),
    checkPort('PORT', web.port, WEB_PATH, [...web.hosts][0]),
    ...(own ? [checkPort('BACKEND_PORT', config.port, BACKEND_PATH)] : []),
    ...(config.engine === 'server' ? [] : [checkOwnDatabase(config.dataDir, config.engine, sizeOf(join(config.dataDir, FOLDERS[config.engine])))]), // biome-ignore format: one line
    ...(folder.level === 'fail' ? [] : [checkStore(config)]),
    ...checkOutside(web),
    checkMessages(config, web),
  ]);
  const { databaseUrl, engine, dataDir } = config;
  if (databaseUrl === null || (engine === 'private' && lockHolder(dataDir) === null)) return [...machine, ...services];
  const database = await checkDatabase(databaseUrl);
  return [...machine, ...services, ...database, ...(await checkReplicas(databaseUrl, config.databaseReadUrls))];
}
