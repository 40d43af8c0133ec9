// Goals 9, 10, 13, 14 and 69 to 85 where they need the built pages: two web processes behind one address, the pages without their
// middleware, every right at every screen, and no rule for scripts that the product itself breaks.
import type { Page } from '@playwright/test';
import { allows, type Who } from '../../contract/rights';
import { menuFor } from '../../lib/routes/menu';
import { verdict } from '../../lib/routes/rules';
import { type Route, routes } from '../../lib/routes/table';
import { PASSWORD } from '../../testing/people';
import { SHORT_SECONDS } from '../../testing/walls';
import { cookiesAt, expect, test, text } from '../fixtures';
import { cookieOf, raw, type WallsServer, wallsServer } from '../walls-server';

let server: WallsServer;
const TABS = 8;
const BUSY_MS = 24_000;
/** What stands in every page that is drawn for somebody, in markup or in the flight format: the token of their page. */
const SHELL = /\\?"csrf\\?":/;
const screens = (Object.values(routes) as Route[]).map((r) => ({ path: r.path.replace(/:\w+/g, '1'), needs: r.needs }));
const inApp = screens.filter((s) => s.path.startsWith('/app/'));

test.beforeAll(async ({ baseURL }) => {
  test.setTimeout(180_000);
  server = await wallsServer(Number(new URL(baseURL ?? '').port) + 40);
});
test.afterAll(async () => {
  await server.stop();
});

/** Signs in by the form and comes to the settings. */
async function enter(page: Page, username: string): Promise<void> {
  await page.goto('/signin?to=%2Fapp%2Fsettings');
  await page.getByLabel(text.session.username).fill(username);
  await page.getByLabel(text.session.password, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: text.session.submit }).click();
  await page.waitForURL('**/app/settings');
}

/** Does work on a list, a few at a time. */
async function each<T>(list: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...list];
  await Promise.all(Array.from({ length: 4 }, async () => { for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one); })); // biome-ignore format: one line
}

// First, while its address has attempts left.
test('G10 eight tabs over two web processes, tokens of a few seconds, a slow line: nobody is signed out', async ({
  browser,
}) => {
  test.setTimeout(150_000);
  const since = Date.now();
  server.toggle();
  const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 1440, height: 900 } });
  try {
    const first = await context.newPage();
    await enter(first, 'editor');
    const refused: string[] = [];
    context.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (answer.status() === 401 || pathname === '/signin') refused.push(`${answer.status()} ${pathname}`);
    });
    const tabs = [first, ...(await Promise.all(Array.from({ length: TABS - 1 }, () => context.newPage())))];
    const paths = ['/app/layers', '/app/settings', '/app/layer-data/1', '/app/projects'];
    const until = Date.now() + BUSY_MS;
    // Somebody always asks for something, as a map does: neither process is left two tokens behind while eight tabs are busy with themselves.
    const steady = await context.newPage();
    await steady.goto('/app/settings');
    const asking = steady.evaluate(async (end) => {
      while (Date.now() < end) {
        await fetch('/api/user/');
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    }, until + 60_000);
    await Promise.all(
      tabs.map(async (page, i) => {
        // One after the other, as they are opened: eight at once leave a small machine no time for the servers.
        await page.waitForTimeout(i * 1_000);
        for (let turn = i; Date.now() < until; turn++) {
          // Every third time as a page of its own, else within the page by its links.
          if (turn === i || turn % 3 === 0) await page.goto(paths[turn % paths.length] as string);
          for (const path of ['/app/projects', '/app/layers']) {
            // As a script presses it: seven of the tabs are in the background, where a mouse waits for a frame that may not come.
            await page.locator(`nav a[href="${path}"]`).dispatchEvent('click');
            await page.waitForURL(`**${path}`);
          }
          await page.waitForTimeout(400 + i * 50);
        }
      }),
    );
    await Promise.all([steady.close(), asking.catch(() => undefined)]);
    const [refreshes, cookies] = [server.refreshes(), await context.cookies()];
    expect(tabs.map((page) => new URL(page.url()).pathname)).toEqual(Array(TABS).fill('/app/layers'));
    for (const page of tabs) await expect(page.getByText(text.session.lost.title)).toHaveCount(0);
    expect(cookies.filter((c) => c.name.startsWith('__Host-Http-gis_s'))).toHaveLength(1);
    // Each token was exchanged by each process once at most, and always with success.
    const mine = refreshes.filter((r) => r.began >= since);
    const times = new Map<string, number>();
    for (const { whose } of mine) times.set(whose, (times.get(whose) ?? 0) + 1);
    expect(new Set(mine.map((r) => r.status))).toEqual(new Set([200]));
    expect(Math.max(...times.values())).toBeLessThanOrEqual(2);
    expect(times.size).toBeGreaterThanOrEqual(Math.floor(BUSY_MS / 1000 / SHORT_SECONDS) - 1);
    expect(refused).toEqual([]);
  } finally {
    server.toggle();
    await context.close();
  }
});

