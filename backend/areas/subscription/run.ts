// `npm run plans`: what the operator of a system that sells plans sets: prices, limits and discount codes.
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { readConfig } from '../../config';
import { connectCommand } from '../../db/connect';
import { codeKey } from './pay';
import { plans } from './store';

const USAGE = `npm run plans                                   lists plans and discount codes
npm run plans -- set <plan> [--price <rials>] [--price-org <rials>] [--days <n>] [--layers <n>] [--disk <MB>] [--listed yes|no]
npm run plans -- discount <code> (--percent <1-100> | --amount <rials>) [--plan <id>] [--uses <n>] [--until <YYYY-MM-DD>]
npm run plans -- drop <code>`;

function fail(line: string): never {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
const say = (line: string) => process.stdout.write(`${line}\n`);

const option = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { price: option, 'price-org': option, days: option, layers: option, disk: option, listed: option, percent: option, amount: option, plan: option, uses: option, until: option }, // biome-ignore format: one list
});
/** A whole number that was given, within its bounds; undefined when it was not given. */
function number(name: keyof typeof values, min: number, max = 1e12): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const n = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return n >= min && n <= max ? n : fail(`--${name}: a whole number from ${min} to ${max}`);
}

const [act, name = ''] = positionals;
const config = readConfig(process.env);
const engine = await connectCommand(config);
try {
  if (act === undefined) {
    for (const p of await plans(engine.db))
      say(
        `plan ${p.id}  ${p.type}  ${p.price} rials (${p.price_org})  ${p.duration} days  ${p.layer_limit} layers  ${p.disk_limit} MB  ${p.label}`,
      );
    for (const d of await engine.db.selectFrom('discount').selectAll().orderBy('code').execute())
      say(
        `code ${d.code}  ${d.percent === null ? `${d.amount} rials` : `${d.percent} %`}  plan ${d.plan_id ?? 'any'}  uses ${d.uses ?? 'any number'}  until ${d.until?.toISOString() ?? 'for ever'}`,
      );
  } else if (act === 'set') {
    const set = {
      price: number('price', 0),
      price_org: number('price-org', 0),
      duration: number('days', 1, 3650),
      layer_limit: number('layers', 1, 100_000),
      disk_limit: number('disk', 1, 100_000_000),
      listed: values.listed === undefined ? undefined : values.listed === 'yes',
    };
    const changes = Object.fromEntries(Object.entries(set).filter(([, value]) => value !== undefined));
    if (!Object.keys(changes).length) fail(USAGE);
    const done = await engine.db.updateTable('plan').set(changes).where('id', '=', Number(name)).executeTakeFirst();
    say(done.numUpdatedRows === 1n ? `plan ${name} is set` : fail(`there is no plan ${name}`));
  } else if (act === 'discount' && name) {
    const [percent = null, amount = null] = [number('percent', 1, 100), number('amount', 1)];
    if ((percent === null) === (amount === null)) fail('give either --percent or --amount');
    const until = values.until === undefined ? null : new Date(`${values.until}T23:59:59+03:30`);
    if (until && Number.isNaN(until.getTime())) fail('--until: a day such as 2027-03-20');
    const row = { percent, amount, plan_id: number('plan', 1) ?? null, uses: number('uses', 0) ?? null, until };
    await engine.db.insertInto('discount').values({ code: codeKey(name), ...row }).onConflict((c) => c.column('code').doUpdateSet(row)).execute(); // biome-ignore format: one statement
    say(`code ${codeKey(name)} can be used`);
  } else if (act === 'drop' && name) {
    const { rows } = await sql`delete from discount where code = ${codeKey(name)}::text returning code`.execute(
      engine.db,
    );
    say(rows.length ? `code ${codeKey(name)} is gone` : fail('there is no such code'));
  } else fail(USAGE);
} finally {
  await engine.close();
}
