// The journals as somebody reads them: words of acts, one line in full, what else the same person did, older lines, and equal errors.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, expect, it } from 'vitest';
import { api } from '@/contract/index';
import { call } from '@/lib/api/client';
import { closeWorld, renderScreen, resetScreen, world } from '@/testing/render-screen';
import { AppLogScreen } from './app-log';
import { SystemLogScreen } from './system-log';

afterEach(resetScreen);
afterAll(closeWorld);
/** The records' room lends them; app/app/system-log tries both together. */
const NoSteps = () => null;
const openLog = (path = '/app/system-log') =>
  renderScreen(<SystemLogScreen Steps={NoSteps} />, { role: 'super', path });

it('say in words what was done, where, and by whom, and lead to it', async () => {
  const { layer } = await world.ids();
  await world.call('super', 'PATCH', `/api/layer/${layer}/`, { label: 'شهرهای ایران' });
  await world.call('viewer', 'POST', '/api/region/', { label: 'x' });
  const { user, t } = await openLog();
  const row = await screen.findByRole('row', { name: new RegExp(t('journals.acts.layers.edit')) });
  expect(within(row).getByText(/شهرهای ایران/)).toBeTruthy();
  const refused = screen.getByRole('row', { name: new RegExp(t('journals.acts.regions.create')) });
  expect(within(refused).getByText(t('journals.system.results.refused'))).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: t('journals.acts.layers.edit') }));
  const link = await screen.findByRole('link', { name: t('journals.system.details.open') });
  expect(link.getAttribute('href')).toBe(`/app/layer-data/${layer}`);
});

it('narrow to one person, and go on below the last line', async () => {
  for (let i = 0; i < 30; i++)
    await world.call('viewer', 'POST', '/api/user_items/', { type: 'x', label: String(i), data: {} });
  await world.call('super', 'POST', '/api/user_items/', { type: 'x', label: 'y', data: {} });
  const { user, t, calls } = await openLog();
  const name = t('journals.acts.settings.addItem');
  const theirs = async () => (await screen.findAllByRole('row')).filter((row) => within(row).queryByText('viewer'));
  await screen.findAllByRole('button', { name });
  await user.click(within((await theirs())[0] as HTMLElement).getByRole('button', { name }));
  await user.click(await screen.findByRole('button', { name: t('journals.system.details.same.user') }));
  await waitFor(() => expect(screen.queryAllByRole('row').filter((row) => within(row).queryByText('super'))).toEqual([])); // biome-ignore format: one line
  const before = (await theirs()).length;
  await user.click(await screen.findByRole('button', { name: t('journals.system.more') }));
  await waitFor(async () => expect((await theirs()).length).toBeGreaterThan(before));
  expect(calls.some(({ path }) => path.startsWith('systemlog/') && path.includes('before='))).toBe(true);
  await waitFor(() => expect(screen.queryByRole('button', { name: t('journals.system.more') })).toBeNull());
});

it('say that nothing was done within filters that find nothing', async () => {
  const { t } = await openLog('/app/system-log?q=10.0.0.');
  // The file is that of the filters, not of the page.
  const link = await screen.findByRole('link', { name: t('journals.system.file') });
  expect(link.getAttribute('href')).toBe('/api/systemlog/file/?ip=10.0.0.');
  expect(await screen.findByText(t('common.list.nothingTitle'))).toBeTruthy();
});

it('fold equal errors, and lead from one to its request', async () => {
  for (const message of ['TypeError: tiles', 'TypeError: tiles'])
    await world.call('viewer', 'POST', '/api/applog/', { message, place: '/app/home' });
  const { user, t } = await renderScreen(<AppLogScreen />, { role: 'super', path: '/app/app-log' });
  const row = await screen.findByRole('row', { name: /TypeError: tiles/ });
  expect(within(row).getByText('۲')).toBeTruthy();
  await user.click(within(row).getByRole('button', { name: 'TypeError: tiles' }));
  expect(await screen.findByText('/app/home', { selector: 'dd *' })).toBeTruthy();
  expect(screen.getByText(t('journals.app.columns.user'))).toBeTruthy();
});

it('list the versions of the program, and take none that is not above the last one', async () => {
  const program = new File([new Uint8Array([0x50, 0x4b, 3, 4])], 'app.apk');
  const openVersions = () => renderScreen(<AppLogScreen />, { role: 'super', path: '/app/app-log?tab=versions' });
  const first = await openVersions();
  expect(await screen.findByText(first.t('journals.app.versions.emptyTitle'))).toBeTruthy();
  for (const version of ['1.9', '1.10']) await call(api.updates.publish, { body: { version, path: program } } as never);
  first.unmount();
  const { user, t, writes } = await openVersions();
  const rows = (await screen.findAllByRole('row')).slice(1);
  expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual(['۱.۱۰', '۱.۹']);
  const versions = 'journals.app.versions';
  expect(within(rows[0] as HTMLElement).getByText(t(`${versions}.newest`))).toBeTruthy();
  await user.click(screen.getByRole('button', { name: t(`${versions}.publish`) }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox'), '۱.۹');
  expect(within(dialog).getByText(t(`${versions}.versionOld`, { last: '۱.۱۰' }))).toBeTruthy();
  const send = within(dialog).getByRole('button', { name: t(`${versions}.send`) });
  expect(send.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(
    within(rows[1] as HTMLElement).getByRole('button', { name: t('common.list.acts', { name: '۱.۹' }) }),
  );
  await user.click(await screen.findByRole('menuitem', { name: t(`${versions}.remove`) }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t(`${versions}.remove`) }));
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  expect(writes().at(-1)).toMatchObject({ method: 'DELETE', status: 200 });
});

it('tell how long lines stay, and let a superuser shorten it after a question', async () => {
  const { user, t, writes } = await openLog();
  const words = (key: 'label' | 'days' | 'text' | 'confirm', values = {}) =>
    t(`journals.system.retention.${key}`, values);
  await user.click(await screen.findByRole('combobox', { name: words('label') }));
  await user.click(await screen.findByRole('option', { name: words('days', { n: '۳۶۵' }) }));
  const question = await screen.findByRole('dialog');
  expect(within(question).getByText(words('text', { n: '۳۶۵' }))).toBeTruthy();
  await user.click(within(question).getByRole('button', { name: words('confirm') }));
  await waitFor(() => expect(writes()).toMatchObject([{ path: 'systemlog/retention/', body: { days: 365 }, status: 200 }])); // biome-ignore format: one line
});
