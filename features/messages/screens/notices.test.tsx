// Notices to many: counted before they go, taken back, sent, looked back at, reminded of, and read from the bell.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import { NoticeBell } from '../slots/notice-bell';
import { ComposeNotifScreen } from './compose-notif';
import { NotifScreen } from './notif';
import { RecipientScreen } from './recipient';

const ids: Record<string, number> = {};
beforeAll(async () => {
  const { body } = await world.call('super', 'GET', '/api/users/?limit=50');
  for (const one of body.results) ids[one.username] = one.id;
});
const id = (name: string) => ids[name] as number;
const notify = async (subject: string, names: string[]) =>
  (await world.call('super', 'POST', '/api/notiffication/', { subject, text: 'متن', recipient_user: names.map(id) }))
    .body;
const notices = async () => (await world.call('super', 'GET', '/api/notiffication/?kind=sent')).body.results;
const openCompose = (query = '') =>
  renderScreen(<ComposeNotifScreen />, { role: 'super', path: `/app/compose-notif${query}` });

it('asks with the number before it sends, waits, and is taken back', async () => {
  const { user, t, writes } = await openCompose(`?to=${id('viewer')},${id('editor')}`);
  await user.click(screen.getByRole('button', { name: t('messages.notices.send') }));
  screen.getByText(t('messages.notices.subjectMissing'));
  await user.type(screen.getByRole('textbox', { name: t('messages.notices.subject') }), 'جلسه');
  await user.type(screen.getByRole('textbox', { name: t('messages.notices.text') }), 'ساعت ده');
  await screen.findByText(t('messages.notices.sum', { n: '۲', count: 2 }));
  await user.click(screen.getByRole('button', { name: t('messages.notices.send') }));
  const question = await screen.findByRole('dialog', { name: t('messages.notices.sendTitle', { n: '۲', count: 2 }) });
  await user.click(within(question).getByRole('button', { name: t('messages.notices.send') }));
  await user.click(await screen.findByRole('button', { name: t('messages.notices.takeBack') }));
  await screen.findByRole('button', { name: t('messages.notices.send') });
  expect(writes().filter(({ path }) => path === 'notiffication/')).toEqual([]);
  expect(await notices()).toEqual([]);
});

it('keeps what was written, and sends it after the wait', async () => {
  const { user, t, address } = await openCompose();
  const subject = screen.getByRole<HTMLInputElement>('textbox', { name: t('messages.notices.subject') });
  await waitFor(() => expect(subject.value).toBe('جلسه'));
  await user.click(await screen.findByRole('button', { name: t('messages.notices.send') }));
  const question = await screen.findByRole('dialog');
  await user.click(within(question).getByRole('button', { name: t('messages.notices.send') }));
  await screen.findByText(t('messages.notices.sent'));
  const [notice] = await notices();
  expect([notice.subject, notice.recipients]).toEqual(['جلسه', 2]);
  expect(address()).toBe(`/app/recipient/${notice.id}`);
});

it('waits for a time of its own, is changed, and cancelled after a question', async () => {
  const { user, t, address, unmount } = await openCompose(`?to=${id('viewer')}`);
  await user.type(screen.getByRole('textbox', { name: t('messages.notices.subject') }), 'فردا');
  await user.type(screen.getByRole('textbox', { name: t('messages.notices.text') }), 'متن');
  await user.click(screen.getByRole('radio', { name: t('messages.notices.whenAt') }));
  await user.click(screen.getByRole('button', { name: t('messages.notices.schedule') }));
  const question = await screen.findByRole('dialog');
  within(question).getByText(/^اکنون به ۱ نفر می‌رسد/);
  await user.click(within(question).getByRole('button', { name: t('messages.notices.schedule') }));
  await screen.findByText(t('messages.notices.scheduled'));
  expect(address()).toBe('/app/notif');
  const waiting = async () => (await world.call('super', 'GET', '/api/notiffication/scheduled/')).body;
  const [notice] = await waiting();
  // Eight in the morning in Tehran.
  expect([notice.subject, notice.send_at.slice(10)]).toEqual(['فردا', 'T04:30:00.000Z']);
  unmount();
  const edit = await openCompose(`?scheduled=${notice.id}`);
  const subject = await screen.findByRole('textbox', { name: t('messages.notices.subject') });
  await edit.user.type(subject, '!');
  await edit.user.click(screen.getByRole('button', { name: t('messages.notices.scheduleSave') }));
  await edit.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: t('messages.notices.schedule') })); // biome-ignore format: one line
  await screen.findByText(t('messages.notices.scheduleSaved'));
  expect((await waiting())[0]).toMatchObject({ id: notice.id, subject: 'فردا!', send_at: notice.send_at });
  edit.unmount();
  const list = await renderScreen(<NotifScreen />, { role: 'super', path: '/app/notif' });
  await list.user.click(await screen.findByRole('button', { name: t('messages.notices.scheduledActs', { subject: 'فردا!' }) })); // biome-ignore format: one line
  await list.user.click(await screen.findByRole('menuitem', { name: t('messages.notices.cancelSchedule') }));
  const cancel = await screen.findByRole('dialog', { name: t('messages.notices.cancelTitle', { subject: 'فردا!' }) });
  await list.user.click(within(cancel).getByRole('button', { name: t('messages.notices.cancelSchedule') }));
  await waitFor(async () => expect(await waiting()).toEqual([]));
  await waitFor(() => expect(screen.queryByText('فردا!')).toBeNull());
});

