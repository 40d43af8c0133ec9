// One's own keys in the profile: empty at first, made for what one sees, changed, given a new secret, taken away, and refused in words.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { closeWorld, type Role, renderScreen, resetScreen, world } from '@/testing/render-screen';
import OwnKeysCard from './own-keys-card';

const NO_WRITES = { add: false, edit: false, delete: false };
const SECRET = /^pht_[a-z]{8}_[\w-]{43}$/;

beforeAll(async () => {
  const { lines, secret } = await world.ids();
  for (const id of [lines, secret])
    await world.call('super', 'PUT', `/api/publish/${id}/`, { access: 'key', description: '', licence: '', attribution: '', hidden_fields: [], only_approved: false, time_field: null, writes: { add: true, edit: true, delete: false }, services: { features: true, tiles: true, csv: false } }); // biome-ignore format: one call
});
afterEach(resetScreen);
afterAll(closeWorld);

const open = (role: Role, lang: 'fa' | 'en' = 'fa') =>
  renderScreen(<OwnKeysCard />, { role, path: '/app/profile', lang });
const rowOf = async (name: string) => (await screen.findByText(name)).closest('li') as HTMLElement;

it.each(['fa', 'en'] as const)(
  'says in %s what a key is for while there is none, and offers what one sees',
  async (lang) => {
    const { t, user } = await open('viewer', lang);
    await screen.findByText(t('publish.own.emptyTitle'));
    await user.click(screen.getByRole('button', { name: t('publish.own.add') }));
    const form = await screen.findByRole('dialog', { name: t('publish.key.new') });
    expect(within(form).queryByRole('combobox', { name: t('publish.key.regions') })).toBe(null);
    await user.click(within(form).getByRole('combobox', { name: t('publish.key.layers') }));
    await user.click(await screen.findByRole('option', { name: 'راه‌ها' }));
    expect(screen.queryByRole('option', { name: 'محرمانه' })).toBe(null);
    // Who only looks has no right to give away.
    expect(within(form).queryByRole('checkbox', { name: t('publish.layers.write.add') })).toBe(null);
  },
);

it('makes a key with rights that one has, and shows its secret once', async () => {
  const { lines } = await world.ids();
  const { t, user, writes } = await open('editor');
  await user.click(await screen.findByRole('button', { name: t('publish.own.add') }));
  const form = await screen.findByRole('dialog', { name: t('publish.key.new') });
  await user.type(within(form).getByRole('textbox', { name: new RegExp(`^${t('publish.key.label')}`) }), 'رایانه دفتر');
  await user.click(within(form).getByRole('combobox', { name: t('publish.key.layers') }));
  await user.click(await screen.findByRole('option', { name: 'راه‌ها' }));
  await user.click(await within(form).findByRole('checkbox', { name: t('publish.layers.write.add') }));
  const remove = within(form).getByRole<HTMLInputElement>('checkbox', { name: t('publish.layers.write.delete') });
  expect(remove.disabled).toBe(true);
  await user.click(within(form).getByRole('button', { name: t('publish.key.create') }));
  const secret = (await screen.findByText(SECRET)).textContent ?? '';
  expect(writes().at(-1)).toMatchObject({ path: 'own_key/', body: { label: 'رایانه دفتر', days: 90, layers: [{ layer: lines, ...NO_WRITES, add: true }], addresses: [], in_address: false } }); // biome-ignore format: one line
  expect(Object.keys(writes().at(-1)?.body)).not.toContain('regions');
  await user.click(screen.getByRole('button', { name: t('publish.secret.done') }));
  const row = await rowOf('رایانه دفتر');
  expect(within(row).getByText(t('publish.keys.states.works'))).toBeTruthy();
  expect(within(row).getByText(t('publish.layers.write.add'))).toBeTruthy();
  await waitFor(() => expect(document.documentElement.outerHTML).not.toContain(secret));
});

it('gives addresses, a new name and a new secret, and takes the key away after a question', async () => {
  const { t, user, writes } = await open('editor');
  const row = await rowOf('رایانه دفتر');
  const act = async (name: string) => {
    await user.click(within(row).getByRole('button', { name: new RegExp(t('common.list.acts', { name: '' }).trim()) }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await act(t('publish.layers.addresses'));
  const addresses = await screen.findByRole('dialog', { name: /رایانه دفتر/ });
  expect(await within(addresses).findByText(`${location.origin}/ogc`)).toBeTruthy();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));

  await act(t('publish.keys.edit'));
  const form = await screen.findByRole('dialog', { name: t('publish.key.edit') });
  const label = within(form).getByRole('textbox', { name: new RegExp(`^${t('publish.key.label')}`) });
  await user.clear(label);
  await user.type(label, 'لپ‌تاپ');
  await user.click(within(form).getByRole('button', { name: t('common.save') }));
  await rowOf('لپ‌تاپ');
  expect(writes().at(-1)?.body).toEqual({ label: 'لپ‌تاپ' });

  await act(t('publish.keys.rotate'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('publish.keys.rotate') }));
  await screen.findByText(SECRET);
  await user.click(screen.getByRole('button', { name: t('publish.secret.done') }));
  await within(row).findByText(/رمز قبلی تا .* هم کار می‌کند/);
  await act(t('publish.keys.revoke'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('publish.keys.revoke') }));
  await screen.findByText(t('publish.keys.states.revoked'));
  expect(within(row).queryByRole('button')).toBe(null);
});

it('says why a key is refused, at its field, in English too', async () => {
  const { lines } = await world.ids();
  const { t, user } = await open('editor', 'en');
  await user.click(await screen.findByRole('button', { name: t('publish.own.add') }));
  const form = await screen.findByRole('dialog', { name: t('publish.key.new') });
  await user.type(within(form).getByRole('textbox', { name: new RegExp(`^${t('publish.key.label')}`) }), 'x');
  await user.click(within(form).getByRole('combobox', { name: t('publish.key.layers') }));
  await user.click(await screen.findByRole('option', { name: 'راه‌ها' }));
  await world.call('super', 'DELETE', `/api/publish/${lines}/`);
  await user.click(within(form).getByRole('button', { name: t('publish.key.create') }));
  await within(form).findByText(/not published for other programs, or you do not see it/);
  expect(screen.queryByText(SECRET)).toBe(null);
});

/** The card on a server that answers the list so. */
const openAnswered = (status: number) =>
  renderScreen(
    () => {
      const ask = globalThis.fetch;
      globalThis.fetch = (input, init) => {
        if (!String(input).includes('own_key/')) return ask(input, init);
        globalThis.fetch = ask;
        return Promise.resolve(Response.json({ detail: '', code: status }, { status }));
      };
      return <OwnKeysCard />;
    },
    { role: 'viewer', path: '/app/profile' },
  );

it('says that it failed, and tries again', async () => {
  const { t, user } = await openAnswered(500);
  await user.click(await screen.findByRole('button', { name: t('common.retry') }));
  await screen.findByText(t('publish.own.emptyTitle'));
});

it('is not there where another upstream lacks these calls', async () => {
  const { t } = await openAnswered(404);
  await waitFor(() => expect(screen.queryByRole('region', { name: t('publish.own.title') })).toBe(null));
  expect(screen.queryByText(t('publish.own.title'))).toBe(null);
});
