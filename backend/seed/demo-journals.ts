// The demo's journals: a line for each call that the history stands for, sign-ins and refusals, and a few errors.
import { sql } from 'kysely';
import { dayAt } from '../../contract/dates';
import type { LogAction } from '../../contract/schemas/record';
import type { Engine } from '../db/engine';
import type { DemoPeople } from './demo-people';
import { type Chance, createChance } from './random';
import type { WorkStep } from './record-work';
import { workingMoments } from './working-hours';

interface Line {
  at: Date;
  account: number;
  call: string;
  object: string;
  /** Null where it was in none. */
  layer: number | null;
  status: number;
}

/** The call behind a step; a deletion that a verdict carried out had none of its own. */
const CALLS: Partial<Record<LogAction, string>> = {
  create: 'records.create',
  edit: 'records.edit',
  delete: 'records.remove',
  ask_delete: 'records.remove',
  restore: 'records.restore',
  approve: 'supervision.judge',
  return: 'supervision.judge',
  reject: 'supervision.judge',
};
const MINUTE_MS = 60_000;

const linesOf = (steps: readonly WorkStep[]): Line[] =>
  steps.flatMap(({ action, at, account, record }) => {
    const call = CALLS[action];
    const isVerdict = record.verdict?.action === 'approve' && record.verdict.date === at.toISOString();
    if (!call || (action === 'delete' && isVerdict)) return [];
    // Neither the path of a restoring nor its answer names a record.
    const object = action === 'restore' ? '' : String(record.id);
    return [{ at, account, call, object, layer: record.layer.id, status: 200 }];
  });

/** One sign-in of each person for each day of theirs, a little before the first step; now and then a wrong password before it. */
function signInsOf(chance: Chance, lines: readonly Line[]): Line[] {
  const days = new Set<string>();
  return lines.flatMap(({ at, account }) => {
    const key = `${account} ${dayAt(at)}`;
    if (days.has(key)) return [];
    days.add(key);
    const before = (minutes: number) => new Date(at.getTime() - minutes * MINUTE_MS);
    const line = { account, call: 'session.signIn', object: '', layer: null };
    const wrong = chance.is(0.06) ? [{ ...line, at: before(6), status: 401 }] : [];
    return [...wrong, { ...line, at: before(5), status: 200 }];
  });
}

/** Exports, styles and refusals in between. */
function othersOf(chance: Chance, people: DemoPeople, layers: readonly number[], now: Date): Line[] {
  return workingMoments(chance, now, 91, 90, 3).map((at) => {
    const [call, status] = chance.weighted([
      [['exports.token', 200] as const, 6],
      [['layers.editStyle', 200] as const, 3],
      [['settings.addItem', 200] as const, 3],
      [['records.edit', 412] as const, 2],
      [['layers.edit', 403] as const, 1],
    ]);
    const account = chance.pick(status === 403 ? [people.viewer, people.editor] : [people.manager, people.editor, people.superuser]); // biome-ignore format: one line
    const hasLayer = call === 'exports.token' || call.startsWith('layers.');
    const layer = hasLayer ? chance.pick(layers) : null;
    return { at, account, call, object: layer === null ? '' : String(layer), layer, status };
  });
}

const ERRORS = [
  ['browser', '/app/home', 'TypeError: Failed to fetch dynamically imported module'],
  ['browser', '/app/layers', 'AbortError: The operation was aborted'],
  ['browser', '/app/layer-data/6', 'ResizeObserver loop completed with undelivered notifications'],
  ['server', 'exports.download', 'Error: write EPIPE'],
  ['server', 'layers.service', 'TimeoutError: the map service did not respond within 10 s'],
  ['job', 'import', 'Error: the file ends before its last record'],
] as const;

/** Writes the system log and the errors, the oldest first. */
export async function createJournals(
  engine: Engine,
  of: { customer: number; people: DemoPeople; layers: readonly number[]; steps: readonly WorkStep[]; now: Date },
): Promise<void> {
  const { customer, people, layers, steps, now } = of;
  const chance = createChance(910);
  const calls = linesOf(steps);
  const all = [...calls, ...signInsOf(chance, calls), ...othersOf(chance, people, layers, now)];
  all.sort((a, b) => a.at.getTime() - b.at.getTime());
  const requestId = (i: number) => `de30${String(i).padStart(4, '0')}-0000-4000-8000-000000000000`;
  const rows = all.map((line, i) => ({ ...line, request: requestId(i), ip: `192.0.2.${10 + (line.account % 200)}` }));
  await sql`
    insert into audit (at, request_id, customer_id, account_id, call, object, layer_id, status, ip)
      select c.at, c.request, ${customer}::int, c.account, c.call, c.object, c.layer, c.status, c.ip
        from rows from (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as (at timestamptz, request text, account int, call text, object text,
          layer int, status int, ip text)) with ordinality as c(at, request, account, call, object, layer, status, ip, place) order by c.place`.execute(
    engine.db,
  );
  const errors = workingMoments(chance, now, 21, 14, 1).map((at) => {
    const [source, place, message] = chance.pick(ERRORS);
    const account_id = source === 'browser' ? chance.pick([people.editor, people.viewer, people.superuser]) : null;
    return { at, customer_id: customer, account_id, source, place, message, request_id: null };
  });
  await engine.db.insertInto('app_log').values(errors).execute();
}
