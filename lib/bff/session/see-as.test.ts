// A browser whose person sees as somebody else: what its session then is, and that it is the person's own again afterwards.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookieHeader, createBrowser, startWeb, type Web } from '../../../testing/web';
import { createWorld, ENGINE, type TestWorld } from '../../../testing/world';
import { atPresent, type Session, toOwn } from './seal';

let w: TestWorld;
let web: Web;
let people: Record<string, number>;
let ahead = 0;

beforeAll(async () => {
  w = await createWorld(ENGINE, { captcha: 'auto' }, () => new Date(Date.now() + ahead));
  web = await startWeb(w, {}, () => Date.now() + ahead);
  const rows = await w.engine.db.selectFrom('account').select(['id', 'username']).execute();
  people = Object.fromEntries(rows.map(({ id, username }) => [username, id]));
});
afterAll(async () => {
  await web.close();
  await w.close();
});

type Browser = ReturnType<typeof createBrowser>;
const nameOf = async (b: Browser) => (await b.send('GET', '/api/user/')).json.username;
/** Headers of an unsafe call that a page of this session makes. */
const by = ({ csrf }: Session) => ({ 'x-csrftoken': csrf });
/** Pages read the session as it is behind the cookies. */
const pageOf = async (b: Browser) => web.bff.person(web.host, cookieHeader(b.jar));

async function openView() {
  const b = createBrowser(web);
  await b.signIn('super');
  const own = await pageOf(b);
  const begun = await b.send('POST', '/api/session/see_as/', { user: people.editor });
  expect([begun.status, begun.json.label]).toEqual([200, 'editor']);
  // The browser is given a name and an end, and no token of either session.
  expect(Object.keys(begun.json).sort()).toEqual(['label', 'until']);
  return { b, own: own as Session, page: (await pageOf(b)) as Session };
}

describe('a view', () => {
  it('has the rights of the person, a token of its own for its pages, and an end that nothing lengthens', async () => {
    const { b, own, page } = await openView();
    expect([page.uname, page.su, page.m, page.view, page.own?.uname]).toEqual([
      'editor',
      false,
      [1, 2, 3, 4],
      'editor',
      'super',
    ]);
    expect(page.csrf).not.toBe(own.csrf);
    expect(await nameOf(b)).toBe('editor');
    const { until } = page;
    await b.refresh();
    expect(((await pageOf(b)) as Session).until).toBe(until);
    // Not even the right token makes anything happen.
    const write = await b.send('POST', '/api/envs/', { label: 'x', data: {} }, by(page));
    expect([write.status, write.json.code]).toEqual([403, 412]);
  });

  it('is left by a call, and a page of the view can then do nothing as the person', async () => {
    const { b, own, page } = await openView();
    expect((await b.send('DELETE', '/api/session/see_as/', undefined, by(page))).status).toBe(200);
    expect(await nameOf(b)).toBe('super');
    const late = await b.send('POST', '/api/envs/', { label: 'late', data: {} }, by(page));
    expect([late.status, late.json.code]).toEqual([403, 412]);
    expect((await b.send('POST', '/api/envs/', { label: 'own', data: {} }, by(own))).status).toBe(200);
  });

  it('ends by itself, also in what is remembered of the cookies', async () => {
    const { b, page } = await openView();
    expect(await nameOf(b)).toBe('editor');
    expect(atPresent(page, page.until).uname).toBe('super');
    expect(atPresent(page, page.until - 1).uname).toBe('editor');
    ahead = 15 * 60_000 + 1_000;
    expect(((await pageOf(b)) as Session).own).toBeUndefined();
    expect((await b.send('POST', '/api/envs/', { label: 'late', data: {} }, by(page))).status).toBe(403);
    ahead = 0;
  });

  it('that the upstream ends refuses the call and gives the session back', async () => {
    const { b, own } = await openView();
    await w.engine.db
      .updateTable('session')
      .set({ revoked_at: new Date() })
      .where('viewer_session', 'is not', null)
      .execute();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    expect((await b.send('GET', '/api/layer/')).status).toBe(401);
    expect(await nameOf(b)).toBe('super');
    expect(((await pageOf(b)) as Session).csrf).toBe(own.csrf);
  });

  it('is signed out of as the person, on all sides', async () => {
    const { b, page } = await openView();
    const { id, viewer_session } = await w.engine.db
      .selectFrom('session')
      .select(['id', 'viewer_session'])
      .where('viewer_session', 'is not', null)
      .orderBy('created', 'desc')
      .executeTakeFirstOrThrow();
    expect((await b.send('POST', `/api/user/${people.editor}/logout/`, undefined, by(page))).status).toBe(200);
    expect(await pageOf(b)).toBeNull();
    const left = await w.engine.db
      .selectFrom('session')
      .select('id')
      .where('id', 'in', [id, viewer_session ?? ''])
      .where('revoked_at', 'is', null)
      .execute();
    // What sees hangs on the person's own session, which has ended.
    expect(left).toEqual([{ id }]);
  });

  it('of somebody who may not be seen as is refused in words, and the session stays', async () => {
    const b = createBrowser(web);
    await b.signIn('super');
    const refused = await b.send('POST', '/api/session/see_as/', { user: people.super });
    expect([refused.status, refused.json.detail]).toEqual([403, 'این حساب خودتان است.']);
    expect(await nameOf(b)).toBe('super');
  });
});

it('a session without a view returns to itself', () => {
  const session = { uname: 'a', gen: 4 } as Session;
  expect(toOwn(session)).toEqual(session);
});
