// Two people write to one another while both their networks lose, delay and double what is sent: in the end each has every message once,
// in the order in which the server has them, and sees that it was read.
import { readFileSync } from 'node:fs';
import type { Page, Route } from '@playwright/test';
import enMessages from '../../messages/en/messages.json' with { type: 'json' };
import faMessages from '../../messages/fa/messages.json' with { type: 'json' };
import { createBrowser } from '../../testing/browser';
import { PASSWORD } from '../../testing/people';
import { PNG } from '../../testing/pictures';
import { expect, LANG, test } from '../fixtures';
import { newLayer } from '../layers';
import { newPerson, openAs } from '../people';

const { chat } = LANG === 'en' ? enMessages : faMessages;
const COUNT = 10;
const isOfChat = (url: URL) => url.pathname === '/api/message/';

/** A network of which every third sending is lost on its way, every third response on its way back, and every answer to a read is late. */
function badNetwork() {
  let number = 0;
  return async (route: Route) => {
    if (route.request().method() !== 'POST') {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 700));
      return route.continue().catch(() => {});
    }
    number += 1;
    if (number % 3 === 1) return route.abort('connectionreset');
    if (number % 3 === 0) return route.continue();
    // The server has it, and the page does not know.
    await route.fetch().catch(() => {});
    return route.abort('connectionreset');
  };
}

/** Writes messages one after the other as fast as they can be typed, and sends those again that failed. */
async function write(page: Page, name: string): Promise<void> {
  const field = page.getByRole('textbox', { name: chat.write.split('{')[0] ?? '' });
  for (let i = 1; i <= COUNT; i++) {
    await field.fill(`${name} ${i}`);
    await field.press('Enter');
    if (i % 4 === 0) {
      await page.context().setOffline(true);
      await page.waitForTimeout(400);
      await page.context().setOffline(false);
    }
    await page.waitForTimeout(Math.random() * 150);
  }
}
const resend = (page: Page) => page.getByRole('button', { name: chat.retry }).first();
/** The words of all bubbles in their order, and how many of the own ones are marked as read. */
const thread = (page: Page) => page.locator('[id^=message-] p').allInnerTexts();

test('two people get each message once and in one order over networks that lose, delay and double', async ({
  browser,
  baseURL,
}, { retry }) => {
  test.slow();
  // Other tests look for digits on the list of people.
  const again = 'x'.repeat(retry);
  const names = [`nargess${again}`, `siavash${again}`] as const;
  const origin = new URL(baseURL ?? '');
  const hand = createBrowser(origin);
  await hand.signIn('super');
  const layer = await newLayer(hand, 'گفتگو', [{ name: 'name', label: 'نام', type: 'text' }]);
  const ids = [await newPerson(hand, names[0], layer, { modules: [8] }), await newPerson(hand, names[1], layer, { modules: [8] })]; // biome-ignore format: one list
  const [[one, first], [other, second]] = await Promise.all([
    openAs(browser, names[0], `/app/chat?with=${ids[1]}`),
    openAs(browser, names[1], `/app/chat?with=${ids[0]}`),
  ]);
  const pages = [one, other];
  for (const page of pages) {
    await page.getByRole('textbox', { name: chat.write.split('{')[0] ?? '' }).waitFor();
    await page.route(isOfChat, badNetwork());
  }
  await Promise.all(pages.map((page, i) => write(page, names[i] ?? '')));
  for (const page of pages) {
    await expect(async () => {
      if (await resend(page).isVisible()) await resend(page).click();
      await expect(page.locator('[data-own]:not([id])')).toHaveCount(0, { timeout: 1000 });
    }).toPass({ timeout: 60_000 });
    await page.unroute(isOfChat);
  }
  const all = 2 * COUNT;
  await expect.poll(async () => (await thread(one)).length, { timeout: 20_000 }).toBe(all);
  await expect.poll(() => thread(other), { timeout: 20_000 }).toEqual(await thread(one));
  // What the server has, the newest first.
  const person = createBrowser(origin);
  await person.signIn(names[0], PASSWORD);
  const { json } = await person.send('GET', `/api/message/?chat_with=${ids[1]}&mark=false&limit=100`);
  const texts = (json.results as { text: string }[]).map((message) => message.text).reverse();
  expect(await thread(one)).toEqual(texts);
  for (const name of names)
    expect(texts.filter((text) => text.startsWith(name))).toEqual(Array.from({ length: COUNT }, (_, i) => `${name} ${i + 1}`)); // biome-ignore format: one list
  // Each looks at both pages in turn: all of one's own are marked as read.
  for (const page of pages) await page.bringToFront();
  for (const page of pages)
    await expect(page.locator('[data-own] [data-read]')).toHaveCount(COUNT, { timeout: 20_000 });
  await Promise.all([first.close(), second.close()]);
});

test('a pasted picture and a file go with a message, and the other one downloads them whole', async ({
  browser,
  baseURL,
}, { retry }) => {
  const again = 'x'.repeat(retry);
  const names = [`mahin${again}`, `kaveh${again}`] as const;
  const hand = createBrowser(new URL(baseURL ?? ''));
  await hand.signIn('super');
  const layer = await newLayer(hand, 'پیوست', [{ name: 'name', label: 'نام', type: 'text' }]);
  const ids = [await newPerson(hand, names[0], layer, { modules: [8] }), await newPerson(hand, names[1], layer, { modules: [8] })]; // biome-ignore format: one list
  const [[one, first], [other, second]] = await Promise.all([
    openAs(browser, names[0], `/app/chat?with=${ids[1]}`),
    openAs(browser, names[1], `/app/chat?with=${ids[0]}`),
  ]);
  const text = Buffer.from('x,y\n۱,۲\n'.repeat(5000));
  await one.locator('input[type=file]').setInputFiles({ name: 'نقاط.csv', mimeType: 'text/csv', buffer: text });
  await one.getByRole('textbox', { name: chat.write.split('{')[0] ?? '' }).evaluate((field, bytes) => {
    const data = new DataTransfer();
    data.items.add(
      new File([Uint8Array.from(atob(bytes), (letter) => letter.charCodeAt(0))], 'map.png', { type: 'image/png' }),
    );
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, PNG.toString('base64'));
  await expect(one.getByRole('list', { name: chat.attachments }).getByRole('listitem')).toHaveCount(2);
  await one.getByRole('button', { name: chat.send, exact: true }).click();
  const picture = other.getByRole('log').getByRole('img', { name: 'map.png' });
  await expect
    .poll(() => picture.evaluate((img) => (img as HTMLImageElement).naturalWidth), { timeout: 20_000 })
    .toBe(16);
  const [download] = await Promise.all([
    other.waitForEvent('download'),
    other.getByRole('log').getByRole('link', { name: 'نقاط.csv' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('نقاط.csv');
  expect(readFileSync(await download.path()).equals(text)).toBe(true);
  await Promise.all([first.close(), second.close()]);
});
