// Publishing as a superuser does it: a layer is published, a key made whose secret is seen once, addresses copied, and the layer taken back.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, expect, it } from 'vitest';
import { closeWorld, renderScreen, resetScreen, world } from '@/testing/render-screen';
import { LayerPublishScreen } from './layer-publish';

afterEach(resetScreen);
afterAll(closeWorld);
const open = (path = '/app/layer-publish', lang: 'fa' | 'en' = 'fa') =>
  renderScreen(<LayerPublishScreen />, { role: 'super', path, lang });

const NO_WRITES = { add: false, edit: false, delete: false };
const publish = async (layer: number, more: object = {}) =>
  world.call('super', 'PUT', `/api/publish/${layer}/`, {
    access: 'key',
    description: '',
    licence: '',
    attribution: '',
    hidden_fields: [],
    only_approved: false,
    time_field: null,
    writes: NO_WRITES,
    services: { features: true, tiles: true, csv: true },
    ...more,
  });

it('publishes a layer with what is hidden and what may be changed, and gives its addresses', async () => {
  const { layer } = await world.ids();
  const { t, user, writes, address } = await open();
  await user.click(await screen.findByRole('button', { name: 'شهرها' }));
  expect(address()).toContain(`open=${layer}`);
  const detail = await screen.findByRole('region', { name: 'شهرها' });
  await user.click(await within(detail).findByRole('checkbox', { name: t('publish.layers.write.add') }));
  await user.type(within(detail).getByRole('textbox', { name: t('publish.form.licence') }), 'CC BY 4.0');
  expect(within(detail).queryByText(t('publish.addresses.title'))).toBe(null);
  await user.click(within(detail).getByRole('button', { name: t('publish.form.publish') }));
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ method: 'PUT', path: `publish/${layer}/`, status: 200 }));
  expect(writes().at(-1)?.body).toMatchObject({ licence: 'CC BY 4.0', writes: { add: true, edit: false } });
  await screen.findByText(t('publish.addresses.title'));
  expect(screen.getByText(`${location.origin}/ogc`)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: t('publish.addresses.doors.address') }));
  expect(screen.getByText(`${location.origin}/ogc/t/<KEY>`)).toBeTruthy();
  const row = screen.getByRole('row', { name: /شهرها/ });
  expect(within(row).getByText(t('publish.layers.states.key'))).toBeTruthy();
});

it('asks before a layer becomes open to everybody, and then lets nothing be changed', async () => {
  const { polygons } = await world.ids();
  const { t, user, writes } = await open(`/app/layer-publish?open=${polygons}`);
  await user.click(await screen.findByRole('checkbox', { name: t('publish.layers.write.edit') }));
  await user.click(screen.getByRole('radio', { name: new RegExp(`^${t('publish.form.open')}`) }));
  const question = await screen.findByRole('dialog');
  await user.click(within(question).getByRole('button', { name: t('common.cancel') }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null));
  expect((screen.getByRole('radio', { name: new RegExp(`^${t('publish.form.byKey')}`) }) as HTMLInputElement).checked).toBe(true); // biome-ignore format: one line
  await user.click(screen.getByRole('radio', { name: new RegExp(`^${t('publish.form.open')}`) }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('publish.form.openConfirm') })); // biome-ignore format: one line
  await waitFor(() => expect((screen.getByRole('checkbox', { name: t('publish.layers.write.edit') }) as HTMLInputElement).disabled).toBe(true)); // biome-ignore format: one line
  await user.click(screen.getByRole('button', { name: t('publish.form.publish') }));
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ body: { access: 'open', writes: NO_WRITES }, status: 200 })); // biome-ignore format: one line
  await user.click(await screen.findByRole('button', { name: t('publish.addresses.makeOpen') }));
  await screen.findByText(/\/ogc\/o\/[a-z]{12}$/);
});

it('makes a key, shows its secret once, and asks before it is lost', async () => {
  const { lines } = await world.ids();
  await publish(lines, { writes: { add: true, edit: true, delete: false } });
  const { t, user, writes } = await open('/app/layer-publish?tab=keys');
  await screen.findByText(t('publish.keys.emptyTitle'));
  await user.click(screen.getByRole('button', { name: t('publish.keys.add') }));
  const form = await screen.findByRole('dialog', { name: t('publish.key.new') });
  await user.type(within(form).getByRole('textbox', { name: new RegExp(`^${t('publish.key.label')}`) }), 'دفتر نقشه');
  await user.click(within(form).getByRole('combobox', { name: t('publish.key.layers') }));
  await user.click(await screen.findByRole('option', { name: 'راه‌ها' }));
  await user.click(await within(form).findByRole('checkbox', { name: t('publish.layers.write.edit') }));
  // QGIS edits nothing where it may not add.
  await within(form).findByText(t('publish.key.addFirst'));
  await user.click(within(form).getByRole('checkbox', { name: t('publish.layers.write.add') }));
  expect(within(form).queryByText(t('publish.key.addFirst'))).toBe(null);
  await user.click(within(form).getByRole('button', { name: t('publish.key.create') }));
  const line = await screen.findByText(/^pht_[a-z]{8}_[\w-]{43}$/);
  const secret = line.textContent ?? '';
  expect(writes().at(-1)?.body).toMatchObject({ label: 'دفتر نقشه', days: 90, layers: [{ layer: lines, add: true, edit: true, delete: false }] }); // biome-ignore format: one line
  await user.keyboard('{Escape}');
  await user.click(within(await screen.findByRole('dialog', { name: t('publish.secret.leaveTitle') })).getByRole('button', { name: t('common.cancel') })); // biome-ignore format: one line
  await waitFor(() => expect(screen.queryByText(t('publish.secret.leaveText'))).toBe(null));
  expect(screen.getByText(secret)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t('publish.secret.done') }));
  await screen.findByRole('row', { name: /دفتر نقشه/ });
  await waitFor(() => expect(document.documentElement.outerHTML).not.toContain(secret));
});

