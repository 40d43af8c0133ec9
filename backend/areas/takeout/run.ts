// `npm run takeout`: bundles on the command line: make one of a customer, check one, put one into a customer that is there.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { readConfig } from '../../config';
import { connectCommand } from '../../db/connect';
import { openStorage } from '../../storage';
import { writeBundle } from './bundle';
import { verify } from './open-bundle';
import { restore } from './restore';

const USAGE = `npm run takeout -- customers
npm run takeout -- make <customer> <file.zip>
npm run takeout -- verify <file.zip>
npm run takeout -- restore <customer> <file.zip>`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const [act, ...rest] = process.argv.slice(2);

async function work(): Promise<void> {
  if (act === 'verify' && rest[0]) {
    const { layers, parts, made: created } = await verify(rest[0]);
    say(`sound: ${layers.length} layers, ${Object.keys(parts).length} parts, made ${created}`);
    return;
  }
  const customer = Number(rest[0]);
  const file = rest[1];
  const isKnown =
    act === 'customers' || (['make', 'restore'].includes(act ?? '') && Number.isInteger(customer) && file);
  if (!isKnown) throw new Error(USAGE);
  const config = readConfig(process.env);
  const engine = await connectCommand(config);
  try {
    const storage = await openStorage(config);
    if (act === 'customers')
      for (const c of await engine.db.selectFrom('customer').select(['id', 'host']).orderBy('id').execute())
        say(`${c.id}  ${c.host}`);
    else if (act === 'make') {
      const scratch = join(config.dataDir, 'exports', 'takeout');
      await mkdir(scratch, { recursive: true, mode: 0o700 });
      const result = await writeBundle({ engine, storage }, customer, {
        scratch,
        signal: new AbortController().signal,
      });
      await pipeline(result, createWriteStream(file as string, { mode: 0o600 }));
      await rm(scratch, { recursive: true, force: true });
      say(`written and sound: ${(await verify(file as string)).layers.length} layers`);
    } else {
      const { layers, records, files } = await restore({ engine, storage }, customer, file as string);
      say(`put back and compared: ${layers.size} layers, ${records} records, ${files} files`);
    }
  } finally {
    await engine.close();
  }
}

await work().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