/** Asks for screens from within a page, with its cookies; answers each one's status: 307 where it leads elsewhere, which a page is not told. */
const asks = (page: Page, paths: readonly string[]) =>
  page.evaluate(
    async (list) => {
      const answers: [string, number][] = [];
      const left = [...list];
      const work = async () => {
        for (let path = left.shift(); path !== undefined; path = left.shift()) {
          const answer = await fetch(path, { headers: { accept: 'text/html' }, redirect: 'manual' });
          answers.push([path, answer.type === 'opaqueredirect' ? 307 : answer.status]);
          await answer.body?.cancel();
        }
      };
      await Promise.all([work(), work(), work(), work()]);
      return answers;
    },
    [...paths],
  );

test.describe('each right at each screen', () => {
  const modules = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17];
  const PLAIN: Who = { modules: [], perms: [], superuser: false };
  const roles: [string, string, Who | null, 'other'?][] = [
    ['nobody', '', null],
    ['viewer', 'viewer', PLAIN],
    ...modules.map((id): [string, string, Who] => [`module ${id}`, `module${id}`, { ...PLAIN, modules: [id] }]),
    ['the statistics', 'statistics', { ...PLAIN, perms: ['create_statistics'] }],
    ['superuser', 'super', { modules, perms: ['create_statistics'], superuser: true }],
    ['a superuser whose plan has ended', 'stranger', { modules: [1, 2, 3, 4], perms: [], superuser: true }, 'other'],
  ];

  test('is what the table says', async () => {
    test.setTimeout(120_000);
    for (const [name, username, who, at] of roles) {
      const host = at && new URL(server.otherOrigin).host;
      const cookie = username ? cookieOf(await server.shared(username, host)) : '';
      await each([...screens.map((s) => s.path), '/app/no-such-screen', '/no-such-page'], async (path) => {
        const { status, headers, text: page } = await raw(server.ports.address, path, { cookie, ...(host ? { host } : {}) }); // biome-ignore format: one call
        const said = verdict(path, who, false);
        // Two pages lead on by themselves: the sign-in whoever is signed in, and the change of a password whoever need not change it.
        const onward = { '/signin': who && '/app/home', '/change-password': who ? '/app/home' : '/signin' }[path];
        const to = said.pass ? (onward ?? undefined) : said.to;
        const expectedStatus = to === undefined ? 200 : to === 404 ? 404 : 307;
        const where =
          headers.location === undefined ? undefined : new URL(String(headers.location), 'http://x').pathname;
        expect([name, path, status, where]).toEqual([
          name,
          path,
          expectedStatus,
          typeof to === 'string' ? to : undefined,
        ]);
        // Nothing of the shell for whoever is led away.
        if (status === 307) expect([name, path, SHELL.test(page)]).toEqual([name, path, false]);
      });
    }
  });

  test('G9 is none for whoever is locked, at each screen at once', async ({ browser }) => {
    const locked = await server.person('locked');
    expect((await raw(server.ports.address, '/app/layer-import/upload', { cookie: cookieOf(locked) })).status).toBe(
      200,
    );
    const other = await server.person('locked');
    const chief = await server.person('super');
    const { json } = await locked.send('GET', '/api/user/');
    expect((await chief.send('POST', `/api/users/${json.id}/lock/`, {})).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await each(
      inApp.filter((s) => s.needs !== 'public'),
      async ({ path }) => {
        // biome-ignore format: one line
        const { status, headers, text: page } = await raw(server.ports.address, path, { cookie: cookieOf(other) });
        const where = new URL(String(headers.location), 'http://x').pathname;
        // The cookie of a page carries the rights: without them the page redirects before any call.
        expect([path, status, ['/signin', '/app/403'].includes(where), SHELL.test(page)]).toEqual([path, 307, true, false]); // biome-ignore format: one line
      },
    );
    const context = await browser.newContext({ baseURL: server.origin });
    const page = await context.newPage();
    await context.addCookies(cookiesAt(server.origin, other));
    await page.goto('/signin');
    const closed = inApp.filter((s) => s.needs !== 'public').map((s) => s.path);
    for (const [path, status] of await asks(page, closed)) expect([path, status]).toEqual([path, 307]);
    await page.goto('/app/settings');
    // The form does not redirect them either: they would come back at once.
    await page.getByLabel(text.session.username).waitFor();
    await page.waitForTimeout(1_500);
    await expect(page).toHaveURL(/\/signin/);
    await context.close();
    await expect(server.person('locked')).rejects.toThrow('could not sign in');
  });

  test('in a browser: menu and screens', async ({ browser }) => {
    test.setTimeout(240_000);
    for (const [name, username, who, at] of roles) {
      const baseURL = at ? server.otherOrigin : server.origin;
      const context = await browser.newContext({ baseURL });
      const page = await context.newPage();
      if (username) await context.addCookies(cookiesAt(baseURL, await server.shared(username, new URL(baseURL).host)));
      await page.goto('/app/settings');
      if (who) {
        const menu = page.getByRole('navigation', { name: text.shell.menu });
        await menu.waitFor();
        const menuPaths = await menu.locator('a').evaluateAll((links) => links.map((a) => new URL((a as HTMLAnchorElement).href).pathname)); // biome-ignore format: one call
        const entries = menuFor(who).flatMap((s) => s.items.flatMap((item) => ('group' in item ? item.entries : [item]))); // biome-ignore format: one line
        const entryPaths = entries.map((entry) => routes[entry.id].path.replace(/:\w+/g, 'upload'));
        expect([name, menuPaths.filter((path) => path !== '/app/profile' || entryPaths.includes(path)).sort()]).toEqual([name, entryPaths.sort()]); // biome-ignore format: one line
        for (const path of menuPaths) {
          const row = screens.find((s) => s.path === path || s.path === path.replace('upload', '1'));
          expect([name, path, row !== undefined && allows(who, row.needs)]).toEqual([name, path, true]);
        }
      } else await page.waitForURL('**/signin?to=*');
      const paths = [...screens.map((s) => s.path), '/app/no-such-screen'];
      const met = await asks(page, paths);
      const due = paths.map((path): [string, number] => {
        const said = verdict(path, who, false);
        if (said.pass) return [path, path === '/change-password' || (who && path === '/signin') ? 307 : 200];
        return [path, said.to === 404 ? 404 : 307];
      });
      expect([name, met.sort()]).toEqual([name, due.sort()]);
      await context.close();
    }
  });
});

