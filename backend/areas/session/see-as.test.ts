// Seeing as somebody else: who may, what is then seen, and that nothing whatever is written by it.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILDERS } from '../../../contract/catalogue';
import { rows } from '../../../contract/index';
import { createKeyDocument } from '../../../testing/codes';
import { type Examples, seedExamples } from '../../../testing/examples';
import { createWorld, ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';

let w: TestWorld;
let examples: Examples;
let clock = Date.now();
let roles: Record<string, number>;
let people: Record<string, number>;

beforeAll(async () => {
  w = await createWorld(ENGINE, {}, () => new Date(clock));
  examples = await seedExamples(w);
  const { customer } = w.ids;
  const managing = await make.createRole(w.engine, customer, 'managing', [4, 5]);
  await make.createPerson(w.engine, customer, { username: 'manager', password: PASSWORD, roles: [managing] });
  const building = await make.createRole(w.engine, customer, 'building', [BUILDERS]);
  await make.createPerson(w.engine, customer, { username: 'builder', password: PASSWORD, roles: [building] });
  const all = async (table: 'role' | 'account', name: 'name' | 'username') =>
    Object.fromEntries(
      (
        await w.engine.db
          .selectFrom(table)
          .select(['id', sql<string>`${sql.ref(name)}`.as('name')])
          .execute()
      ).map((row) => [row.name, row.id]),
    );
  roles = await all('role', 'name');
  // The other organisation has one of this name too.
  roles.all = (await w.engine.db.selectFrom('role').select('id').where('name', '=', 'all').where('customer_id', '=', customer).executeTakeFirstOrThrow()).id; // biome-ignore format: one statement
  people = await all('account', 'username');
});
afterAll(() => w.close());

type Target = { user?: number | undefined; role?: number | undefined; region?: number | undefined };

/** Opens a view; answers the refusal, or a caller of its own. */
async function seeAs(as: string, target: Target) {
  const { document, open } = await createKeyDocument();
  const { status, body } = await w.call(as, 'POST', '/api/session/see_as/', { ...target, otp: document });
  if (status !== 200) return { status, detail: body.detail as string };
  const access = (await open(body.access)) as unknown as { token: string; refresh: string; is_superuser: boolean };
  const call = (method: string, path: string, payload?: unknown) =>
    w.call('nobody', method, path, payload, { authorization: `Bearer ${access.token}` });
  return { status, detail: '', label: body.label as string, access, call };
}
const opened = async (as: string, target: Target) => {
  const view = await seeAs(as, target);
  if (!('call' in view)) throw new Error(view.detail);
  return view as Required<typeof view>;
};

describe('who may', () => {
  it('a superuser as a person, a role and a region; nobody as a superuser or as themselves', async () => {
    const user = await opened('super', { user: people.viewer });
    expect([user.label, user.access.is_superuser]).toEqual(['viewer', false]);
    expect((await opened('super', { role: roles.editing })).label).toBe('editing');
    expect((await opened('super', { region: w.ids.region })).label).toBe('تهران');
    const refused = async (as: string, target: Target) => (await seeAs(as, target)).status;
    expect(await refused('super', { user: people.super })).toBe(403);
    await w.engine.db.updateTable('account').set({ is_superuser: true }).where('username', '=', 'viewer').execute();
    expect(await refused('super', { user: people.viewer })).toBe(403);
    // A view that was open is shut by it.
    clock += 2_000;
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await user.call('GET', '/api/user/')).status).toBe(401);
    await w.engine.db.updateTable('account').set({ is_superuser: false }).where('username', '=', 'viewer').execute();
  });

  it('others only as those who hold nothing that they lack', async () => {
    const of = async (as: string, target: Target) => {
      const { status, detail } = await seeAs(as, target);
      return `${status} ${detail}`;
    };
    expect(await of('manager', { user: people.viewer })).toMatch(/^403 .*دسترسی‌هایی/);
    await w.engine.db
      .deleteFrom('layer_permission')
      .where('role_id', '=', roles.viewing ?? 0)
      .execute();
    expect(await of('manager', { user: people.viewer })).toBe('200 ');
    expect(await of('manager', { user: people.editor })).toMatch(/^403 /);
    // A role and a region are seen as by those who hand them out.
    expect(await of('manager', { role: roles.viewing })).toMatch(/^403 /);
    expect(await of('manager', { region: w.ids.region })).toMatch(/^403 /);
    expect(await of('builder', { role: roles.viewing })).toBe('200 ');
    expect(await of('builder', { role: roles.editing })).toMatch(/^403 .*دسترسی‌هایی/);
    expect(await of('editor', { user: people.viewer })).toMatch(/^403 /);
    expect(await of('super', { user: people.stranger })).toMatch(/^404 /);
    expect(await of('super', { user: 999_999 })).toMatch(/^404 /);
    expect(await of('super', {})).toMatch(/^400 /);
    expect(await of('super', { user: people.viewer, role: roles.viewing })).toMatch(/^400 /);
  });
});

