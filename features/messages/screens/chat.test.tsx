// Talks of two people: what is read, what is kept, what fails and arrives once, and what a link shows its reader.
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it, vi } from 'vitest';
import { mapLink } from '@/lib/routes/map-link';
import { keptText } from '@/lib/state/kept-texts';
import { PNG } from '@/testing/pictures';
import { renderScreen, world } from '@/testing/render-screen';
import { useAttachments } from '../logic/attachments';
import { ChatScreen } from './chat';

const ids: Record<string, number> = {};
beforeAll(async () => {
  const { body: role } = await world.call('super', 'POST', '/api/group/', { name: 'chatting', modules: [8] });
  const { body } = await world.call('super', 'GET', '/api/users/?limit=50');
  for (const { id, username, groups } of body.results) {
    ids[username] = id;
    if (username === 'editor') await world.call('super', 'PUT', `/api/users/${id}/`, { groups: [...groups, role.id] });
  }
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
});
const id = (name: string) => ids[name] as number;
const send = (as: string, to: string, text: string) =>
  world.call(as, 'POST', '/api/message/', { receiver: id(to), text });
const threadOf = async (as: string, other: string) =>
  (await world.call(as, 'GET', `/api/message/?chat_with=${id(other)}&mark=false&limit=200`)).body.results;
const openChat = (path = '/app/chat') => renderScreen(<ChatScreen />, { role: 'super', path });

it('opens a thread from the list, shows what was said and marks it as read', async () => {
  await send('editor', 'super', 'سلام');
  await send('editor', 'super', 'the second line');
  const { user, t, address } = await openChat();
  await user.click(await screen.findByRole('button', { name: /editor/ }));
  expect(address()).toBe(`/app/chat?with=${id('editor')}`);
  const log = await screen.findByRole('log', { name: t('messages.chat.with', { name: 'editor' }) });
  expect((await within(log).findByText('سلام')).getAttribute('dir')).toBe('auto');
  within(log).getByText(t('messages.chat.unreadFrom'));
  await waitFor(async () =>
    expect((await world.call('super', 'GET', '/api/message/check/')).body).toEqual({ newMessageCount: 0 }),
  );
});

it('marks nothing while the reader looks elsewhere', async () => {
  vi.mocked(document.hasFocus).mockReturnValue(false);
  await send('editor', 'super', 'نخوانده');
  await openChat(`/app/chat?with=${id('editor')}`);
  await screen.findAllByText('نخوانده');
  expect((await world.call('super', 'GET', '/api/message/check/')).body).toEqual({ newMessageCount: 1 });
  vi.mocked(document.hasFocus).mockReturnValue(true);
});

it('sends with Enter, tells when it was read, and shows what comes by polls', async () => {
  const { user, t } = await openChat(`/app/chat?with=${id('editor')}`);
  const field = await screen.findByRole('textbox', { name: t('messages.chat.write', { name: 'editor' }) });
  await user.type(field, 'یک{Shift>}{Enter}{/Shift}دو{Enter}');
  await waitFor(async () => expect((await threadOf('super', 'editor'))[0].text).toBe('یک\nدو'));
  expect((field as HTMLTextAreaElement).value).toBe('');
  const log = screen.getByRole('log');
  await within(log).findByText('یک');
  expect(within(log).getAllByRole('img', { name: /^فرستاده شد/ }).length).toBeGreaterThan(0);
  await world.call('editor', 'GET', `/api/message/?chat_with=${id('super')}`);
  await send('editor', 'super', 'پاسخ');
  await within(log).findByText('پاسخ', {}, { timeout: 6_000 });
  await waitFor(() => expect(within(log).queryAllByRole('img', { name: /^فرستاده شد/ })).toEqual([]));
});

it('keeps what is not sent for its thread', async () => {
  const first = await openChat(`/app/chat?with=${id('editor')}`);
  const name = first.t('messages.chat.write', { name: 'editor' });
  await first.user.type(await screen.findByRole('textbox', { name }), 'نیمه‌کاره');
  await new Promise((resolve) => setTimeout(resolve, 500));
  first.unmount();
  const { user } = await openChat(`/app/chat?with=${id('editor')}`);
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name });
  await waitFor(() => expect(field.value).toBe('نیمه‌کاره'));
  await user.clear(field);
});