it('tells who has not read, and reminds exactly those', async () => {
  const { id: notice } = await notify('یادداشت', ['viewer', 'editor', 'regional']);
  await world.call('viewer', 'POST', `/api/notiffication/${notice}/read/`);
  const view = await renderScreen(<RecipientScreen id={notice} />, { role: 'super', path: `/app/recipient/${notice}` });
  const { user, t, rowNames } = view;
  await waitFor(() => expect(rowNames().sort()).toEqual(['editor', 'regional']));
  const remind = screen.getByRole('link', { name: t('messages.notices.remind') });
  expect(remind.getAttribute('href')).toBe(`/app/compose-notif?remind=${notice}`);
  await user.click(screen.getByRole('tab', { name: t('messages.notices.tabRead', { n: '۱' }) }));
  await waitFor(() => expect(rowNames()).toEqual(['viewer']));
  // The file has all of them, whatever the list shows.
  const files: Blob[] = [];
  const spy = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  await user.click(screen.getByRole('button', { name: t('messages.notices.csv') }));
  await waitFor(() => expect(files).toHaveLength(1));
  const lines = (await (files[0] as Blob).text())
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(','));
  expect(lines.map(([, username]) => username).sort()).toEqual(['editor', 'regional', 'viewer']);
  const unread = lines.filter((line) => line.at(-1) === t('messages.notices.unread')).map(([, username]) => username);
  expect(unread.sort()).toEqual(['editor', 'regional']);
  spy.mockRestore();
  view.unmount();
  const compose = await openCompose(`?remind=${notice}`);
  await screen.findByText(compose.t('messages.notices.sum', { n: '۲', count: 2 }));
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: compose.t('messages.notices.subject') }).value).toBe(
      compose.t('messages.notices.reminderOf', { subject: 'یادداشت' }),
    ),
  );
});

it('lists what was sent, finds it by words, and takes it away after a question', async () => {
  await notify('برف و باران', ['viewer']);
  const { user, t, rowNames, pressAct } = await renderScreen(<NotifScreen />, { role: 'super', path: '/app/notif' });
  await waitFor(() => expect(rowNames()).toContain('برف و باران'));
  await user.type(screen.getByRole('textbox', { name: t('messages.notices.search') }), 'باران');
  await waitFor(() => expect(rowNames()).toEqual(['برف و باران']));
  await pressAct('برف و باران', t('messages.notices.remove'));
  const question = await screen.findByRole('dialog', { name: t('messages.notices.removeTitle', { subject: 'برف و باران' }) }); // biome-ignore format: one line
  await user.click(within(question).getByRole('button', { name: t('messages.notices.remove') }));
  await screen.findByText(t('messages.notices.removed'));
  expect((await world.call('viewer', 'GET', '/api/notiffication/received/')).body.results.map((n: { subject: string }) => n.subject)).not.toContain('برف و باران'); // biome-ignore format: one line
});