describe('what is seen', () => {
  it('is what the person sees, the role gives, or lies in the region', async () => {
    const layersOf = async (call: (method: string, path: string) => Promise<{ body: { results: { id: number }[] } }>) =>
      (await call('GET', '/api/layer/?limit=100')).body.results.map(({ id }) => id).sort((a, b) => a - b);
    const own = await layersOf((m, p) => w.call('editor', m, p));
    const view = await opened('super', { user: people.editor });
    expect(await layersOf(view.call)).toEqual(own);
    expect((await view.call('GET', `/api/layer/${w.ids.secret}/`)).status).toBe(404);
    const { body } = await view.call('GET', '/api/user/');
    expect([body.username, body.is_superuser]).toEqual(['editor', false]);

    const role = await opened('super', { role: roles.editing });
    expect(await layersOf(role.call)).toEqual(
      [w.ids.layer, w.ids.lines, w.ids.polygons, w.ids.spare].sort((a, b) => a - b),
    );
    const imagined = (await role.call('GET', '/api/user/')).body;
    expect([imagined.id, imagined.username, imagined.groups]).toEqual([0, 'editing', [roles.editing]]);

    await make.createPermission(w.engine, roles.all as number, w.ids.layer, { view: true });
    const region = await opened('super', { region: w.ids.region });
    const names = (await region.call('GET', `/api/layerdata/?layer=${w.ids.layer}&limit=100`)).body.results.map(
      (record: { value: { name: string } }) => record.value.name,
    );
    expect(names).toContain('تهران');
    expect(names).not.toContain('مشهد');
  });
});

