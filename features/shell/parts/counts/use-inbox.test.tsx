// The numbers of waiting work in the side menu: said in words, on a closed group as a sum, asked for by nobody else.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { Who } from '@/lib/routes/rules';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { SideMenu } from '../side-menu';
import { useInbox } from './use-inbox';

function Menu({ who, collapsed }: { who: Who; collapsed: boolean }) {
  return <SideMenu who={who} collapsed={collapsed} counts={useInbox(who, 0)} unread={false} onExpand={() => {}} foot={null} />; // biome-ignore format: one line
}
const open = (role: Role, collapsed = false) =>
  renderScreen((who) => who && <Menu who={who} collapsed={collapsed} />, { role, path: '/app/layers' });

beforeAll(async () => {
  const form = JSON.stringify([{ name: 'name', label: 'نام', type: 'text' }]);
  const { body } = await world.form('super', '/api/layer/', { label: 'بازدید', type: 0, form, supervised: 'true' });
  const roles = (await world.call('super', 'GET', '/api/group/?limit=100')).body.results;
  const group = roles.find(({ name }: { name: string }) => name === 'editing').id;
  const rights = { view: true, add: true, edit: true, delete: true, export: true, approve: false };
  await world.call('super', 'POST', `/api/layerpermission/?layer=${body.id}`, { permissions: [{ group, ...rights }] });
  for (const name of ['یک', 'دو'])
    await world.call('editor', 'POST', '/api/layerdata/', { layer: body.id, value: { name }, geometry: null });
  await world.call('super', 'POST', '/api/layerdata/', { layer: body.id, value: { name: 'سه' }, geometry: null });
});

it('stands on a closed group, and on its entry where the group is open', async () => {
  const { user, t } = await open('super');
  const closed = t('shell.waits', { title: t('shell.groups.supervision'), count: '۲', number: 2 });
  const button = await screen.findByRole('button', { name: closed });
  expect(within(button).getByText('۲')).toBeTruthy();
  await user.click(button);
  const name = t('shell.waits', { title: t('routes.supervisionLayers.title'), count: '۲', number: 2 });
  await screen.findByRole('link', { name });
  expect(screen.getByRole('button', { name: t('shell.groups.supervision') }).textContent).not.toContain('۲');
});

it('is a dot with the same words in a menu of icons', async () => {
  const { t } = await open('super', true);
  const name = t('shell.waits', { title: t('shell.groups.supervision'), count: '۲', number: 2 });
  const button = await screen.findByRole('button', { name });
  expect(button.querySelector('[data-dot]')).not.toBeNull();
  expect(button.textContent).not.toContain('۲');
});

it('is asked for by nobody who may not judge', async () => {
  const judge = await open('super');
  await waitFor(() => expect(judge.calls.some(({ path }) => path === 'inbox/')).toBe(true));
  judge.unmount();
  const other = await open('editor');
  await screen.findByRole('link', { name: other.t('routes.layers.title') });
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(other.calls.filter(({ path }) => path === 'inbox/')).toEqual([]);
});
