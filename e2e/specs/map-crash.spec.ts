// A person draws and saves while their page or the server is killed at any moment: each line is stored once and whole.
// CRASHES asks for more of them in a long run; CRASH_SEED repeats a run.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { LANG_COOKIE } from '../../lib/i18n/lang';
import { createBrowser } from '../../testing/browser';
import { programArgs } from '../../testing/programs/program';
import { random } from '../../testing/random';
import { clickAt, cookiesAt, expect, LANG, look, test, text, toMap } from '../fixtures';

const CRASHES = Number(process.env.CRASHES ?? 2);
const SEED = Number(process.env.CRASH_SEED ?? 5);
/** The longest wait before a kill, in milliseconds: a line is drawn, named and saved within it. */
const LATEST = 4000;
/** What is older than this at the kill must come back. */
const KEPT_MS = 1000;
/** Degrees: a corner may have been caught by a line of before, 12 pixels away at this zoom. */
const SNAPPED = 0.012;
const [WEB, UPSTREAM] = [3191, 8191];
const MIDDLE = [51.4, 35.7] as const;
const { drafts } = text.map.sketch;
const { form } = text.records;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a program and waits until it says so. */
async function started(
  args: string[],
  env: NodeJS.ProcessEnv | Record<string, string | undefined>,
  ready: string,
): Promise<ChildProcess> {
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (line) => String(line).includes(ready) && resolve());
    child.once('exit', (code) => reject(new Error(`${args.at(-1)} stopped with ${code}`)));
  });
  return child;
}
async function killed(child: ChildProcess, signal: NodeJS.Signals) {
  const exit = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await exit;
  }
}

interface Row {
  value: { name?: string };
  geometry: { coordinates: [number, number][] };
}
interface Placed {
  at: readonly [number, number];
  when: number;
}

