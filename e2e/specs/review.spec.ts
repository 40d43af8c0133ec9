// Work that waits: a queue of records judged by keys alone, and two reviewers in one queue.
import type { Page } from '@playwright/test';
import { createBrowser } from '../../testing/browser';
import { expect, signIn, test, text } from '../fixtures';
import { jsonOf } from '../layers';
import { newPerson, newSupervisedLayer, openAs } from '../people';

const { supervision } = text;
/** Waiting records; a long run takes more, with every step the same. */
const WAITING = process.env.SLOW ? 120 : 36;
/** One in six is sent back. */
const RETURN_EACH = 6;
const SHARED = 24;
const AGAIN_MS = 5_000;
/** Somebody of this attempt: those of the one before are still there. */
const nameOf = (name: string) => name + 'r'.repeat(test.info().retry);
const APPROVED = 3;
const RETURNED = 4;

interface Judged {
  id: number;
  value: { name: string };
  status: { id: number };
  verdict: { reason?: string; person: { username: string } } | null;
}
type Hand = ReturnType<typeof createBrowser>;

async function fill(hand: Hand, layer: number, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, i) => `بازدید ${i + 1}.`);
  for (const [i, name] of names.entries())
    await jsonOf(
      hand.send('POST', '/api/layerdata/', {
        layer,
        value: { name },
        geometry: { type: 'Point', coordinates: [53 + (i % 12) * 0.01, 31 + Math.floor(i / 12) * 0.01] },
      }),
    );
  return names;
}
const allOf = async (hand: Hand, layer: number): Promise<Judged[]> =>
  (await jsonOf<{ results: Judged[] }>(hand.send('GET', `/api/layerdata/?layer=${layer}&order=id&limit=1000`))).results;
const details = (page: Page) => page.getByRole('complementary', { name: supervision.details });
const end = (page: Page) => page.getByText(supervision.queue.allDone);

test.describe('a queue', () => {
  test.beforeEach(({ removesLayers }) => void removesLayers);

  test('is judged by keys alone, with at most two presses each', async ({ page, baseURL }) => {
    test.setTimeout(600_000);
    const hand = createBrowser(new URL(baseURL ?? ''));
    await hand.signIn('super');
    const layer = await newSupervisedLayer(hand, 'بازدیدها');
    await newPerson(hand, nameOf('walker'), layer, { rights: ['view', 'add'] });
    const walker = createBrowser(new URL(baseURL ?? ''));
    await walker.signIn(nameOf('walker'));
    const names = await fill(walker, layer, WAITING);
    await jsonOf(
      hand.send('POST', '/api/user_items/', { type: 'reason', label: 'تار', data: { text: 'عکس تار است' } }),
    );

    await signIn(page, 'super', `/app/supervision/layer-data/${layer}`);
    let presses = 0;
    const press = async (key: string) => {
      presses += 1;
      await page.keyboard.press(key);
    };
    for (const [i, name] of names.entries()) {
      await expect(details(page).getByText(name, { exact: true })).toBeVisible();
      if (i % RETURN_EACH !== 0) await press('KeyA');
      else {
        await press('KeyR');
        await expect(page.getByRole('list', { name: supervision.reason.templates })).toBeVisible();
        await press('Digit1');
      }
    }
    await expect(end(page)).toBeVisible();
    expect(presses).toBeLessThanOrEqual(2 * WAITING);
    await expect
      .poll(async () => (await allOf(hand, layer)).map(({ status, verdict }) => [status.id, verdict?.reason]))
      .toEqual(names.map((_, i) => (i % RETURN_EACH === 0 ? [RETURNED, 'عکس تار است'] : [APPROVED, undefined])));
  });

  test('is shared by two reviewers, who judge each record once', async ({ browser, baseURL }) => {
    const hand = createBrowser(new URL(baseURL ?? ''));
    await hand.signIn('super');
    const layer = await newSupervisedLayer(hand, 'صف مشترک');
    await newPerson(hand, nameOf('climber'), layer, { rights: ['view', 'add'] });
    for (const name of ['reviewer1', 'reviewer2'])
      await newPerson(hand, nameOf(name), layer, { modules: [10], rights: ['view', 'approve'] });
    const climber = createBrowser(new URL(baseURL ?? ''));
    await climber.signIn(nameOf('climber'));
    await fill(climber, layer, SHARED);

    const judge = async (page: Page): Promise<void> => {
      for (let last = ''; ; ) {
        const title = details(page).locator('dd').first();
        const next = () => title.textContent({ timeout: 1000 }).catch(() => null);
        const moved = async () => (await end(page).count()) > 0 || ((await next()) ?? last) !== last;
        // A key that is pressed while a verdict is refused goes to the record that comes back: whoever sees the same one presses again.
        await expect
          .poll(moved, { timeout: AGAIN_MS })
          .toBe(true)
          .catch(() => {});
        if ((await end(page).count()) > 0) return;
        last = (await next()) ?? last;
        await page.keyboard.press('KeyA');
      }
    };
    const path = `/app/supervision/layer-data/${layer}`;
    const [first, firstContext] = await openAs(browser, nameOf('reviewer1'), path);
    await details(first).locator('dd').first().waitFor();
    const [second, secondContext] = await openAs(browser, nameOf('reviewer2'), path);
    await details(second).locator('dd').first().waitFor();
    // The second one does not begin with what the first one looks at.
    expect(await details(second).locator('dd').first().textContent()).not.toBe(
      await details(first).locator('dd').first().textContent(),
    );
    // Each judges at least one, however much quicker the other one's page is from then on.
    const title = details(second).locator('dd').first();
    const oldTitle = (await title.textContent()) ?? '';
    await second.keyboard.press('KeyA');
    await expect(title).not.toHaveText(oldTitle);
    await Promise.all([judge(first), judge(second)]);
    const judged = await allOf(hand, layer);
    expect(judged.map(({ status }) => status.id)).toEqual(judged.map(() => APPROVED));
    const by = new Set(judged.map(({ verdict }) => verdict?.person.username));
    expect([...by].sort()).toEqual(['reviewer1', 'reviewer2'].map(nameOf));
    await Promise.all([firstContext.close(), secondContext.close()]);
  });
});
