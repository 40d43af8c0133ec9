// Every way in: two-factor, registration, a code alone, a forgotten password; and what the form says when one of them fails.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { maskPhone, phoneKey } from '../../contract/phone';
import enSandbox from '../../messages/en/sandbox.json' with { type: 'json' };
import faSubscription from '../../messages/fa/subscription.json' with { type: 'json' };
import { readPdf, visibleText } from '../../testing/pdf-text';
import { messagesAt, PASSWORD, TELEPHONES } from '../../testing/people';
import { serious } from '../axe';
import { expect, say, signInByForm, test, text, toMap } from '../fixtures';

const t = text.session;
/** The name of this computer that is a public host, and the file of sent messages (testing/e2e-server). */
let PUBLIC = '';
let outbox = '';
test.beforeEach(({ baseURL }) => {
  PUBLIC = (baseURL ?? '').replace('localhost', '127.0.0.1');
  outbox = messagesAt(new URL(PUBLIC).port);
});

const messages = (phone: string): string[] =>
  readFileSync(outbox, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith(`${maskPhone(phoneKey(phone) ?? '')}:`));

/** Waits for one more message than there were, and answers its code. */
async function codeAfter(phone: string, before: number): Promise<string> {
  await expect.poll(() => messages(phone).length).toBeGreaterThan(before);
  return /\b\d{6}\b/.exec(messages(phone).at(-1) ?? '')?.[0] ?? 'none';
}
const other = (code: string) => (code === '000000' ? '111111' : '000000');
const persian = (code: string) => code.replace(/\d/g, (d) => String.fromCharCode(0x06f0 + Number(d)));
const codeField = (page: Page) => page.getByLabel(t.code.label);
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
/** Texts of the other language. */
const ENGLISH = { terms: 'Read the terms', otp: 'Use a one-time code', forgot: 'Forgot password?' };
/** The message of a form; Next keeps an alert of its own outside of them. */
const failure = (page: Page) => page.locator('form').getByRole('alert');
const open = (page: Page, path = '/signin') => page.goto(`${PUBLIC}${path}`);

test.describe('two-factor', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install();
    const before = messages(TELEPHONES.careful).length;
    await signInByForm(page, 'careful');
    await expect(codeField(page)).toBeFocused();
    await codeAfter(TELEPHONES.careful, before);
  });

  test('asks for the code after the password, takes it in Persian digits, and only the right one', async ({ page }) => {
    const code = await codeAfter(TELEPHONES.careful, 0);
    await expect(page.getByText(persian(maskPhone(phoneKey(TELEPHONES.careful) ?? '')))).toBeVisible();
    await expect(page.getByText(/8999|۸۹۹۹/)).toBeVisible();
    await expect(button(page, t.code.resend)).toBeDisabled();
    await button(page, t.twoFactor.submit).click();
    await expect(page.getByText(t.code.short)).toBeVisible();
    await page.keyboard.type(other(code));
    await page.keyboard.press('Enter');
    await expect(failure(page)).toContainText('کد درست نیست');
    await expect(codeField(page)).toBeFocused();
    await expect(codeField(page)).toHaveValue('');
    await page.keyboard.type(persian(code));
    await expect(codeField(page)).toHaveValue(code);
    await page.keyboard.press('Enter');
    await toMap(page);
  });

  test('says when the network is gone, and leads back to the password', async ({ page, context }) => {
    const code = await codeAfter(TELEPHONES.careful, 0);
    await codeField(page).fill(code);
    await context.setOffline(true);
    await button(page, t.twoFactor.submit).click();
    await expect(page.getByText(t.errors.network)).toBeVisible();
    await context.setOffline(false);
    await button(page, t.back).click();
    await expect(page.getByLabel(t.username)).toHaveValue('careful');
    await expect(page.getByLabel(t.password, { exact: true })).toBeFocused();
  });
});