it('shows what was not sent with a retry, and a message whose answer was lost arrives once', async () => {
  const { user, t } = await openChat(`/app/chat?with=${id('editor')}`);
  const field = await screen.findByRole('textbox', { name: t('messages.chat.write', { name: 'editor' }) });
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    // The server gets it; the answer is lost.
    const response = await real(input, init);
    if (init?.method === 'POST' && String(input) === '/api/message/') throw new TypeError('network');
    return response;
  };
  await user.type(field, 'گم‌شده{Enter}');
  await waitFor(async () => expect((await threadOf('super', 'editor'))[0].text).toBe('گم‌شده'));
  await user.type(field, 'پس از آن{Enter}');
  await screen.findAllByRole('button', { name: t('messages.chat.retry') }, { timeout: 3_000 });
  globalThis.fetch = real;
  // A poll may have brought the first one meanwhile, and taken its button away.
  await waitFor(
    async () => {
      const [again] = screen.queryAllByRole('button', { name: t('messages.chat.retry') });
      if (again) await user.click(again);
      expect(again).toBeUndefined();
    },
    { timeout: 5_000 },
  );
  await waitFor(async () =>
    expect((await threadOf('super', 'editor')).slice(0, 2).map((m: { text: string }) => m.text)).toEqual([
      'پس از آن',
      'گم‌شده',
    ]),
  );
  expect((await threadOf('super', 'editor')).filter((m: { text: string }) => m.text === 'گم‌شده')).toHaveLength(1);
});

