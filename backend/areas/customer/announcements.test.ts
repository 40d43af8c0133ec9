// Announcements for some roles alone, and their pictures: read, counted and served to those whom they are for, and to their writers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PNG } from '../../../testing/pictures';
import { createWorld, ONE_ENGINE, PASSWORD, type TestWorld } from '../../../testing/world';
import * as make from '../../seed/builders';
import { DEMO_CONFIG } from '../../seed/demo';
import { openStorage, type Storage } from '../../storage';

const PICTURE = `data:image/png;base64,${Buffer.from(PNG).toString('base64')}`;

describe.each(ONE_ENGINE)('announcements for roles, on the %s engine', (kind) => {
  let w: TestWorld;
  let storage: Storage;
  let role: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    storage = await openStorage(w.config);
    role = await make.createRole(w.engine, w.ids.customer, 'نقشه‌برداران', []);
    await make.createPerson(w.engine, w.ids.customer, { username: 'reader', password: PASSWORD, roles: [role] });
    const writers = await make.createRole(w.engine, w.ids.customer, 'خبر', [9]);
    await make.createPerson(w.engine, w.ids.customer, { username: 'writer', password: PASSWORD, roles: [writers] });
  });
  afterAll(() => w.close());

  const call = (as: string, method: string, path = '', body?: unknown) =>
    w.call(as, method, `/api/announcement/${path}`, body);
  const announce = async (more: object) => (await call('writer', 'POST', '', { title: 'x', text: 'x', ...more })).body;
  const listed = async (as: string) => [
    (await call(as, 'GET', 'ids/')).body,
    (await call(as, 'GET')).body.results.map(({ id }: { id: number }) => id),
    (await call(as, 'GET')).body.count,
  ];
  const pictures = async () => {
    const keys: string[] = [];
    for await (const { key } of storage.list('announcements/')) keys.push(key);
    return keys.length;
  };

  it('are read and counted by them and by their writers alone', async () => {
    const { id, audience, roles } = await announce({ audience: 'roles', roles: [role] });
    expect([audience, roles]).toEqual(['roles', [{ id: role, name: 'نقشه‌برداران' }]]);
    for (const as of ['reader', 'writer', 'super']) expect(await listed(as)).toEqual([[id], [id], 1]);
    for (const as of ['viewer', 'editor']) {
      expect(await listed(as)).toEqual([[], [], 0]);
      expect((await call(as, 'GET', `${id}/`)).status).toBe(404);
    }
    expect((await call('reader', 'GET', `${id}/`)).body.roles).toBeUndefined();
    expect((await call('stranger', 'GET', `${id}/`)).status).toBe(404);

    expect((await call('writer', 'PATCH', `${id}/`, { audience: 'all' })).body.roles).toEqual([]);
    expect(await listed('viewer')).toEqual([[id], [id], 1]);
    await call('writer', 'DELETE', `${id}/`);
  });

  it('name roles of the own organisation, one at least', async () => {
    const foreign = await make.createRole(
      w.engine,
      await make.createCustomer(w.engine, 'third.test', DEMO_CONFIG),
      'x',
      [],
    );
    const attempt = async (more: object) => (await call('writer', 'POST', '', { title: 'x', text: 'x', ...more })).status; // biome-ignore format: one row
    expect(await attempt({ audience: 'roles', roles: [foreign] })).toBe(404);
    expect(await attempt({ audience: 'roles', roles: [role, 999_999] })).toBe(404);
    expect([await attempt({ audience: 'roles' }), await attempt({ audience: 'roles', roles: [] })]).toEqual([400, 400]);
    expect(await attempt({ audience: 'own' })).toBe(400);
    expect(await listed('super')).toEqual([[], [], 0]);
    const { id } = await announce({});
    expect((await call('writer', 'PATCH', `${id}/`, { audience: 'roles' })).status).toBe(400);
    expect((await call('writer', 'PATCH', `${id}/`, { audience: 'roles', roles: [foreign] })).status).toBe(404);
    expect((await call('writer', 'GET', `${id}/`)).body.audience).toBe('all');
    await call('writer', 'DELETE', `${id}/`);
  });

  it('stay for nobody else when their last role goes', async () => {
    const leaving = await make.createRole(w.engine, w.ids.customer, 'رفتنی', []);
    const { id } = await announce({ audience: 'roles', roles: [leaving] });
    expect((await w.call('super', 'DELETE', `/api/group/${leaving}/`)).status).toBe(200);
    expect(await listed('viewer')).toEqual([[], [], 0]);
    const { body } = await call('writer', 'PATCH', `${id}/`, { title: 'y' });
    expect([body.title, body.audience, body.roles]).toEqual(['y', 'roles', []]);
    await call('writer', 'DELETE', `${id}/`);
  });

  it('serve a picture to whoever may read them, and take it with them', async () => {
    const { id, image } = await announce({ audience: 'roles', roles: [role], image: PICTURE });
    expect(image).toMatch(new RegExp(`^announcement/${id}/image/#`));
    for (const as of ['reader', 'writer', 'super']) {
      const { status, headers, body } = await call(as, 'GET', `${id}/image/`);
      expect([status, headers['content-type'], Buffer.compare(body, Buffer.from(PNG))]).toEqual([200, 'image/png', 0]);
    }
    for (const [as, status] of [['viewer', 404], ['stranger', 404], ['nobody', 401]] as const) // biome-ignore format: three
      expect((await call(as, 'GET', `${id}/image/`)).status).toBe(status);

    const changed = (await call('writer', 'PATCH', `${id}/`, { image: PICTURE })).body;
    expect([changed.image === image, typeof changed.edited, await pictures()]).toEqual([false, 'string', 1]);
    await call('writer', 'PATCH', `${id}/`, { until: '2020-01-01' });
    expect((await call('reader', 'GET', `${id}/image/`)).status).toBe(404);
    expect((await call('writer', 'GET', `${id}/image/`)).status).toBe(200);
    expect((await call('writer', 'PATCH', `${id}/`, { image: null })).body.image).toBeNull();
    expect((await call('writer', 'GET', `${id}/image/`)).status).toBe(404);
    expect(await pictures()).toBe(0);

    await call('writer', 'PATCH', `${id}/`, { image: PICTURE });
    await call('writer', 'DELETE', `${id}/`);
    expect(await pictures()).toBe(0);
  });

  it('take small pictures alone, and leave none of what was refused', async () => {
    const svg = `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`;
    const feigned = `data:image/png;base64,${Buffer.from('<script>').toString('base64')}`;
    const large = `data:image/png;base64,${Buffer.concat([Buffer.from(PNG), Buffer.alloc(524_288)]).toString('base64')}`;
    for (const image of [svg, feigned, large, 'https://example.test/x.png', 'users/1'])
      expect((await call('writer', 'POST', '', { title: 'x', text: 'x', image })).status).toBe(400);
    expect((await call('writer', 'POST', '', { title: 'x', text: 'x', image: PICTURE, audience: 'roles' })).status).toBe(400); // biome-ignore format: one row
    expect([await pictures(), await listed('super')]).toEqual([0, [[], [], 0]]);
  });
});