/** A digest of every row of the database but of what each view leaves by its own: its session and its lines of the audit. */
async function digest(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname = 'public' and c.relname not in ('session', 'audit', 'attempt', 'spatial_ref_sys') order by 1`.execute(
    w.engine.db,
  );
  const digests: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows: counted } = await sql<{ sum: string }>`
      select coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as sum from ${sql.table(name)} t`.execute(
      w.engine.db,
    );
    digests[name] = counted[0]?.sum ?? '';
  }
  return digests;
}

describe('nothing is written', () => {
  it('by any call of the contract: the unsafe ones are refused, and those that serve leave every row as it was', async () => {
    const view = await opened('super', { role: roles.all });
    const before = await digest();
    const served: string[] = [];
    const failures: string[] = [];
    for (const { name, row } of rows) {
      // The stream of news, which writes nothing, has no end that could be waited for.
      if (row.session || row.needs === 'public' || row.needs === 'superuser' || row.gives === 'events') continue;
      const { url, body } = examples.requestOf(row);
      const { status, body: answer } = await view.call(row.method, url, body);
      const refused = status === 403 && /نمای دیگری/.test(answer?.detail ?? '');
      if (!refused) served.push(name);
      const isReading = row.method === 'GET' || row.reads !== undefined;
      if (status >= 500 || (!refused && !isReading)) failures.push(`${name} ${status}`);
    }
    expect(failures).toEqual([]);
    expect(await digest()).toEqual(before);
    // Letters stay their owner's, and no file leaves.
    for (const name of ['messages.list', 'messages.received', 'exports.download', 'takeout.fetch', 'tracking.points'])
      expect(served).not.toContain(name);
    expect(served).toEqual(expect.arrayContaining(['layers.list', 'records.list', 'records.query', 'roles.list']));
  });

  it('makes nobody present who is only looked at', async () => {
    await w.engine.db
      .deleteFrom('session')
      .where('account_id', '=', people.viewer ?? 0)
      .execute();
    await opened('super', { user: people.viewer });
    const online = async (as: string) =>
      ((await w.call('super', 'GET', '/api/onlineusers/')).body as { user: { username: string } }[]).some(
        ({ user }) => user.username === as,
      );
    expect([await online('super'), await online('viewer')]).toEqual([true, false]);
  });

  it('is told with both names in the audit', async () => {
    const view = await opened('super', { user: people.editor });
    await view.call('POST', `/api/layerdata/`, { layer: w.ids.layer, value: { name: 'x' }, geometry: null });
    const lines = await w.engine.db
      .selectFrom('audit')
      .select(['call', 'account_id', 'view_as', 'status'])
      .where('view_as', '=', `user ${people.editor}`)
      .orderBy('id', 'desc')
      .limit(2)
      .execute();
    expect(lines).toEqual([
      { call: 'records.create', account_id: people.super, view_as: `user ${people.editor}`, status: 403 },
      { call: 'session.seeAs', account_id: people.super, view_as: `user ${people.editor}`, status: 200 },
    ]);
    const [line] = (await w.call('super', 'GET', '/api/systemlog/?call=session.seeAs')).body.results;
    expect([line.user.username, line.view_as]).toEqual(['super', { kind: 'user', id: people.editor, name: 'editor' }]);
  });
});

describe('its end', () => {
  const isOver = async (view: Awaited<ReturnType<typeof opened>>) => {
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    return (await view.call('GET', '/api/user/')).status === 401;
  };

  it('comes after fifteen minutes, and no refresh token lengthens it', async () => {
    const view = await opened('super', { user: people.editor });
    const { document } = await createKeyDocument();
    const renewal = await w.call('nobody', 'POST', '/api/token/refresh/', { otp: document }, { authorization: `Bearer ${view.access.refresh}` }); // biome-ignore format: one call
    expect(renewal.status).toBe(401);
    clock += 14 * 60_000;
    expect(await isOver(view)).toBe(false);
    clock += 61_000;
    expect(await isOver(view)).toBe(true);
  });

  it('comes by a call, with the session that it hangs on, and where whoever looks may no longer', async () => {
    await w.engine.db
      .updateTable('session')
      .set({ access_until: new Date(clock + 3_600_000) })
      .execute();
    const ended = await opened('manager', { user: people.viewer });
    expect((await ended.call('DELETE', '/api/session/see_as/')).status).toBe(200);
    expect((await ended.call('GET', '/api/user/')).status).toBe(401);

    const demoted = await opened('manager', { user: people.viewer });
    await w.engine.db.updateTable('role').set({ modules: sql`'{4}'` }).where('name', '=', 'managing').execute();
    expect(await isOver(demoted)).toBe(true);
    await w.engine.db.updateTable('role').set({ modules: sql`'{4,5}'` }).where('name', '=', 'managing').execute();

    const hanging = await opened('manager', { user: people.viewer });
    await w.engine.db
      .updateTable('session')
      .set({ revoked_at: new Date() })
      .where('account_id', '=', people.manager ?? 0)
      .execute();
    expect(await isOver(hanging)).toBe(true);
  });

  it('is not for a session that sees as nobody else', async () => {
    await w.engine.db
      .updateTable('session')
      .set({ access_until: new Date(clock + 3_600_000) })
      .execute();
    expect((await w.call('editor', 'DELETE', '/api/session/see_as/')).status).toBe(404);
  });
});
