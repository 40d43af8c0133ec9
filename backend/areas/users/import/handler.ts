// People from a file: looked through without a trace, then made in one commit.
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { passwordProblem } from '../../../../contract/password';
import { newPassword } from '../../../../contract/people/new-password';
import { type PeopleImported, readFields } from '../../../../contract/schemas/people/import';
import type { Db } from '../../../db/engine';
import type { Ctx } from '../../../http/context';
import { Refusal } from '../../../http/errors';
import type { Handlers } from '../../../http/mount';
import { withShapesFile } from '../../../http/shapes-file';
import { displayName } from '../../../identity/people';
import * as store from '../store';
import { grantAll } from '../update-user';
import { type Checked, checkTable, type Newcomer } from './check';
import { readTable } from './table';

/** Bytes of a file: five thousand long rows are a tenth of it. */
const MAX_FILE = 10 * 1024 ** 2;
/** Errors and rows that are told. */
const MAX_ERRORS = 1000;
const MAX_SAMPLE = 10;
/** People of one insert. */
const BATCH = 500;
/** Passwords that are hashed at once. */
const HASHES = 8;
const UNIQUE = '23505';

/**
 * The cost of guessing a made password lies in its 66 random bits, not in the hash (ADR 0047): five thousand hashes of the common cost
 * would keep every sign-in waiting for minutes. The next password of each of them is hashed as all are.
 */
const MADE = { memoryCost: 1024, timeCost: 1, parallelism: 1 };

function makePassword(person: Newcomer): string {
  for (;;) {
    const password = newPassword();
    if (!passwordProblem(password, person)) return password;
  }
}

/** Passwords by the places of the people, and their hashes; an empty hash opens nothing. */
async function makePasswords(people: readonly Newcomer[], isWanted: boolean) {
  if (!isWanted) return people.map(() => ({ password: '', password_hash: '' }));
  const passwords: { password: string; password_hash: string }[] = [];
  for (let i = 0; i < people.length; i += HASHES)
    passwords.push(
      ...(await Promise.all(
        people.slice(i, i + HASHES).map(async (person) => {
          const password = makePassword(person);
          return { password, password_hash: await hash(password, MADE) };
        }),
      )),
    );
  return passwords;
}

interface NewAccount extends Newcomer {
  password_hash: string;
}

/** Writes people with what the file gives them. What has changed since the file was checked is refused by the rules of granting. */
async function insertAll(tx: Db, { caller, now }: Ctx, people: readonly NewAccount[], mustChange: boolean) {
  const ids: number[] = [];
  for (let i = 0; i < people.length; i += BATCH) {
    const rows = people.slice(i, i + BATCH).map(({ row: _, groups: _g, regions: _r, ...person }) => ({
      ...person,
      ...store.keysOf(person),
      customer_id: caller.customer,
      created: now(),
      is_superuser: false,
      is_signed_up: false,
      locked: false,
      must_change: mustChange,
    }));
    const accounts = await tx.insertInto('account').values(rows).returning(['id', 'name_key']).execute();
    const byName = new Map(accounts.map(({ id, name_key }) => [name_key, id]));
    ids.push(...rows.map(({ name_key }) => byName.get(name_key) as number));
  }
  await grantSets(tx, caller, people, ids);
  return ids;
}

/** People with the same roles, regions and days are checked as one: the first of them is granted by the rules, the others get the same. */
async function grantSets(tx: Db, caller: Ctx['caller'], people: readonly NewAccount[], ids: readonly number[]) {
  const sets = new Map<string, number[]>();
  people.forEach(({ groups, regions, workdays }, i) => {
    const key = JSON.stringify([groups, regions, workdays]);
    sets.set(key, [...(sets.get(key) ?? []), i]);
  });
  for (const [first = 0, ...others] of sets.values()) {
    const { groups, regions, workdays } = people[first] as NewAccount;
    await grantAll(tx, caller, ids[first] as number, null, { groups, regions, workdays });
    const rest = others.map((i) => ids[i] as number);
    await sql`insert into account_role (account_id, role_id) select a, r from unnest(${rest}::int[]) a, unnest(${groups}::int[]) r`.execute(tx); // biome-ignore format: one statement
    await sql`insert into account_region (account_id, region_id) select a, r from unnest(${rest}::int[]) a, unnest(${regions}::int[]) r`.execute(tx); // biome-ignore format: one statement
  }
}

async function create(ctx: Ctx, { people }: Checked, withPasswords: boolean, mustChange: boolean) {
  const passwords = await makePasswords(people, withPasswords);
  const accounts = people.map((person, i) => ({ ...person, password_hash: passwords[i]?.password_hash ?? '' }));
  try {
    const ids = await ctx.engine.db.transaction().execute((tx) => insertAll(tx, ctx, accounts, mustChange));
    return people.map((person, i) => ({
      id: ids[i] as number,
      username: person.username,
      name: displayName(person),
      password: passwords[i]?.password ?? '',
    }));
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE) throw error;
    // Somebody has taken one of the names since the file was checked.
    throw new Refusal(400, 'importTaken', { code: 'importTaken' });
  }
}

/** What a file was understood as; names of roles and regions as the file has them are looked up once more for the sample. */
async function toAnswer(ctx: Ctx, checked: Checked, isDry: boolean): Promise<PeopleImported> {
  const first = checked.people.slice(0, MAX_SAMPLE);
  const roles = await store.getRoleNames(ctx.engine.db, first.flatMap(({ groups }) => groups)); // biome-ignore format: one question
  const regions = await store.getRegionLabels(ctx.engine.db, first.flatMap((one) => one.regions)); // biome-ignore format: one question
  const names = (ids: number[], by: Map<number, string>) => ids.map((id) => by.get(id) ?? '');
  return {
    dry_run: isDry,
    columns: checked.columns,
    count: checked.count,
    errors: checked.errors.slice(0, MAX_ERRORS),
    error_count: checked.errors.length,
    bad_rows: new Set(checked.errors.map(({ row }) => row)).size,
    sample: first.map(({ username, first_name, last_name, phone, workdays, ...person }) => ({
      ...{ username, first_name, last_name, phone, workdays },
      groups: names(person.groups, roles),
      regions: names(person.regions, regions),
    })),
    accounts: [],
  };
}

export const importPeople: Handlers['users']['importPeople'] = (ctx, { query }) =>
  withShapesFile(
    ctx,
    async (file) => {
      const { dry_run = false, passwords = true, must_change_password = true, fields } = query;
      const checked = await checkTable(ctx, await readTable(file), fields === undefined ? null : readFields(fields));
      const answer = await toAnswer(ctx, checked, dry_run);
      if (dry_run) return answer;
      const params = { count: answer.bad_rows };
      if (checked.errors.length > 0) throw new Refusal(400, 'importErrors', { code: 'importErrors', params });
      return { ...answer, accounts: await create(ctx, checked, passwords, must_change_password) };
    },
    MAX_FILE,
  );
