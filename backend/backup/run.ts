// `npm run backup -- <new folder>` and `npm run restore -- <folder>`: one command each, with the settings of the environment.
import { readConfig } from '../config';
import { joinCluster } from '../private/cluster';
import { backup, restore } from './backup';

const [act, folder] = process.argv.slice(2);
try {
  if ((act !== 'backup' && act !== 'restore') || !folder)
    throw new Error('npm run backup -- <new folder>, npm run restore -- <folder>');
  const started = Date.now();
  const config = readConfig(process.env);
  const leave = await joinCluster(config);
  const { tables, files } = await (act === 'backup' ? backup : restore)(config, folder).finally(leave);
  const rows = Object.values(tables).reduce((sum, t) => sum + t.rows, 0);
  process.stdout.write(
    `${act}: ${rows} rows in ${Object.keys(tables).length} tables, ${Object.keys(files).length} files, ${((Date.now() - started) / 1000).toFixed(1)} s\n`,
  );
} catch (error) {
  const said = error instanceof Error ? error.message : String(error);
  process.stderr.write(said.startsWith('DATA_IN_USE') ? 'the data are in use: stop the product first\n' : `${said}\n`);
  process.exitCode = 1;
}