/** What an upload goes by, over the world's own fetch. */
class Upload {
  /** Files of this name do not get through. */
  static lost = '';
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  status = 0;
  responseText = '';
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  onloadend = () => {};
  #to: [string, string] = ['', ''];
  #headers: Record<string, string> = {};
  open(method: string, url: string) {
    this.#to = [method, url];
  }
  setRequestHeader(name: string, value: string) {
    this.#headers[name] = value;
  }
  getResponseHeader = () => null;
  abort = () => this.onabort();
  async send(body: FormData) {
    const [method, url] = this.#to;
    if ((body.get('path') as File).name === Upload.lost) return this.onerror();
    const response = await fetch(url, { method, body, headers: this.#headers });
    this.status = response.status;
    this.responseText = await response.text();
    this.onload();
    this.onloadend();
  }
}

it('carries files: chosen, pasted and dropped, refused by name, tried again, taken away, and shown to the other one', async () => {
  vi.stubGlobal('XMLHttpRequest', Upload);
  const { user, t, container } = await openChat(`/app/chat?with=${id('editor')}`);
  const field = await screen.findByRole('textbox', { name: t('messages.chat.write', { name: 'editor' }) });
  const input = container.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  const picture = new File([PNG as BlobPart], 'map.png', { type: 'image/png' });
  const large = new File(['x'], 'large.txt');
  Object.defineProperty(large, 'size', { value: 21 * 1024 * 1024 });
  await user.upload(input, [new File(['text'], 'one.txt'), large]);
  await screen.findByText(t('messages.chat.fileRefused.large', { name: 'large.txt', size: '۲۰ مگابایت' }));
  fireEvent.paste(field, { clipboardData: { files: [picture], types: ['Files'] } });
  fireEvent.drop(field, { dataTransfer: { files: [new File(['<p>'], 'page.html')], types: ['Files'] } });
  const chips = within(await screen.findByRole('list', { name: t('messages.chat.attachments') }));
  // The server says of a kind that it does not take; the others and the words stay.
  await user.type(field, 'با دو فایل');
  await chips.findByRole('alert');
  // Nothing but the file itself could change that.
  expect(chips.queryByRole('button', { name: t('messages.chat.fileRetry', { name: 'page.html' }) })).toBeNull();
  await user.click(chips.getByRole('button', { name: t('messages.chat.fileRemove', { name: 'page.html' }) }));
  Upload.lost = 'lost.txt';
  await user.upload(input, [new File(['x'], 'lost.txt')]);
  await chips.findByRole('alert');
  Upload.lost = '';
  await user.click(chips.getByRole('button', { name: t('messages.chat.fileRetry', { name: 'lost.txt' }) }));
  await waitFor(() => expect(chips.queryByRole('alert')).toBeNull());
  await user.click(await screen.findByRole('button', { name: t('messages.chat.send') }));
  await waitFor(async () => expect((await threadOf('super', 'editor'))[0].text).toBe('با دو فایل'));
  const [{ files }] = await threadOf('editor', 'super');
  expect(files.map((file: { name: string }) => file.name)).toEqual(['one.txt', 'map.png', 'lost.txt']);
  expect(screen.queryByRole('list', { name: t('messages.chat.attachments') })).toBeNull();
  const log = within(screen.getByRole('log'));
  expect((await log.findByRole('link', { name: /one\.txt/ })).getAttribute('href')).toBe(
    `/api/chat_file/${files[0].id}/`,
  );
  await user.click(await log.findByRole('button', { name: t('messages.chat.openPicture', { name: 'map.png' }) }));
  await screen.findByRole('dialog', { name: 'map.png' });
  vi.unstubAllGlobals();
});

it('sends files without words, and no more than a message takes', async () => {
  vi.stubGlobal('XMLHttpRequest', Upload);
  const { user, t, container } = await openChat(`/app/chat?with=${id('editor')}`);
  await screen.findByRole('textbox', { name: t('messages.chat.write', { name: 'editor' }) });
  const input = container.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  await user.upload(
    input,
    Array.from({ length: 6 }, (_, i) => new File(['x'], `n${i}.txt`)),
  );
  await screen.findByText(t('messages.chat.fileRefused.many', { name: 'n5.txt', n: '۵' }));
  await user.click(await screen.findByRole('button', { name: t('messages.chat.send') }));
  await waitFor(async () => expect((await threadOf('super', 'editor'))[0].files).toHaveLength(5));
  // The list says what it was.
  await screen.findByRole('button', { name: /n0\.txt · n1\.txt/ }, { timeout: 5_000 });
  vi.unstubAllGlobals();
});

it('brings files that were not sent back after a reload, and says which have waited too long', async () => {
  vi.stubGlobal('XMLHttpRequest', Upload);
  const path = `/app/chat?with=${id('editor')}`;
  const reload = async () => {
    cleanup();
    useAttachments.setState({ items: [], refused: [] });
    const opened = await openChat(path);
    return {
      ...opened,
      chips: within(await screen.findByRole('list', { name: opened.t('messages.chat.attachments') })),
    };
  };
  const { user, t, container } = await openChat(path);
  await screen.findByRole('textbox', { name: t('messages.chat.write', { name: 'editor' }) });
  const input = container.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  await user.upload(input, ['old.txt', 'away.txt', 'map.txt'].map((name) => new File(['x'], name))); // biome-ignore format: one line
  await waitFor(() => expect(useAttachments.getState().items.filter(({ arrived }) => arrived)).toHaveLength(3));
  const first = await reload();
  await first.user.click(
    first.chips.getByRole('button', { name: t('messages.chat.fileRemove', { name: 'away.txt' }) }),
  );
  const [old] = useAttachments.getState().items;
  useAttachments.setState(({ items }) => ({
    items: items.map((one) => (one === old ? { ...one, at: Date.now() - 86_400_000 } : one)),
  }));
  // Nothing goes without what its writer believes to be in it.
  const before = (await threadOf('super', 'editor')).length;
  await first.user.click(screen.getByRole('button', { name: t('messages.chat.send') }));
  await screen.findByText(t('messages.chat.fileRefused.gone', { name: 'old.txt' }));
  expect(await threadOf('super', 'editor')).toHaveLength(before);
  const second = await reload();
  expect(screen.queryByText(/old\.txt/)).toBeNull();
  await second.user.click(await screen.findByRole('button', { name: t('messages.chat.send') }));
  await waitFor(async () => expect((await threadOf('super', 'editor'))[0].files.map((one: { name: string }) => one.name)).toEqual(['map.txt'])); // biome-ignore format: one line
  expect(keptText(`chat-files:${id('editor')}`)).toBeNull();
  vi.unstubAllGlobals();
});

it('takes an own message back after a question', async () => {
  await send('super', 'editor', 'اشتباه');
  const { user, t } = await openChat(`/app/chat?with=${id('editor')}`);
  const said = within(await screen.findByRole('log')).findByText('اشتباه');
  const row = (await said).closest('[id^=message-]') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: t('messages.chat.remove') }));
  const question = await screen.findByRole('dialog', { name: t('messages.chat.removeTitle') });
  await user.click(within(question).getByRole('button', { name: t('messages.chat.remove') }));
  await waitFor(() => expect(within(screen.getByRole('log')).queryByText('اشتباه')).toBeNull());
});

