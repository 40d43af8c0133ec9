// What is wrong with each row of a table of people, and the people whom the good ones mean. Reads, and writes nothing.
import { sql } from 'kysely';
import { z } from 'zod';
import { fold } from '../../../../contract/fold';
import type { ImportField } from '../../../../contract/schemas/people/import';
import { NewUser } from '../../../../contract/schemas/user';
import type { Ctx } from '../../../http/context';
import { say, type Wording } from '../../../http/errors';
import { findTakenNames } from '../../../identity/people';
import { canLimit } from '../rules';
import { getRolesById } from '../store';
import { findHeldRoles } from '../update-user';
import { daysIn, fieldsOf, namesIn, phoneIn, splitName } from './columns';
import type { Table } from './table';

export interface Newcomer {
  row: number;
  username: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  groups: number[];
  regions: number[];
  workdays: number[];
}
export interface RowError {
  row: number;
  field: string;
  value: string;
  why: string;
}
export interface Checked {
  columns: { heading: string; field: ImportField | null }[];
  people: Newcomer[];
  errors: RowError[];
  count: number;
}

/** Names as they are in the file, of each kind, by their folded form; two things of one name are told apart by nobody. */
type Names = ReadonlyMap<string, number | 'several'>;

async function namesOf(ctx: Ctx, kind: 'role' | 'region'): Promise<Names> {
  const column = kind === 'role' ? 'name' : 'label';
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${sql.ref(column)} as name from ${sql.table(kind)} where customer_id = ${ctx.caller.customer}::int`.execute(
    ctx.engine.db,
  );
  const names = new Map<string, number | 'several'>();
  for (const { id, name } of rows) names.set(fold(name), names.has(fold(name)) ? 'several' : id);
  return names;
}

interface Known {
  roles: Names;
  regions: Names;
  /** Roles that the caller may give. */
  heldRoles: ReadonlySet<number>;
  takenNames: ReadonlySet<string>;
}
type Problem = [field: ImportField, value: string, why: Wording];

const SHAPES = z
  .object(NewUser.shape)
  .pick({ username: true, first_name: true, last_name: true, email: true, phone: true });
const SENTENCES: Partial<Record<string, Wording>> = { email: 'field_email', phone: 'field_phone' };

/** The ids that names in a cell mean. */
function idsOf(field: 'groups' | 'regions', cell: string, names: Names, problems: Problem[]): number[] {
  return namesIn(cell).flatMap((name) => {
    const id = names.get(fold(name));
    if (typeof id === 'number') return [id];
    const unknown = field === 'groups' ? 'importNoRole' : 'importNoRegion';
    problems.push([field, name, id === 'several' ? 'importSeveral' : unknown]);
    return [];
  });
}

/** One row as a person, with all that is wrong with it. `seen`: folded names of the rows before it. */
function readRow(
  { caller }: Ctx,
  cells: Partial<Record<ImportField, string>>,
  { roles, regions, heldRoles, takenNames }: Known,
  earlierNames: Set<string>,
): { person: Omit<Newcomer, 'row'>; problems: Problem[] } {
  const problems: Problem[] = [];
  const name = cells.name ? splitName(cells.name) : { first_name: '', last_name: '' };
  const words = {
    username: cells.username ?? '',
    first_name: cells.first_name || name.first_name,
    last_name: cells.last_name || name.last_name,
    email: cells.email ?? '',
    phone: phoneIn(cells.phone ?? ''),
  };
  const read = SHAPES.safeParse(words);
  for (const { path } of read.error?.issues ?? []) {
    const field = String(path[0]) as keyof typeof words;
    const long = [...words[field]].length > 150;
    const why = words[field] === '' ? 'importEmpty' : long ? 'importLong' : (SENTENCES[field] ?? 'field_wrong');
    problems.push([field, words[field], why]);
  }
  const key = fold(words.username);
  if (key !== '' && takenNames.has(key)) problems.push(['username', words.username, 'importTaken']);
  if (key !== '' && earlierNames.has(key)) problems.push(['username', words.username, 'importTwice']);
  earlierNames.add(key);
  const groups = idsOf('groups', cells.groups ?? '', roles, problems);
  if (groups.some((id) => !heldRoles.has(id))) problems.push(['groups', cells.groups ?? '', 'grantBeyond']);
  const inRegions = idsOf('regions', cells.regions ?? '', regions, problems);
  const workdays = daysIn(cells.workdays ?? '');
  if (!workdays) problems.push(['workdays', cells.workdays ?? '', 'importDays']);
  const { superuser } = caller;
  if (!canLimit({ superuser, limit: caller.regions }, null, inRegions))
    problems.push(['regions', cells.regions ?? '', 'limitBeyond']);
  if (workdays && !canLimit({ superuser, limit: caller.workdays }, null, workdays))
    problems.push(['workdays', cells.workdays ?? '', 'limitBeyond']);
  return {
    person: { ...words, ...read.data, groups, regions: inRegions, workdays: workdays ?? [] } as Omit<Newcomer, 'row'>,
    problems,
  };
}

/** All that is wrong is told row by row. `named` says what the columns hold; without it their headings do. */
export async function checkTable(
  ctx: Ctx,
  { headings, rows }: Table,
  named?: readonly (ImportField | null)[] | null,
): Promise<Checked> {
  const { engine, caller, lang } = ctx;
  const fields = named ?? fieldsOf(headings);
  const columns = headings.map((heading, i) => ({ heading, field: fields[i] ?? null }));
  const at = fields.indexOf('username');
  const noName = { row: 1, field: 'username', value: '', why: say(lang, 'importNoUsername') };
  if (at < 0) return { columns, people: [], errors: [noName], count: rows.length };
  const [roles, regions] = [await namesOf(ctx, 'role'), await namesOf(ctx, 'region')];
  const ids = [...roles.values()].filter((id) => typeof id === 'number');
  const heldRoles = await findHeldRoles(engine.db, caller, await getRolesById(engine.db, ids));
  const takenNames = await findTakenNames(engine.db, caller.customer, rows.map(({ cells }) => cells[at] ?? '')); // biome-ignore format: one question
  const earlierNames = new Set<string>();
  const errors: RowError[] = [];
  const people: Newcomer[] = [];
  for (const { row, cells } of rows) {
    const byField = Object.fromEntries(fields.flatMap((field, i) => (field ? [[field, cells[i] ?? '']] : [])));
    const { person, problems } = readRow(ctx, byField, { roles, regions, heldRoles, takenNames }, earlierNames);
    for (const [field, value, why] of problems)
      errors.push({ row, field, value: value.slice(0, 100), why: say(lang, why) });
    people.push({ row, ...person });
  }
  return { columns, people, errors, count: rows.length };
}
