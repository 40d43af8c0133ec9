// Which database the data of a folder are in, or shall be in, and the line that says so. No dependencies: `npm start` reads it first.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findPostgres, passes, postgresUser } from './programs.mjs';

/** Bytes of the longest path to a socket, less PostgreSQL's own name in it. */
const MAX_SOCKET_FOLDER = 107 - '/.s.PGSQL.5432'.length;

/** The private cluster's folder, and the parts of it. */
export const privateHome = (dataDir) => join(resolve(dataDir), 'private');
export const clusterOf = (home) => join(home, 'cluster');
export const socketsOf = (home) => join(home, 'run');

/** The address of the cluster in a folder: its socket, which only its owner reaches. */
export const urlOf = (home) => `postgres://pahneh@${encodeURIComponent(socketsOf(home))}:5432/postgres`;

/**
 * The database that the data of a folder are in; null where there is none yet. The built-in one wins: a move away from it ends by taking
 * its folder aside, a move back by putting one there.
 * @returns {'embedded' | 'private' | null}
 */
export const engineIn = (dataDir) =>
  existsSync(join(dataDir, 'db')) ? 'embedded' : existsSync(clusterOf(privateHome(dataDir))) ? 'private' : null;

/**
 * Why no private cluster can run in a folder; null where it can.
 * @returns {string | null}
 */
export function obstacleOf(dataDir) {
  if (findPostgres() === null) return 'no PostgreSQL 15 or newer with PostGIS is installed';
  const user = postgresUser();
  if (user === null) return 'PostgreSQL does not run as root, and there is no user "postgres"';
  const above = dirname(resolve(dataDir));
  if (!passes(above, user)) return `PostgreSQL does not run as root, and its user "postgres" cannot enter ${above}`;
  return Buffer.byteLength(socketsOf(privateHome(dataDir))) > MAX_SOCKET_FOLDER
    ? `the path of ${resolve(dataDir)} is too long for a socket`
    : null;
}

/**
 * The engine of a start, and why. Throws an Error where ENGINE asks for what cannot be.
 * @param {{ ENGINE?: string, DATABASE_URL?: string }} env
 * @returns {{ engine: 'embedded' | 'private' | 'server', line: string }}
 */
export function chooseEngine({ ENGINE, DATABASE_URL }, dataDir) {
  if (DATABASE_URL) return { engine: 'server', line: 'database: the server that DATABASE_URL names' };
  if (ENGINE && ENGINE !== 'embedded' && ENGINE !== 'private') throw new Error('ENGINE: embedded or private');
  const builtIn = (why) => ({ engine: /** @type {const} */ ('embedded'), line: `database: built-in, since ${why}` });
  const ownCluster = (why) => ({
    engine: /** @type {const} */ ('private'),
    line: `database: a private PostgreSQL in ${join(dataDir, 'private')}, since ${why}`,
  });
  const obstacle = obstacleOf(dataDir);
  const present = engineIn(dataDir);
  const isThere = (other) =>
    `the data in ${dataDir} are in it${obstacle ? '' : `; \`npm run move -- ${other}\` brings them to ${other === 'private' ? 'a private PostgreSQL' : 'the built-in database'}`}`;
  if (present === 'embedded') return builtIn(isThere('private'));
  const isWanted = present === 'private' || ENGINE === 'private';
  if (isWanted && obstacle) throw new Error(`the private PostgreSQL cannot run: ${obstacle}`);
  if (present === 'private') return ownCluster(isThere('embedded'));
  if (ENGINE) return ENGINE === 'private' ? ownCluster('ENGINE says so') : builtIn('ENGINE says so');
  if (obstacle) return builtIn(obstacle);
  return readdirSync(dataDir).length > 0
    ? builtIn(`${dataDir} is not empty`)
    : ownCluster(`PostgreSQL with PostGIS is installed and ${dataDir} is empty`);
}