it('shows what of ours a link leads to, as its reader may see it', async () => {
  const { layer } = await world.ids();
  const at = (path: string) => `${location.origin}${path}`;
  await send('editor', 'super', `ببین ${at(`/app/layer-data/${layer}`)} و ${at('/app/layer-data/99999')}`);
  const { t } = await openChat(`/app/chat?with=${id('editor')}`);
  const label = (await world.call('super', 'GET', `/api/layer/${layer}/`)).body.label;
  const card = await screen.findByRole('link', { name: new RegExp(`${label}.*${t('messages.chat.cardLayer')}`) });
  expect(card.getAttribute('href')).toBe(`/app/layer-data/${layer}`);
  await screen.findByText(t('messages.chat.cardClosed'));
});

it('shows records, views and places that a link leads to, each as its reader may see it', async () => {
  const { layer, record } = await world.ids();
  const at = (path: string) => `${location.origin}${path}`;
  const view = async (shared: boolean) =>
    (await world.call('editor', 'POST', '/api/layerview/', { layer, name: shared ? 'نمای همه' : 'نمای خودم', query: { and: [] }, shared })).body; // biome-ignore format: one call
  const [open, own] = [await view(true), await view(false)];
  const env = { layers: { order: [layer, 99_999], hidden: [], opacity: {}, off: {} }, view: { center: [51.389, 35.6892], zoom: 9 } }; // biome-ignore format: one map
  await send('editor', 'super', [`/app/layer-data/${layer}?record=${record}`, `/app/layer-data/${layer}?view=${open.id}`].map(at).join(' ')); // biome-ignore format: one message
  await send(
    'editor',
    'super',
    `${at(`/app/layer-data/${layer}?view=${own.id}`)} ${mapLink(location.origin, { env })}`,
  );
  const { t } = await openChat(`/app/chat?with=${id('editor')}`);
  const label = (await world.call('super', 'GET', `/api/layer/${layer}/`)).body.label;
  await screen.findByRole('link', { name: new RegExp(t('messages.chat.cardRecordOf', { layer: label })) });
  const card = await screen.findByRole('link', { name: new RegExp(`نمای همه.*${t('messages.chat.cardViewOf', { layer: label })}`) }); // biome-ignore format: one line
  expect(card.getAttribute('href')).toBe(`/app/layer-data/${layer}?view=${open.id}`);
  await screen.findByRole('link', { name: /۳۵٫?\.?۶۸۹۲.*۲ لایه · به ۱ لایه آن دسترسی ندارید/ });
  expect(screen.queryByText(/نمای خودم/)).toBeNull();
  expect((await screen.findAllByText(t('messages.chat.cardClosed'))).length).toBe(2);
});

it('finds people and words, and leads to the message', async () => {
  await send('editor', 'super', 'نقشه كرمان');
  const { user, t, address } = await openChat();
  await user.type(screen.getByRole('textbox', { name: t('messages.chat.search') }), 'کرمان');
  const matches = await screen.findByRole('region', { name: t('messages.chat.matches') });
  await user.click(within(matches).getByRole('button', { name: /کرمان|كرمان/ }));
  const [newest] = await threadOf('super', 'editor');
  expect(address()).toBe(`/app/chat?with=${id('editor')}&message=${newest.id}`);
  await user.clear(screen.getByRole('textbox', { name: t('messages.chat.search') }));
  await user.type(screen.getByRole('textbox', { name: t('messages.chat.search') }), 'هیچ‌کس');
  await screen.findByText(t('messages.chat.nobody'));
});

