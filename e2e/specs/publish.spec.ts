// Publishing by keys alone: a layer, a key whose secret is visible once, a program that reads with it, and the end of both.
import type { Page } from '@playwright/test';
import { LANG_COOKIE } from '../../lib/i18n/lang';
import enCommon from '../../messages/en/common.json' with { type: 'json' };
import en from '../../messages/en/publish.json' with { type: 'json' };
import { createBrowser } from '../../testing/browser';
import { serious } from '../axe';
import { expect, signIn, test } from '../fixtures';
import { tabTo } from '../keys';

const LAYER = 'شهرها';
const press = async (page: Page, ...target: Parameters<Page['getByRole']>) => {
  await tabTo(page.getByRole(...target));
  await page.keyboard.press('Enter');
};

// A second attempt begins where the first one did.
test.afterEach(async ({ baseURL }) => {
  const person = createBrowser(new URL(baseURL ?? ''));
  await person.signIn('super');
  const { json } = await person.send('GET', '/api/publish/?limit=100');
  for (const { id, label } of json.results) if (label === LAYER) await person.send('DELETE', `/api/publish/${id}/`);
});

test('a layer is published to a program, which loses it when its key is revoked', async ({ page, baseURL }, {
  retry,
}) => {
  const name = `Map office ${retry}`;
  await page.context().addCookies([{ name: LANG_COOKIE, value: 'en', url: baseURL ?? '' }]);
  await signIn(page, 'super', '/app/layer-publish');
  await press(page, 'button', { name: LAYER, exact: true });
  await press(page, 'button', { name: en.form.publish, exact: true });
  const address = page.getByText(/^http:\/\/\S+\/ogc$/);
  await expect(address).toBeVisible();
  const door = await address.textContent();
  const layer = new URL(page.url()).searchParams.get('open');
  expect(await serious(page)).toEqual([]);

  await press(page, 'button', { name: en.keys.add, exact: true });
  await tabTo(page.getByRole('textbox', { name: new RegExp(`^${en.key.label}`) }));
  await page.keyboard.type(name);
  await tabTo(page.getByRole('combobox', { name: en.key.layers }));
  await page.keyboard.type(LAYER);
  await expect(page.getByRole('option', { name: LAYER })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('button', { name: en.key.create, exact: true }));
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press('Enter');
  const line = page.getByText(/^pht_[a-z]{8}_[\w-]{43}$/);
  const secret = (await line.textContent()) ?? '';
  expect(await serious(page)).toEqual([]);
  await press(page, 'button', { name: en.secret.done });
  await expect(line).toHaveCount(0);
  expect(await page.content()).not.toContain(secret);

  const read = async () => {
    const answer = await fetch(`${door}/collections/layer_${layer}/items?limit=1`, {
      headers: { authorization: `Basic ${btoa(`pahneh:${secret}`)}` },
    });
    return [answer.status, ((await answer.json()) as { features?: unknown[] }).features?.length];
  };
  expect(await read()).toEqual([200, 1]);

  await page.goto('/app/layer-publish?tab=keys');
  const row = page.getByRole('row', { name: new RegExp(name) });
  await tabTo(row.getByRole('button', { name: enCommon.list.acts.replace('{name}', ''), exact: false }));
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: en.keys.revoke }).focus();
  await page.keyboard.press('Enter');
  await tabTo(page.getByRole('dialog').getByRole('button', { name: en.keys.revoke, exact: true }));
  await page.keyboard.press('Enter');
  await expect(row.getByText(en.keys.states.revoked)).toBeVisible();
  // A right that is lost counts within a second.
  await expect.poll(read, { timeout: 2000 }).toEqual([401, undefined]);

  await page.goto(`/app/layer-publish?open=${layer}`);
  await press(page, 'button', { name: en.layers.remove, exact: true });
  const question = page.getByRole('dialog');
  await question.waitFor();
  // What is in use is named first; the request above is counted some seconds after it was made.
  const typedName = question.getByRole('textbox', { name: en.remove.typeLabel });
  if (await typedName.isVisible()) {
    await tabTo(typedName);
    await page.keyboard.type(LAYER);
  }
  await tabTo(question.getByRole('button', { name: en.remove.confirm, exact: true }));
  await page.keyboard.press('Enter');
  await expect(address).toHaveCount(0);
});
