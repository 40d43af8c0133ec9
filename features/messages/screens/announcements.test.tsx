// Announcements: written, changed and taken away by those who may, seen by everybody, new until they were in view.
import { Blob as NodeBlob } from 'node:buffer';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PNG } from '@/testing/pictures';
import { renderScreen, world } from '@/testing/render-screen';
import { AnnouncementsScreen } from './announcements';

const open = (role: 'super' | 'viewer') => renderScreen(<AnnouncementsScreen />, { role, path: '/app/announcements' });
const announce = async (title: string, more: object = {}) =>
  (await world.call('super', 'POST', '/api/announcement/', { title, text: 'متن', ...more })).body.id;
const readIds = () => JSON.parse(localStorage.getItem('clickedItemIds') ?? '[]');
const titles = () => screen.getAllByRole('article').map((one) => within(one).getByRole('heading').textContent);

afterEach(() => vi.unstubAllGlobals());

it('are published, pinned, changed and deleted', async () => {
  await announce('پیشین');
  const { user, t } = await open('super');
  await user.click(await screen.findByRole('button', { name: t('messages.news.create') }));
  const dialog = await screen.findByRole('dialog', { name: t('messages.news.newTitle') });
  await user.type(within(dialog).getByRole('textbox', { name: t('messages.news.titleField') }), 'تعطیلی');
  await user.type(within(dialog).getByRole('textbox', { name: t('messages.news.text') }), 'پنج‌شنبه');
  await user.click(within(dialog).getByRole('checkbox', { name: t('messages.news.pin') }));
  await user.click(within(dialog).getByRole('button', { name: t('messages.news.publish') }));
  await screen.findByText(t('messages.news.published'));
  const later = await announce('پسین');
  const [pinned] = (await world.call('viewer', 'GET', '/api/announcement/')).body.results;
  expect([pinned.title, pinned.pinned]).toEqual(['تعطیلی', true]);

  const act = async (title: string, label: string) => {
    await user.click(await screen.findByRole('button', { name: t('messages.news.acts', { title }) }));
    await user.click(await screen.findByRole('menuitem', { name: label }));
  };
  await act('تعطیلی', t('messages.news.edit'));
  await user.type(await screen.findByDisplayValue('پنج‌شنبه'), ' و جمعه');
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: t('common.save') }));
  await screen.findByText('پنج‌شنبه و جمعه');
  await screen.findByText(t('messages.news.edited'));
  await waitFor(() => expect(titles()).toEqual(['تعطیلی', 'پسین', 'پیشین']));

  await act('پسین', t('messages.news.remove'));
  const question = await screen.findByRole('dialog', { name: t('messages.news.removeTitle', { title: 'پسین' }) });
  await user.click(within(question).getByRole('button', { name: t('messages.news.remove') }));
  await waitFor(() => expect(titles()).toEqual(['تعطیلی', 'پیشین']));
  expect((await world.call('super', 'GET', `/api/announcement/${later}/`)).status).toBe(404);
});

it('are only read by those who may not write, all at once where they want', async () => {
  const { user, t } = await open('viewer');
  await screen.findByText('پیشین');
  expect(screen.queryByRole('button', { name: t('messages.news.create') })).toBeNull();
  expect(screen.queryByRole('button', { name: t('messages.news.acts', { title: 'پیشین' }) })).toBeNull();
  expect(screen.getAllByText(t('messages.news.isNew'))).toHaveLength(2);
  await user.click(await screen.findByRole('button', { name: t('messages.news.readAll') }));
  await waitFor(() => expect(screen.queryByText(t('messages.news.isNew'))).toBeNull());
  expect(readIds()).toHaveLength(2);
});

it('are new until they were in view for a second', async () => {
  const observers: { see: (isIn: boolean) => void; element: Element }[] = [];
  class Observer {
    constructor(private readonly callback: (entries: { isIntersecting: boolean }[]) => void) {}
    observe(element: Element) {
      observers.push({ element, see: (isIn) => this.callback([{ isIntersecting: isIn }]) });
    }
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', Observer);
  const { t } = await open('viewer');
  await screen.findByText('پیشین');
  const [first, second] = observers;
  first?.see(true);
  second?.see(true);
  // Scrolled past.
  second?.see(false);
  await waitFor(() => expect(readIds()).toHaveLength(1), { timeout: 3_000 });
  expect(within(second?.element as HTMLElement).getByText(t('messages.news.isNew'))).toBeTruthy();
  expect(within(first?.element as HTMLElement).queryByText(t('messages.news.isNew'))).toBeNull();
});

it('leave by themselves after their day, and stand among the past ones for their writers', async () => {
  await announce('دیروز', { until: '2020-01-01' });
  const { user, t } = await open('super');
  await screen.findByText('پیشین');
  expect(screen.queryByText('دیروز')).toBeNull();
  await user.click(await screen.findByText(t('messages.news.over')));
  await screen.findByText('دیروز');
  expect(titles()).toEqual(['دیروز']);
});

it('are for some roles alone where they say so, with a label for their writers', async () => {
  const { user, t } = await open('super');
  await user.click(await screen.findByRole('button', { name: t('messages.news.create') }));
  const dialog = await screen.findByRole('dialog', { name: t('messages.news.newTitle') });
  await user.type(within(dialog).getByRole('textbox', { name: t('messages.news.titleField') }), 'برای ویراستاران');
  await user.type(within(dialog).getByRole('textbox', { name: t('messages.news.text') }), 'متن');
  await user.click(within(dialog).getByRole('radio', { name: t('messages.news.audiences.roles') }));
  await user.click(within(dialog).getByRole('button', { name: t('messages.news.publish') }));
  await within(dialog).findByText(t('messages.news.rolesMissing'));
  await user.click(within(dialog).getByRole('combobox', { name: t('messages.news.roles') }));
  await user.click(await screen.findByRole('option', { name: 'editing' }));
  await user.click(within(dialog).getByRole('button', { name: t('messages.news.publish') }));
  await screen.findByText(t('messages.news.forRoles', { names: 'editing' }));
});

it('are unknown to whoever is of no such role', async () => {
  await open('viewer');
  await screen.findByText('پیشین');
  expect(screen.queryByText('برای ویراستاران')).toBeNull();
});

it('show their picture', async () => {
  // The bytes come from the program's own fetch, which is not that of the imitated browser.
  vi.stubGlobal('Blob', NodeBlob);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
  await announce('با تصویر', { image: `data:image/png;base64,${Buffer.from(PNG).toString('base64')}` });
  const { t } = await open('viewer');
  const picture = await screen.findByRole('img', { name: t('messages.news.pictureOf', { title: 'با تصویر' }) });
  expect(picture.getAttribute('src')).toBe('blob:picture');
});