it('reads older pages when they are asked for', async () => {
  for (let i = 0; i < 55; i++) await send(i % 2 ? 'super' : 'editor', i % 2 ? 'editor' : 'super', `n${i}`);
  const { user, t } = await openChat(`/app/chat?with=${id('editor')}`);
  const log = await screen.findByRole('log');
  await within(log).findByText('n54');
  expect(within(log).queryByText('n2')).toBeNull();
  await user.click(within(log).getByRole('button', { name: t('messages.chat.older') }));
  await within(log).findByText('n2');
});

it('says why nothing can be written to somebody who lost the chat, and keeps what was said', async () => {
  await world.call('super', 'POST', `/api/users/${id('editor')}/lock/`, {});
  const { t } = await openChat(`/app/chat?with=${id('editor')}`);
  await screen.findByText(t('messages.chat.cannotWrite'));
  await within(screen.getByRole('log')).findByText('n54');
  expect(screen.queryByRole('textbox', { name: t('messages.chat.write', { name: 'editor' }) })).toBeNull();
});

it('mutes a thread, which then counts nothing and stays in the list', async () => {
  const { user, t } = await openChat(`/app/chat?with=${id('editor')}`);
  await user.click(await screen.findByRole('button', { name: t('messages.chat.mute') }));
  await screen.findByRole('button', { name: t('messages.chat.unmute') });
  await screen.findByRole('img', { name: t('messages.chat.muted') });
  vi.mocked(document.hasFocus).mockReturnValue(false);
  await send('editor', 'super', 'بی‌صدا');
  expect((await world.call('super', 'GET', '/api/message/check/')).body).toEqual({ newMessageCount: 0 });
  vi.mocked(document.hasFocus).mockReturnValue(true);
  await user.click(screen.getByRole('button', { name: t('messages.chat.unmute') }));
  await screen.findByRole('button', { name: t('messages.chat.mute') });
  await waitFor(() => expect(screen.queryByRole('img', { name: t('messages.chat.muted') })).toBeNull());
});

it('stands in the room of a project: who said what, what is not read, what is sent, and the end of it', async () => {
  const say = (as: string, room: number, text: string) =>
    world.call(as, 'POST', `/api/room/${room}/message/`, { text });
  const { body } = await world.call('super', 'GET', '/api/group/?limit=50');
  const role = body.results.find((one: { name: string }) => one.name === 'chatting').id;
  await world.call('super', 'PUT', `/api/users/${id('viewer')}/`, { groups: [role] });
  const project = (await world.call('super', 'POST', '/api/project/', { name: 'برداشت قنات', members: [id('viewer')] })).body.id; // biome-ignore format: one call
  expect((await say('viewer', project, 'سلام به همه')).status).toBe(200);
  const { user, t, address } = await openChat();
  await user.click(await screen.findByRole('button', { name: /برداشت قنات.*viewer: سلام به همه/ }));
  expect(address()).toBe(`/app/chat?room=${project}`);
  const name = t('messages.chat.inRoom', { name: 'برداشت قنات' });
  const log = await screen.findByRole('log', { name });
  await within(log).findByText('viewer');
  within(log).getByText(t('messages.chat.unreadFrom'));
  const count = async (as: string) => (await world.call(as, 'GET', '/api/room/check/')).body.newMessageCount;
  await waitFor(async () => expect(await count('super')).toBe(0));
  await user.type(
    screen.getByRole('textbox', { name: t('messages.chat.write', { name: 'برداشت قنات' }) }),
    'درود{Enter}',
  );
  await waitFor(async () => expect(await count('viewer')).toBe(1));
  await say('viewer', project, 'پاسخ');
  await within(log).findByText('پاسخ', {}, { timeout: 6_000 });
  expect(within(log).getAllByText('درود')).toHaveLength(1);
  const row = within(log).getByText('درود').closest('[id^=message-]') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: t('messages.chat.remove') }));
  const question = await screen.findByRole('dialog', { name: t('messages.chat.removeTitle') });
  await user.click(within(question).getByRole('button', { name: t('messages.chat.remove') }));
  await waitFor(() => expect(within(log).queryByText('درود')).toBeNull());
  await user.click(screen.getByRole('button', { name: t('messages.chat.mute') }));
  await screen.findByRole('button', { name: t('messages.chat.unmute') });
});
