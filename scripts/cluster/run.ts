// `npm run cluster`: starts the product past one machine, with real engines on the loopback, breaks parts of it under load, and prints
// what came of it. With --short it takes half a minute, without pages. It ends by itself, with 1 where something is not as it must be.
import { findPostgres } from '../postgres.mjs';
import { hasNginx } from './balancer';
import { LONG, SHORT } from './phases';
import { hasPooler } from './pooler';
import { builtPrograms, lightPrograms } from './programs';
import { runTrial } from './trial';

const isShort = process.argv.includes('--short');
/** Whatever hangs: after this it ends. */
const LIMIT_MS = isShort ? 300_000 : 900_000;
const LAST_MS = 30_000;

const print = (line: string) => process.stdout.write(`${line}\n`);
const missing = [
  findPostgres() ? '' : 'PostgreSQL 15 or newer with PostGIS (postgresql-15-postgis-3)',
  hasPooler() ? '' : 'PgBouncer (pgbouncer)',
  hasNginx() ? '' : 'nginx and openssl (nginx-light, openssl)',
].filter(Boolean);
if (missing.length > 0) {
  process.stderr.write(`this computer lacks ${missing.join(', ')}\n`);
  process.exit(1);
}

const ends = new AbortController();
const end = (why: string) => {
  if (ends.signal.aborted) return;
  print(why);
  ends.abort(new Error(why));
  setTimeout(() => process.exit(1), LAST_MS).unref();
};
process.on('SIGINT', () => end('stopping'));
process.on('SIGTERM', () => end('stopping'));

try {
  const programs = isShort ? await lightPrograms() : await builtPrograms(print);
  setTimeout(() => end('it takes too long'), LIMIT_MS).unref();
  const began = Date.now();
  const { faults } = await runTrial({ programs, timing: isShort ? SHORT : LONG, say: print, signal: ends.signal });
  print(
    `${faults.length === 0 ? 'it stands' : `${faults.length} faults`}, ${Math.round((Date.now() - began) / 1000)} s`,
  );
  process.exit(faults.length === 0 ? 0 : 1);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}