it('shows everybody in the bell what they were told, and reads it when it is opened', async () => {
  await world.call('viewer', 'POST', '/api/notiffication/read_all/');
  await notify('خبر تازه', ['viewer']);
  const { user, t } = await renderScreen(<NoticeBell />, { role: 'viewer' });
  await user.click(screen.getByRole('button', { name: t('messages.bell.title') }));
  await screen.findByRole('button', { name: t('messages.bell.buttonUnread', { n: '۱', count: 1 }) });
  await user.click(await screen.findByRole('button', { name: /خبر تازه/ }));
  await screen.findByText('متن');
  await waitFor(async () =>
    expect((await world.call('viewer', 'GET', '/api/notiffication/unread/')).body).toEqual({ count: 0 }),
  );
  await screen.findByRole('button', { name: t('messages.bell.title') });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('متن')).toBeNull());
});

it('reads the numbers of a dashboard in the bell, leads there, and ends them', async () => {
  const { body: board } = await world.call('super', 'POST', '/api/dashboard/', { label: 'صبحانه' });
  await world.call('super', 'POST', `/api/dashboard/${board.id}/digest/`, { every: 'day' });
  const { user, t } = await renderScreen(<NoticeBell />, { role: 'super' });
  const notice = { id: 1, kind: 'automatic', code: 'board_digest', subject: 'عددهای داشبورد', text: 'همه: ۳', link: `/app/dashboard?board=${board.id}`, sender: null, date: '2026-11-26T04:00:00Z', read_date: '2026-11-26T05:00:00Z' }; // biome-ignore format: one notice
  // Such a notice comes with a morning.
  const { fetch } = globalThis;
  globalThis.fetch = async (to, how) => {
    const isList = String(to instanceof Request ? to.url : to).includes('notiffication/received/');
    return isList
      ? Response.json({ count: 1, next: null, previous: null, results: String(to instanceof Request ? to.url : to).includes('unread=false') ? [notice] : [] }) // biome-ignore format: one answer
      : fetch(to, how);
  };
  await user.click(screen.getByRole('button', { name: t('messages.bell.title') }));
  await user.click(await screen.findByRole('button', { name: /عددهای داشبورد/ }));
  await screen.findByText('همه: ۳');
  await screen.findByRole('button', { name: t('messages.bell.digest.open') });
  await user.click(screen.getByRole('button', { name: t('messages.bell.digest.stop') }));
  await screen.findByText(t('messages.bell.digest.stopped'));
  expect((await world.call('super', 'GET', `/api/dashboard/${board.id}/`)).body.digest).toBeNull();
});

it('leads to a screen of ours, and to no other place', async () => {
  const { user, t } = await openCompose(`?to=${id('viewer')}`);
  await user.type(screen.getByRole('textbox', { name: t('messages.notices.subject') }), 'لایه‌ها را ببینید');
  await user.type(screen.getByRole('textbox', { name: t('messages.notices.text') }), 'دو لایه تازه');
  const link = screen.getByRole<HTMLInputElement>('textbox', { name: t('messages.notices.link') });
  await user.click(link);
  await user.paste('https://evil.test/app/layers');
  await user.click(screen.getByRole('button', { name: t('messages.notices.send') }));
  screen.getByText(t('messages.notices.linkWrong'));
  await user.clear(link);
  await user.paste(`${location.origin}/app/layers?q=x`);
  expect([link.value, screen.queryByText(t('messages.notices.linkWrong'))]).toEqual(['/app/layers?q=x', null]);
  await user.click(screen.getByRole('button', { name: t('messages.notices.send') }));
  const question = await screen.findByRole('dialog');
  await user.click(within(question).getByRole('button', { name: t('messages.notices.send') }));
  await screen.findByText(t('messages.notices.sent'));
  expect((await notices())[0].link).toBe('/app/layers?q=x');
});

it('is read in the bell before it leads to its screen', async () => {
  const { user, t } = await renderScreen(<NoticeBell />, { role: 'viewer' });
  await user.click(screen.getByRole('button', { name: t('messages.bell.title') }));
  await user.click(await screen.findByRole('button', { name: /لایه‌ها را ببینید/ }));
  await screen.findByText('دو لایه تازه');
  const way = screen.getByRole('link', {
    name: t('messages.notices.openScreen', { screen: t('routes.layers.title') }),
  });
  expect(way.getAttribute('href')).toBe('/app/layers?q=x');
});