it('tells in words what a program gets of a layer with a key', async () => {
  const { lines } = await world.ids();
  const { t, user } = await open(`/app/layer-publish?open=${lines}`);
  await user.click(await screen.findByRole('button', { name: t('publish.trial.run') }));
  const table = await screen.findByRole('region', { name: t('publish.trial.first') });
  expect(within(table).getAllByRole('row').length).toBeGreaterThan(1);
  expect(screen.getByText(/دفتر نقشه.*راه‌ها.*را می‌گیرد/)).toBeTruthy();
  expect(screen.getByText(/اجازه دارد: .*افزودن.*ویرایش/)).toBeTruthy();
});

it('gives a key a new secret, and revokes it', async () => {
  const { t, user } = await open('/app/layer-publish?tab=keys');
  const row = await screen.findByRole('row', { name: /دفتر نقشه/ });
  const act = async (name: string) => {
    await user.click(within(row).getByRole('button', { name: new RegExp(t('common.list.acts', { name: '' }).trim()) }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await act(t('publish.keys.rotate'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('publish.keys.rotate') }));
  await screen.findByText(/^pht_[a-z]{8}_[\w-]{43}$/);
  await user.click(screen.getByRole('button', { name: t('publish.secret.done') }));
  await act(t('publish.keys.revoke'));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('publish.keys.revoke') }));
  await screen.findByText(t('publish.keys.states.revoked'));
});

it('says what nobody has used yet, in English too', async () => {
  const { t } = await open('/app/layer-publish?tab=use', 'en');
  await screen.findByText(t('publish.use.emptyTitle'));
});

it('shows keys of people with whose they are, to be revoked alone', async () => {
  const { lines } = await world.ids();
  await world.call('editor', 'POST', '/api/own_key/', { label: 'لپ‌تاپ', layers: [{ layer: lines, ...NO_WRITES }], days: 90, addresses: [], in_address: false }); // biome-ignore format: one call
  const { t, user } = await open('/app/layer-publish?tab=keys');
  const row = await screen.findByRole('row', { name: /لپ‌تاپ/ });
  expect(within(row).getByText('editor')).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: new RegExp(t('common.list.acts', { name: '' }).trim()) }));
  expect(await screen.findAllByText(t('publish.keys.whyPersonal'))).toHaveLength(2);
  await user.click(screen.getByRole('menuitem', { name: t('publish.keys.revoke') }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('publish.keys.revoke') }));
  await waitFor(() => expect(within(row).getByText(t('publish.keys.states.revoked'))).toBeTruthy());
});

it('finds keys by the name of their user', async () => {
  const { t, user } = await open('/app/layer-publish?tab=keys');
  await screen.findByRole('row', { name: /دفتر نقشه/ });
  await user.type(screen.getByRole('textbox', { name: t('publish.keys.search') }), 'editor');
  await waitFor(() => expect(screen.queryByRole('row', { name: /دفتر نقشه/ })).toBe(null));
  await screen.findByRole('row', { name: /لپ‌تاپ/ });
});

it.each(['fa', 'en'] as const)('puts a layer back by the toast, with its settings and keys, in %s', async (lang) => {
  const { lines } = await world.ids();
  const published = async () => (await world.call('super', 'GET', `/api/publish/${lines}/`)).body;
  const before = await published();
  expect(before.is_published).toBe(true);
  const { t, user } = await open(`/app/layer-publish?open=${lines}`, lang);
  await user.click(await screen.findByRole('button', { name: t('publish.layers.remove') }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('publish.remove.confirm') })); // biome-ignore format: one line
  const undo = await screen.findByRole('button', { name: t('common.undo') });
  expect((await published()).is_published).toBe(false);
  await user.click(undo);
  await screen.findByText(/راه‌ها.*(بازگردانده شد|is published again)/);
  expect(await published()).toEqual(before);
  // The detail beside the list is as it was, too.
  await screen.findByText(t('publish.addresses.title'));
});

it('says when it is too late to put a layer back', async () => {
  const { lines } = await world.ids();
  const { t, user } = await open(`/app/layer-publish?open=${lines}`);
  await user.click(await screen.findByRole('button', { name: t('publish.layers.remove') }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('publish.remove.confirm') })); // biome-ignore format: one line
  const undo = await screen.findByRole('button', { name: t('common.undo') });
  await publish(lines);
  await user.click(undo);
  await screen.findByText(/در این میان دوباره منتشر شده است/);
});

it('takes a layer back after a question that tells who loses it', async () => {
  const { layer } = await world.ids();
  const { t, user } = await open(`/app/layer-publish?open=${layer}`);
  await user.click(await screen.findByRole('button', { name: t('publish.layers.remove') }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: t('publish.remove.confirm') }));
  await waitFor(() => expect(screen.queryByText(t('publish.addresses.title'))).toBe(null));
  expect((await world.call('super', 'GET', `/api/publish/${layer}/`)).body.is_published).toBe(false);
});
