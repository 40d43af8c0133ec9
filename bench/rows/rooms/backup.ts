// Row: a backup with its sums and hashes, and a restore that compares all of them, beside pg_dump and pg_restore of the same rows.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { backup, restore } from '../../../backend/backup/backup';
import { program } from '../../../backend/backup/dump';
import { createDatabase } from '../../../testing/database-server';
import { timed } from '../../load';
import { atMost, type Line, seconds } from '../../report';
import { NO_POSTGRES, type Stage } from '../../stage';

const TARGET = atMost(2);

export async function* run(stage: Stage): AsyncGenerator<Line> {
  const side = await stage.server();
  if (!side) return yield { name: 'backup', value: '', beside: NO_POSTGRES };
  await stage.points(stage.rows);
  const folder = join(stage.folder, 'backup');
  mkdirSync(folder);
  const [peer, own] = [join(folder, 'peer'), join(folder, 'own')];
  const databaseUrl = side.url.href;
  const empty = async () => {
    const database = await createDatabase(null);
    stage.ends(() => database.drop());
    return database.url;
  };
  const dumped = await timed(() => program('pg_dump', ['--format=custom', `--file=${peer}`], databaseUrl));
  const written = await timed(() => backup({ databaseUrl, dataDir: side.world.config.dataDir }, own));
  yield {
    name: `backup of ${stage.rows} records, with the sums of all rows and the hashes of all files`,
    value: seconds(written),
    beside: `pg_dump: ${seconds(dumped)}`,
    ratio: written / dumped,
    target: TARGET,
  };
  const [first, second] = [await empty(), await empty()];
  const filled = await timed(() => program('pg_restore', ['--exit-on-error', `--dbname=${new URL(first).pathname.slice(1)}`, peer], first)); // biome-ignore format: one line
  const restored = await timed(() => restore({ databaseUrl: second, dataDir: join(folder, 'restored') }, own));
  yield {
    name: `restore of ${stage.rows} records, each compared`,
    value: seconds(restored),
    beside: `pg_restore: ${seconds(filled)}`,
    ratio: restored / filled,
    target: TARGET,
  };
}
