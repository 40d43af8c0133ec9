// `npm run seed`: the demo into the database that the settings name, if it is empty.
import { readConfig } from '../config';
import { connectCommand } from '../db/connect';
import { openStorage } from '../storage';
import { seedDemo } from './demo';

const config = readConfig(process.env);
const engine = await connectCommand(config);
const there = await engine.db.selectFrom('customer').select('id').executeTakeFirst();
if (there) process.stdout.write('the database is not empty: nothing was done\n');
else
  await seedDemo(engine, {
    say: (step) => process.stdout.write(`${step}\n`),
    files: { config, storage: await openStorage(config) },
  });
await engine.close();