test('a page and a server that are killed at any moment cost nobody a line', async ({ browser }) => {
  test.setTimeout(60_000 + CRASHES * 90_000);
  const folder = mkdtempSync(join(tmpdir(), 'pahneh-map-crash-'));
  const program = await programArgs('testing/programs/crash-process.ts');
  const backend = () =>
    started(
      [...program, 'edit', String(UPSTREAM)],
      { DATA_DIR: folder, DATABASE_URL: undefined, LOG: 'silent' },
      'working',
    );
  let server = await backend();
  const web = await started(
    ['dist/web.mjs'],
    {
      NODE_ENV: 'production',
      NEXT_DIST: '.next-test',
      PORT: String(WEB),
      UPSTREAM_URL: `http://127.0.0.1:${UPSTREAM}`,
      SESSION_KEYS: `t:${randomBytes(32).toString('base64url')}`,
    },
    'ready ',
  );
  const origin = `http://localhost:${WEB}`;
  const context = await browser.newContext();
  try {
    const person = createBrowser(new URL(origin));
    expect((await person.signIn('super')).status).toBe(200);
    await context.addCookies([...cookiesAt(origin, person), { name: LANG_COOKIE, value: LANG, url: origin }]);
    await context.addInitScript(() => {
      if (localStorage.getItem('baseLayer') === null)
        localStorage.setItem('baseLayer', JSON.stringify({ state: { base: 'none' }, version: 0 }));
    });
    const opened = async () => {
      const page = await context.newPage();
      await page.goto(`${origin}/app/home`);
      await toMap(page);
      return page;
    };
    const rows = async (): Promise<Row[]> =>
      (await person.send('GET', '/api/layerdata/?layer=1&limit=1000')).json.results;
    const named = async (name: string) => (await rows()).filter(({ value }) => value.name === name);
    const next = random(SEED);
    let page = await opened();

    /** Draws, names and saves a line; tells what it has placed, and stops where the page dies. */
    const draw = async (one: Page, name: string, corners: readonly (readonly [number, number])[], placed: Placed[]) => {
      await one.keyboard.press('KeyD');
      await expect(one.getByRole('combobox', { name: text.map.tools.draw.layer })).toHaveValue('lines');
      for (const at of corners) {
        await clickAt(one, at);
        placed.push({ at, when: Date.now() });
        await pause(150 + next() * 250);
      }
      await one.keyboard.press('Enter');
      await one.getByRole('region', { name: form.new }).waitFor();
      await one.getByRole('textbox', { name: /^نام/ }).first().fill(name);
      await one.keyboard.press('Control+s');
    };
    /** Continues the draft that there is, as a person would. Returns whether there was one. */
    const goOn = async (name: string): Promise<boolean> => {
      const offer = page.getByRole('region', { name: drafts.title }).getByRole('button', { name: drafts.take });
      const fields = page.getByRole('region', { name: form.new });
      const sketch = page.getByRole('button', { name: text.map.tools.draw.finish, exact: true });
      const until = Date.now() + 20_000;
      /** One step; false where there is nothing to go on with. What closes meanwhile is looked at again. */
      const step = async (): Promise<boolean> => {
        if (await offer.isVisible()) await offer.click({ timeout: 1000 });
        else if (await fields.isVisible()) {
          const field = fields.getByRole('textbox', { name: /^نام/ }).first();
          if ((await field.inputValue({ timeout: 1000 })) === '') await field.fill(name, { timeout: 1000 });
          const again = fields.getByRole('button', { name: form.again, exact: true });
          if (await again.isVisible()) await again.click({ timeout: 1000 });
          else await page.keyboard.press('Control+s');
        } else if ((await named(name)).length > 0) {
          // It is saved: the tool waits for the next line.
          return false;
        } else if (await sketch.isVisible()) {
          if (await sketch.isEnabled()) await sketch.click({ timeout: 1000 });
          else await clickAt(page, [MIDDLE[0] + 0.1, MIDDLE[1] + 0.1]);
        } else return false;
        return true;
      };
      for (let quiet = 0; Date.now() < until && quiet < 6; ) {
        quiet = (await step().catch(() => true)) ? 0 : quiet + 1;
        await pause(250);
      }
      return (await named(name)).length > 0;
    };

    const lines: { name: string; kept: number }[] = [];
    for (let i = 0; i < CRASHES; i++) {
      const name = `line ${SEED} ${i}`;
      const corners = Array.from({ length: 2 + Math.floor(next() * 3) }, (_, n) => [MIDDLE[0] - 0.2 + n * 0.1, MIDDLE[1] - 0.1 + next() * 0.2] as const); // biome-ignore format: a line
      const placed: Placed[] = [];
      await look(page, [...MIDDLE], 10);
      const drawing = draw(page, name, corners, placed).catch(() => undefined);
      // A slow computer takes long to begin: the time is that of the work.
      await Promise.race([drawing, expect.poll(() => placed.length).toBeGreaterThan(0)]);
      await Promise.race([drawing, pause(next() * LATEST)]);
      const at = Date.now();
      if (i % 2 === 0) {
        const session = await context.newCDPSession(page);
        const crash = page.waitForEvent('crash');
        // Who has crashed answers no more.
        void session.send('Page.crash').catch(() => undefined);
        await crash;
        await Promise.race([drawing, pause(500)]);
        void page.close();
        page = await opened();
      } else {
        await killed(server, 'SIGKILL');
        await drawing;
        server = await backend();
      }
      const old = placed.filter(({ when }) => at - when > KEPT_MS || i % 2 === 1);
      const there = await goOn(name);
      expect(there || old.length === 0, `${name}: ${placed.length} corners at ${i % 2 ? 'the server' : 'the page'}`).toBe(true); // biome-ignore format: one line
      if (!there) continue;
      const [row, ...more] = await named(name);
      expect(more, name).toEqual([]);
      for (const { at: corner } of old)
        expect(
          row?.geometry.coordinates.some(([x, y]) => Math.hypot(x - corner[0], y - corner[1]) < SNAPPED),
          `${name}: ${corner} of ${JSON.stringify(row?.geometry.coordinates)}`,
        ).toBe(true);
      lines.push({ name, kept: old.length });
      await page.keyboard.press('Escape');
      await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
      await page.keyboard.press('Escape');
    }
    expect((await rows()).map(({ value }) => value.name).sort()).toEqual(lines.map(({ name }) => name).sort());
    expect(lines.length, 'at least every other line was worth a test').toBeGreaterThanOrEqual(CRASHES / 2);
  } finally {
    await context.close();
    await killed(web, 'SIGTERM');
    await killed(server, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});
