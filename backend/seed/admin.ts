// `npm run admin -- <user name>`: the first superuser of an empty database. The password is asked for, never an argument.
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { MIN_PASSWORD, passwordProblem } from '../../contract/password';
import { readConfig } from '../config';
import { connectCommand } from '../db/connect';
import { say } from '../http/errors';
import * as make from './builders';
import { ALL_MODULES, DEMO_CONFIG } from './demo';

const fail = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

const username = process.argv[2] ?? fail('npm run admin -- <user name>');
const config = readConfig(process.env);
const engine = await connectCommand(config);
const existing = await engine.db.selectFrom('customer').select('id').orderBy('id').executeTakeFirst();
const superuser = await engine.db
  .selectFrom('account')
  .select('id')
  .where('is_superuser', '=', true)
  .executeTakeFirst();
if (superuser) fail('there is a superuser already: make others in the application');
process.stdout.write(
  `password for ${username} (at least ${MIN_PASSWORD} characters, with lower- and upper-case letters and symbols; it does not show): `,
);
// What is typed is repeated nowhere: a terminal keeps what it has shown.
const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
const terminal = createInterface({ input: process.stdin, output: silence, terminal: process.stdin.isTTY === true });
terminal.on('SIGINT', () => fail(''));
const password = await terminal.question('');
terminal.close();
process.stdout.write('\n');
const problem = passwordProblem(password, { username });
if (problem) fail(say('en', problem));
const customer = existing?.id ?? (await make.createCustomer(engine, 'localhost', DEMO_CONFIG));
const role = await make.createRole(engine, customer, username, ALL_MODULES, ['create_statistics']);
await make.createPerson(engine, customer, { username, password, superuser: true, roles: [role] });
process.stdout.write(`${username} can sign in now\n`);
await engine.close();
