// `npm run move -- server` and `npm run move -- embedded`: an installation changes its database, with the settings of the environment.
import { readConfig } from '../config';
import { move } from './move';

const target = process.argv[2];
const MB = 1_000_000;
let last = '';
/** One line a percent, so that a log can be read as well. */
function report(done: number, total: number, table: string): void {
  const line = `${Math.floor((100 * done) / total)} % of ${Math.ceil(total / MB)} MB`;
  if (line === last) return;
  last = line;
  process.stdout.write(`${line}: ${table}\n`);
}

try {
  if (target !== 'server' && target !== 'embedded')
    throw new Error(
      'npm run move -- server, or npm run move -- embedded: where the data shall be, with DATABASE_URL and DATA_DIR set',
    );
  const started = Date.now();
  const { tables, rows } = await move(readConfig(process.env), target, report);
  const next =
    target === 'server' ? 'start the product with DATABASE_URL set' : 'start the product without DATABASE_URL';
  process.stdout.write(
    `${rows} rows in ${tables} tables, compared, in ${((Date.now() - started) / 1000).toFixed(1)} s. Nothing was taken away at the source; now ${next}.\n`,
  );
} catch (error) {
  const said = error instanceof Error ? error.message : String(error);
  process.stderr.write(said.startsWith('DATA_IN_USE') ? 'the data are in use: stop the product first\n' : `${said}\n`);
  process.exitCode = 1;
}
