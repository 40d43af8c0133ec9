// The link of a notice that somebody writes: a path of one of the product's own screens, and nothing that leads elsewhere.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isScreenPath } from '../../../contract/catalogue';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';

const GOOD = [
  '/app/home',
  '/app/home/',
  '/app/layer-data/7?record=3#x',
  '/app/dashboard?board=2',
  '/app/announcements?q=%D8%A7',
];
const BAD = [
  '',
  'app/home',
  'https://evil.test/app/home',
  '//evil.test/app/home',
  '/\\evil.test/app/home',
  '/app/\\evil.test',
  'javascript:alert(1)',
  'JaVaScRiPt:/app/home',
  'data:text/html,/app/home',
  '/app/../signin',
  '/app/%2e%2e/api/layer/',
  '/app/home\n',
  '/app/ home',
  '/app/ho\u0000me',
  '/app/no-such-screen',
  '/app/layer-data/7/8',
  '/app',
  '/api/layer/',
];

it.each(GOOD)('%s is a screen', (path) => expect(isScreenPath(path)).toBe(true));
it.each(BAD)('%j is no screen', (path) => expect(isScreenPath(path)).toBe(false));

describe.each(ONE_ENGINE)('the link of a notice, on the %s engine', (kind) => {
  let w: TestWorld;
  let viewer: number;
  beforeAll(async () => {
    w = await createWorld(kind);
    const { body } = await w.call('super', 'GET', '/api/users/?limit=50');
    viewer = body.results.find((one: { username: string }) => one.username === 'viewer').id;
  });
  afterAll(() => w.close());

  const send = (more: object) =>
    w.call('super', 'POST', '/api/notiffication/', { subject: 'x', text: 'x', recipient_user: [viewer], ...more });

  it('is stored and received as it was written', async () => {
    for (const link of GOOD) {
      const { status, body } = await send({ link });
      expect([status, body.link]).toEqual([200, link]);
      const [received] = (await w.call('viewer', 'GET', '/api/notiffication/received/?limit=1')).body.results;
      expect([received.link, received.kind]).toEqual([link, 'sent']);
    }
    for (const more of [{}, { link: null }]) expect((await send(more)).body.link).toBeNull();
  });

  it('is refused where it leads anywhere else, and nothing is sent', async () => {
    const count = async () => (await w.call('viewer', 'GET', '/api/notiffication/unread/')).body.count;
    const before = await count();
    for (const link of [...BAD, `/app/home?q=${'x'.repeat(500)}`, 5]) {
      const { status, body } = await send({ link });
      expect([link, status, Object.keys(body.fields ?? {})]).toEqual([link, 400, ['link']]);
    }
    expect(await count()).toBe(before);
  });
});