test('six digits are typed, corrected and pasted like one text', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInByForm(page, 'wary');
  const field = codeField(page);
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code');
  await page.keyboard.type('12x34');
  await expect(field).toHaveValue('1234');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Delete');
  await page.keyboard.type('۹');
  await expect(field).toHaveValue('193');
  await page.keyboard.press('End');
  await page.keyboard.type('4567');
  await expect(field).toHaveValue('193456');
  // Full: a digit replaces the one after the caret.
  await page.keyboard.press('Home');
  await page.keyboard.type('7');
  await expect(field).toHaveValue('793456');
  await page.evaluate(() => navigator.clipboard.writeText('کد تأیید شما: ۶۵۴۳۲۱ تا ۲ دقیقه'));
  await page.keyboard.press('Control+V');
  await expect(field).toHaveValue('654321');
  // The first slot is the leftmost one, in a page that runs from right to left.
  const box = await field.boundingBox();
  await page.mouse.click((box?.x ?? 0) + 10, (box?.y ?? 0) + 10);
  await page.keyboard.type('1');
  await expect(field).toHaveValue('154321');
});

test.describe('registration', () => {
  const fields = async (page: Page, username: string, phone: string) => {
    await page.getByLabel(t.username).fill(username);
    await page.getByLabel(t.register.firstName, { exact: true }).fill('سارا');
    await page.getByLabel(t.phone).fill(phone);
    await page.getByLabel(t.register.email).fill(`${username}@example.ir`);
    await page.getByLabel(t.password, { exact: true }).fill(PASSWORD);
    await page.getByLabel(t.register.confirmPassword).fill(PASSWORD);
  };

  test('leads over the terms and a code to the map', async ({ page }) => {
    await open(page);
    await page.getByText(t.mode.register, { exact: true }).click();
    const submit = button(page, t.register.submit);
    await expect(submit).toBeDisabled();
    await button(page, t.register.read).click();
    const terms = page.getByRole('dialog', { name: t.terms.title });
    await expect(terms.getByText(t.terms.deleted)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(terms).toBeHidden();
    await expect(submit).toBeDisabled();
    await button(page, t.register.read).click();
    await terms.getByRole('button', { name: t.terms.agree }).click();
    await expect(terms).toBeHidden();
    await expect(page.getByRole('checkbox', { name: t.register.accept })).toBeChecked();

    await fields(page, 'sara', '۰۹۱۲۹۹۹۰۰۴۴');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: t.register.verify });
    await expect(dialog).toBeVisible();
    await expect(codeField(page)).toBeFocused();
    const code = await codeAfter('09129990044', 0);
    // Closed by mistake: the code on its way is still good.
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await submit.click();
    await expect(codeField(page)).toBeFocused();
    expect(messages('09129990044')).toHaveLength(1);
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(t.register.done)).toBeVisible();
    await toMap(page);

    // The days of the trial, and a plan after them: over the card provider's own page (in the browser's own language), and back.
    const plan = async () => {
      const { current_plan, reserved_plan } = await (await page.request.get(`${PUBLIC}/api/user/`)).json();
      return [current_plan, reserved_plan];
    };
    const trial = await plan();
    const badge = page.getByRole('banner').locator('[data-urgency=green]');
    await badge.click();
    const plans = page.getByRole('dialog', { name: faSubscription.renew });
    await plans.getByRole('button', { name: faSubscription.select, exact: true }).click();
    const pay = plans.getByRole('button', { name: faSubscription.pay, exact: true });
    await expect(pay).toBeDisabled();
    await plans.getByRole('checkbox', { name: faSubscription.accept }).check();
    const bought = async (act: string) => {
      await pay.click();
      await page.getByRole('heading', { name: enSandbox.title }).waitFor();
      await page.getByRole('button', { name: act, exact: true }).click();
    };
    await bought(enSandbox.cancel);
    await page.waitForURL('**/app/purchase_failed/*');
    await expect(page.getByText(faSubscription.result.cancelled.title)).toBeVisible();
    expect(await plan()).toEqual(trial);
    await page.goto(`${PUBLIC}/app/settings`);
    await badge.click();
    await plans.getByRole('button', { name: faSubscription.select, exact: true }).click();
    await plans.getByRole('checkbox', { name: faSubscription.accept }).check();
    await bought(enSandbox.pay);
    await page.waitForURL('**/app/purchase_successful/*');
    await expect(page.getByText(faSubscription.result.paid.title)).toBeVisible();
    expect(await plan()).not.toEqual(trial);

    // What was paid stands on the profile, with a receipt that says it in words too.
    await page.goto(`${PUBLIC}/app/profile`);
    const history = page.getByRole('region', { name: faSubscription.purchases.title });
    await expect(history.getByText(faSubscription.purchases.states.failed)).toBeVisible();
    const download = page.waitForEvent('download');
    await history.getByRole('button', { name: faSubscription.purchases.receipt.get }).click();
    const file = readFileSync(await (await download).path());
    const { pages } = await readPdf(new Uint8Array(file));
    // One upright A5.
    expect(pages.map(({ width, height }) => [width, height].map(Math.round))).toEqual([[420, 595]]);
    const receipt = (pages[0]?.lines ?? []).join(' ');
    for (const words of ['sara', '۲٬۷۵۰٬۰۰۰', '۲۷۵/۰۰۰', 'دو میلیون و هفتصد و پنجاه هزار'])
      expect(receipt).toContain(words);
    // Poppler writes lines from right to left in marks of direction, and the letters that look alike in their plain form.
    const { stdout, error } = spawnSync('pdftotext', ['-', '-'], { input: file, encoding: 'utf8' });
    if (error) return;
    const plain = visibleText(stdout.normalize('NFKC'));
    for (const words of ['sara', 'دو میلیون و هفتصد و پنجاه هزار']) expect(plain).toContain(words);
  });

  test('is offered on public hosts only', async ({ page }) => {
    await page.goto('/signin?mode=register');
    await expect(button(page, t.submit)).toBeVisible();
    for (const name of [t.mode.register, t.ways.otp, t.ways.forgot])
      await expect(page.getByText(name, { exact: true })).toHaveCount(0);
  });
});

