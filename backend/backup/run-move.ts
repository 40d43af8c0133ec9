// `npm run move -- server`, `-- private` and `-- embedded`: an installation changes its database, with the settings of the environment.
import { readConfig } from '../config';
import { move } from './move';

const target = process.argv[2];
const MB = 1_000_000;
let last = '';
/** One line a percent, so that a log can be read as well. */
function report(done: number, total: number, what: string): void {
  const size = what === 'files' ? total : `${Math.ceil(total / MB)} MB`;
  const line = `${Math.floor((100 * done) / total)} % of ${size}`;
  if (line === last) return;
  last = line;
  process.stdout.write(`${line}: ${what}\n`);
}

try {
  if (target !== 'server' && target !== 'private' && target !== 'embedded')
    throw new Error(
      'npm run move -- server, -- private or -- embedded: where the data shall be, with DATA_DIR set, and DATABASE_URL for a server',
    );
  const started = Date.now();
  const { tables, rows, files } = await move(readConfig(process.env), target, report);
  const next = `start the product ${target === 'server' ? 'with' : 'without'} DATABASE_URL`;
  process.stdout.write(
    `${rows} rows in ${tables} tables and ${files} files, compared, in ${((Date.now() - started) / 1000).toFixed(1)} s. Nothing was taken away at the source; now ${next}.\n`,
  );
} catch (error) {
  const said = error instanceof Error ? error.message : String(error);
  process.stderr.write(said.startsWith('DATA_IN_USE') ? 'the data are in use: stop the product first\n' : `${said}\n`);
  process.exitCode = 1;
}