/** Asks for a page in one of the framework's ways, and follows where it only corrects the address. */
async function rawRequest(port: number, path: string, headers: Record<string, string>) {
  let said = await raw(port, path, headers);
  for (let i = 0; i < 2 && [307, 308].includes(said.status) && /_rsc/.test(String(said.headers.location)); i++)
    said = await raw(port, String(said.headers.location).replace(/^https?:\/\/[^/]+/, ''), headers);
  return said;
}
const tree = (path: string) =>
  encodeURIComponent(
    JSON.stringify(['', { children: [path.split('/')[1], { children: ['__PAGE__', {}] }] }, null, null]),
  );

test('G13 without the middleware no page gives its screen or its shell to anybody who may not open it', async () => {
  test.setTimeout(120_000);
  const ways: [string, (path: string) => Record<string, string>][] = [
    ['a page', () => ({})],
    ['a navigation', () => ({ rsc: '1' })],
    ['a navigation from within', (path) => ({ rsc: '1', 'next-router-state-tree': tree(path) })],
    ['a prefetch', () => ({ rsc: '1', 'next-router-prefetch': '1' })],
    ['a prefetch of a part', () => ({ rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' })], // biome-ignore format: one line
  ];
  const viewer = cookieOf(await server.shared('viewer'));
  const chief = cookieOf(await server.shared('super'));
  const { bare, address } = server.ports;
  const host = `localhost:${address}`;
  // What is looked for is there for whoever may see it, and there is no middleware: its header is missing.
  const control = await rawRequest(bare, '/app/layer-import/upload', { host, cookie: chief });
  expect([control.status, SHELL.test(control.text), control.headers['content-security-policy']]).toEqual([200, true, undefined]); // biome-ignore format: one line
  for (const [way, headers] of ways)
    for (const [
      name,
      who,
      cookie,
    ] of [['nobody', null, ''], ['viewer', { modules: [], perms: [], superuser: false }, viewer]] as const) // biome-ignore format: one list
      await each(
        inApp.filter((s) => !allows(who, s.needs)),
        async ({ path }) => {
          // biome-ignore format: one line
          const said = await rawRequest(bare, path, { ...headers(path), host, cookie });
          const where = who ? '/app/403' : '/signin';
          const led = said.status === 307 ? new URL(String(said.headers.location), 'http://x').pathname === where : said.text.includes(`NEXT_REDIRECT;replace;${where};`); // biome-ignore format: one line
          const empty = said.status === 404 || said.status === 204 || (said.status === 200 && way.includes('prefetch'));
          expect([way, name, path, led || empty, said.status < 500]).toEqual([way, name, path, true, true]);
          // The page itself is not drawn for the wrong person: no screen of ours stands in it. For nobody there is no shell either.
          if (!who) expect([way, name, path, SHELL.test(said.text)]).toEqual([way, name, path, false]);
        },
      );
  const landing = await rawRequest(bare, '/homepage', { host });
  expect(landing.status).toBe(404);
});

test('G14 no disguise of an address or of its asker opens a page', async () => {
  test.setTimeout(120_000);
  const viewer = cookieOf(await server.shared('viewer'));
  const targets = ['/app/home', '/app/layer-import/upload', '/app/layers', '/app/app-log'];
  const disguises: ((path: string) => string)[] = [
    (p) => `${p}.rsc`,
    (p) => `${p}.segments/_tree.segment.rsc`,
    (p) => `${p}.segments/_full.segment.rsc`,
    (p) => `${p}.segments${p}/__PAGE__.segment.rsc`,
    (p) => p.replace('/app', '/%61pp'),
    (p) => p.replace('/app', '/%2561pp'),
    (p) => p.replace('/app/', '/app%2f'),
    (p) => `/${p}`,
    (p) => p.replace('/app/', '/app//'),
    (p) => p.replaceAll('/', '\\').replace('\\', '/'),
    (p) => p.replace('/', '/\\'),
    (p) => `/signin/..${p}`,
    (p) => `/signin/%2e%2e${p}`,
    (p) => `/./${p.slice(1)}`,
    (p) => `/app/403/..${p.slice(4)}`,
    (p) => `${p}/`,
    (p) => `${p}/.`,
    (p) => `${p}%00`,
    (p) => `${p};a=b`,
    (p) => `${p}%20`,
    (p) => `${p}?nxtPid=1&nxtPrest=home`,
    (p) => `${p}?__nextLocale=en&__nextDataReq=1`,
    (p) => `${p}?_rsc=1`,
    (p) => `/_next/data/build${p}.json`,
    (p) => `/_next/data/build${p}.json?nxtPid=1`,
    (p) => `/fa${p}`,
    (p) => p.toUpperCase(),
    (p) => `${p}.json`,
    (p) => `${p}.md`,
    (p) => `/app/layer-import/1.json?from=${encodeURIComponent(p)}`,
    (p) => `/signin?to=${encodeURIComponent(p)}#${p}`,
  ];
  const lies = (p: string): Record<string, string>[] => [
    { rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1' },
    { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
    { rsc: '1', 'next-router-segment-prefetch': `${p}/__PAGE__`, 'next-router-prefetch': '1' },
    { rsc: '1', 'next-router-state-tree': tree(p) },
    { 'x-middleware-subrequest': 'middleware:middleware:middleware:middleware:middleware' },
    { 'x-middleware-subrequest': 'src/middleware:src/middleware:src/middleware:src/middleware:src/middleware' },
    { 'x-middleware-next': '1' },
    { 'x-middleware-rewrite': p },
    { 'x-middleware-override-headers': 'cookie' },
    { 'x-matched-path': p },
    { 'x-original-url': p, 'x-rewrite-url': p },
    { 'x-invoke-path': p, 'x-invoke-status': '200', 'x-invoke-output': p },
    { 'x-nextjs-data': '1' },
    { 'x-now-route-matches': `1=${p}` },
    { 'x-prerender-revalidate': '1' },
    { purpose: 'prefetch' },
    { 'next-action': 'a'.repeat(40) },
    { 'next-resume': '1' },
    { 'x-forwarded-host': 'evil.test' },
    { 'x-http-method-override': 'GET' },
  ];
  const countByStatus = new Map<number, number>();
  for (const [name, cookie] of [['nobody', ''], ['viewer', viewer]] as const) // biome-ignore format: one list
    for (const target of targets) {
      // A person may open two of them: there is nothing to break into.
      if (cookie && (target === '/app/home' || target === '/app/layers')) continue;
      const tries = [
        ...disguises.map((disguise) => [disguise(target), {}] as const),
        ...disguises.slice(0, 8).map((disguise) => [disguise(target), { rsc: '1' }] as const),
        ...lies(target).flatMap((lie) => [[target, lie] as const, ['/signin', lie] as const]),
      ];
      await each(tries, async ([path, headers]) => {
        const said = await rawRequest(server.ports.address, path, { ...headers, cookie });
        const what = [name, path, JSON.stringify(headers)];
        countByStatus.set(said.status, (countByStatus.get(said.status) ?? 0) + 1);
        // No screen: not its shell, and for whoever has a shell nothing of this screen.
        expect([...what, said.status < 500]).toEqual([...what, true]);
        if (!cookie) expect([...what, SHELL.test(said.text)]).toEqual([...what, false]);
        const lands = /^\/(?:signin|app\/403|_next)/.test(path) || path.startsWith('/?');
        if (said.status === 200 && !lands) expect([...what, 'opened']).toEqual([...what, 'closed']);
      });
    }
  expect((countByStatus.get(307) ?? 0) + (countByStatus.get(404) ?? 0) + (countByStatus.get(400) ?? 0)).toBeGreaterThan(
    150,
  );
});