test('the mobile program is offered where there is one', async ({ page }) => {
  await page.goto('/signin');
  const link = page.getByRole('link', { name: say(t.mobileApp, { version: '۲.۱' }) });
  await expect(link).toBeVisible();
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect([answer.status(), answer.headers()['content-disposition']?.split(';')[0]]).toEqual([200, 'attachment']);
});

for (const [lang, words] of [
  ['fa', { terms: t.register.read, otp: t.ways.otp, forgot: t.ways.forgot }],
  ['en', ENGLISH],
] as const)
  test(`axe finds nothing serious in any way in, in ${lang}`, async ({ page, context }) => {
    await context.addCookies([{ name: 'lang', value: lang, url: PUBLIC }]);
    const examine = async (what: string) => expect([what, await serious(page)]).toEqual([what, []]);
    await open(page, '/signin?mode=register');
    await page.getByRole('checkbox').check();
    await page.locator('button[type=submit]').click();
    await examine('register');
    await button(page, words.terms).click();
    await examine('terms');
    await open(page);
    await examine('sign in');
    await button(page, words.otp).click();
    await examine('phone');
    await page.keyboard.type(lang === 'fa' ? '09129990066' : '09129990088');
    await page.keyboard.press('Enter');
    await page.locator('input[autocomplete=one-time-code]').waitFor();
    await examine('code');
    await page.keyboard.press('Escape');
    await button(page, words.forgot).click();
    await page.locator('input[name=phone]').fill(lang === 'fa' ? '09129990066' : '09129990088');
    await page.keyboard.press('Enter');
    await page.locator('input[autocomplete=one-time-code]').fill('123456');
    await page.locator('input[name=new_password]').waitFor();
    await examine('reset');
  });

test('a form that is sent before the code of its page is there goes nowhere, least of all into an address', async ({
  page,
}) => {
  // It is on its way, and stays there.
  await page.route(/\.js(\?|$)/, () => undefined);
  const addresses: string[] = [];
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.goto('/signin', { waitUntil: 'domcontentloaded' });
  await page.getByLabel(t.username).fill('editor');
  await page.getByLabel(t.password, { exact: true }).fill(PASSWORD);
  // Pressed by a script: a hand would wait for the page that must not come.
  await button(page, t.submit).evaluate((submit: HTMLButtonElement) => submit.click());
  await page.waitForTimeout(500);
  expect(addresses.map((url) => new URL(url).pathname + new URL(url).search)).toEqual(['/signin']);
});
