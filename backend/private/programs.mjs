// PostgreSQL's programs on this computer, and as whom they run. No dependencies: `npm start` asks before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const DEBIAN = '/usr/lib/postgresql';
const LEAST = 15;

/** The folder of PostgreSQL's programs with PostGIS beside them, the newest; null where there is none. */
export function findPostgres() {
  if (!existsSync(DEBIAN)) return null;
  const versions = readdirSync(DEBIAN)
    .map(Number)
    .filter(
      (v) =>
        v >= LEAST &&
        existsSync(`${DEBIAN}/${v}/bin/initdb`) &&
        existsSync(`/usr/share/postgresql/${v}/extension/postgis.control`),
    )
    .sort((a, b) => b - a);
  return versions.length ? `${DEBIAN}/${versions[0]}/bin` : null;
}

/**
 * As whom its programs run: they refuse root, and run as their own user then. Null for root where that user is missing.
 * @returns {{ uid?: number, gid?: number } | null}
 */
export function postgresUser() {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  const uid = idOf('-u');
  return uid ? { uid, gid: idOf('-g') } : null;
}

/** Whether a user can enter a folder. */
export const passes = (folder, user) => spawnSync('test', ['-x', folder], user).status === 0;
