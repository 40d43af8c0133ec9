// Colleagues beside the people for every role: accounts in every state that their list shows, and when everybody was last there.
import { randomUUID } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import * as people from '../../areas/users/store';
import type { Engine } from '../../db/engine';
import { DEMO_PASSWORD, type DemoPeople, type DemoRoles } from '../demo-people';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Saturday to Wednesday. */
const WEEK = [1, 2, 3, 4, 5];

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36';
const PHONE = 'Mozilla/5.0 (Linux; Android 14; SM-A556E) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';

interface Colleague {
  username: string;
  name: [first: string, last: string];
  role: keyof DemoRoles;
  phone?: string;
  /** The number has answered. */
  proved?: true;
  factor?: true;
  locked?: true;
  mustChange?: true;
  provinces?: string[];
  workdays?: number[];
  /** Hours since they were last there; never where it is left out. */
  ago?: number;
}

const COLLEAGUES: Colleague[] = [
  { username: 'z.ahmadi', name: ['زهرا', 'احمدی'], role: 'editor', phone: '09121110001', proved: true, factor: true, provinces: ['فارس'], workdays: WEEK, ago: 3 },
  { username: 'h.sadeghi', name: ['حمید', 'صادقی'], role: 'editor', phone: '09121110002', proved: true, provinces: ['خوزستان', 'بوشهر', 'هرمزگان'], workdays: [...WEEK, 6], ago: 27 },
  { username: 'l.nouri', name: ['لاله', 'نوری'], role: 'supervisor', phone: '09121110003', proved: true, factor: true, workdays: WEEK, ago: 50 },
  { username: 'm.jafari', name: ['مجید', 'جعفری'], role: 'viewer', phone: '09121110004', locked: true, ago: 24 * 140 },
  { username: 'p.kazemi', name: ['پریسا', 'کاظمی'], role: 'editor', mustChange: true, provinces: ['گیلان', 'مازندران'] },
  { username: 'r.ghasemi', name: ['رضا', 'قاسمی'], role: 'viewer', phone: '09121110006', ago: 24 * 61 },
]; // biome-ignore format: one line for each

/** Hours since each of the team was last there. */
const TEAM_LAST_THERE: Record<keyof DemoPeople, number> = {
  superuser: 1,
  manager: 2,
  editor: 4,
  viewer: 30,
  regional: 20,
  supervisor: 9,
};

async function addSession(engine: Engine, account: number, at: Date, agent: string, ip: string): Promise<void> {
  const id = randomUUID();
  // Nobody has its tokens.
  const row = { id, account_id: account, access_hash: `demo ${id}`, access_until: at, refresh_hash: `demo refresh ${id}`, ip, agent }; // biome-ignore format: one row
  await engine.db
    .insertInto('session')
    .values({ ...row, created: new Date(at.getTime() - 2 * HOUR_MS), last_refresh: at })
    .execute();
  await sql`insert into account_seen (account_id, at) values (${account}::int, ${at}::timestamptz)
    on conflict (account_id) do update set at = greatest(account_seen.at, excluded.at)`.execute(engine.db);
}

interface Base {
  customer: number;
  roles: DemoRoles;
  people: DemoPeople;
  created: Date;
  now: Date;
}

export async function createColleagues(
  engine: Engine,
  { customer, roles, people: team, created, now }: Base,
): Promise<void> {
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  const password_hash = await hash(DEMO_PASSWORD);
  const regions = await engine.db.selectFrom('region').select(['id', 'label']).where('customer_id', '=', customer).execute(); // biome-ignore format: one question
  for (const [i, c] of COLLEAGUES.entries()) {
    const [first_name, last_name] = c.name;
    const id = await people.insert(engine.db, {
      ...{ customer_id: customer, username: c.username, first_name, last_name, password_hash },
      ...{ email: `${c.username}@example.ir`, phone: c.phone ?? '', workdays: c.workdays ?? [] },
      must_change: c.mustChange === true,
      created: new Date(created.getTime() + (i + 1) * 5 * DAY_MS),
      ...(c.proved && c.phone ? { proved_phone: `98${c.phone.slice(1)}` } : {}),
    });
    const state = { locked: c.locked === true, two_factor: c.factor === true };
    await engine.db.updateTable('account').set(state).where('id', '=', id).execute();
    await people.setRoles(engine.db, id, [roles[c.role]]);
    await people.setRegions(engine.db, id, regions.filter(({ label }) => c.provinces?.includes(label)).map((r) => r.id)); // biome-ignore format: one call
    if (c.ago !== undefined) await addSession(engine, id, before(c.ago), i % 2 ? WINDOWS : PHONE, `192.0.2.${20 + i}`);
  }
  for (const [username, hours] of Object.entries(TEAM_LAST_THERE))
    await addSession(engine, team[username as keyof DemoPeople], before(hours), username === 'manager' ? FIREFOX : WINDOWS, '192.0.2.10'); // biome-ignore format: one call
}
