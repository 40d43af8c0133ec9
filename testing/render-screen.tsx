// A screen as somebody sees it: in the app's own providers, with their session, on a backend of its own for each test file.
import { readFile } from 'node:fs/promises';
import { modals } from '@mantine/modals';
import { notifications } from '@mantine/notifications';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createTranslator } from 'next-intl';
import type { ReactNode } from 'react';
import { inject } from 'vitest';
import { AppProviders } from '../app/app/app-providers';
import { Providers } from '../app/providers';
import type { Field, Values } from '../contract/schemas/form';
import { SessionFrame } from '../features/session/slots/session-frame';
import { directionFor, type Lang } from '../lib/i18n/lang';
import { messagesOf } from '../lib/i18n/messages';
import type { Who } from '../lib/routes/rules';
import { clearUnloadGuard } from '../lib/state/unload-guard';
import type { ScreenSession, WorldActs } from './screen-worlds';
import { multipartOf } from './screens/multipart';

/** People of the test world (testing/world); `nobody` is not signed in. */
export type Role = 'super' | 'editor' | 'viewer' | 'regional' | 'nobody';

export interface ScreenOptions {
  role: Role;
  /** The address of the screen. */
  path?: string;
  lang?: Lang;
}

/** A call that the screen has made. */
export interface ScreenCall {
  method: string;
  /** Without `/api/`, with its query. */
  path: string;
  /** What a JSON body holds, or the parts of a form; a part that comes more than once is a list. */
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every kind
  body: any;
  status: number;
  /** Whether it says that nobody has asked for it. */
  isBackground: boolean;
}

const nativeFetch = globalThis.fetch;

// A menu takes the focus itself; the library warns that none of its items does, and writes the whole tree out.
const { warn } = console;
console.warn = (...parts: unknown[]) => {
  if (!String(parts[0]).startsWith('[@mantine/hooks/use-focus-trap]')) warn(...parts);
};

async function ask<K extends keyof WorldActs>(act: K, question: object): Promise<ReturnType<WorldActs[K]>> {
  const response = await nativeFetch(`${inject('worlds')}/${act}`, { method: 'POST', body: JSON.stringify(question) });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as ReturnType<WorldActs[K]>;
}

let opened: Promise<ReturnType<WorldActs['open']>> | undefined;
const sessions = new Map<Role, Promise<ScreenSession>>();

/** The world of this test file. */
export const world = {
  ids: async () => (await open()).ids,
  /** Calls the backend as somebody, past the screen. */
  call: async (as: string, method: string, path: string, body?: unknown) =>
    ask('call', { world: (await open()).world, as, method, path, body }),
  /** The same with a multipart form; a file is `{ name, base64 }`. */
  form: async (as: string, path: string, fields: Record<string, unknown>) =>
    ask('form', { world: (await open()).world, as, path, fields }),
  /** Gives an account a telephone number that is proved. */
  prove: async (username: string, phone: string, twoFactor = false) =>
    ask('prove', { world: (await open()).world, username, phone, twoFactor }),
  /** The one-time codes that went to a number, the oldest first. */
  codes: async (phone: string) => ask('codes', { world: (await open()).world, phone }),
  /** A table with so many records, all with the same values. */
  layer: async (form: Field[], count: number, value: Values) =>
    ask('layer', { world: (await open()).world, form, count, value }),
};

function open() {
  opened ??= ask('open', {});
  return opened;
}
function sessionOf(role: Role): Promise<ScreenSession> {
  const session = sessions.get(role) ?? open().then((at) => ask('signIn', { world: at.world, as: role }));
  sessions.set(role, session);
  return session;
}

/** Takes away what a test left on the page. */
export function resetScreen(): void {
  modals.closeAll();
  notifications.clean();
  clearUnloadGuard();
  globalThis.fetch = nativeFetch;
}

/** Ends the world of a test file: the next one has its own. */
export async function closeWorld(): Promise<void> {
  const last = opened;
  opened = undefined;
  sessions.clear();
  if (last) await ask('close', { world: (await last).world });
}

const partsOf = (form: FormData) =>
  Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const all = form.getAll(name);
      return [name, all.length > 1 ? all : all[0]];
    }),
  );

/** A file that the web server gives out as it is. */
async function readPublicFile(path: string): Promise<Response> {
  const bytes = await readFile(`public${path}`).catch(() => null);
  return new Response(bytes, { status: bytes ? 200 : 404 });
}

/** Answers the page's calls from the backend, with the cookies of one browser. */
function connectFetch(origin: string, cookies: Map<string, string>, calls: ScreenCall[]): void {
  globalThis.fetch = async (input, init = {}) => {
    const address = new URL(String(input), location.href);
    if (address.origin !== location.origin) throw new TypeError(`a screen wants ${address.origin}`);
    if (!address.pathname.startsWith('/api/')) return readPublicFile(address.pathname);
    const { credentials: _, cache: __, ...rest } = init;
    const form = init.body instanceof FormData ? await multipartOf(init.body) : null;
    const request = new Request(`${origin}${address.pathname}${address.search}`, { ...rest, ...(form && { body: form.body }) }); // biome-ignore format: one request
    if (form) request.headers.set('content-type', form.type);
    request.headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    request.headers.set('origin', origin);
    request.headers.set('sec-fetch-site', 'same-origin');
    const entry: ScreenCall = {
      method: request.method,
      path: `${address.pathname}${address.search}`.replace('/api/', ''),
      body: init.body instanceof FormData ? partsOf(init.body) : init.body && JSON.parse(String(init.body)),
      status: 0,
      isBackground: request.headers.get('x-background') === '1',
    };
    calls.push(entry);
    const response = await nativeFetch(request);
    entry.status = response.status;
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/; Max-Age=0(;|$)/.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
}

/** Draws a screen as `role` sees it. What the page gives a screen of the person's rights, the function form gets. */
export async function renderScreen(
  element: ReactNode | ((who: Who | null) => ReactNode),
  { role, path = '/', lang = 'fa' }: ScreenOptions,
) {
  const { origin } = await open();
  const session = role === 'nobody' ? null : await sessionOf(role);
  const calls: ScreenCall[] = [];
  connectFetch(origin, new Map(session?.cookies), calls);
  history.replaceState(null, '', path);
  const messages = messagesOf(lang);
  const direction = directionFor(lang, undefined);
  document.documentElement.lang = lang;
  document.documentElement.dir = direction;
  const content = typeof element === 'function' ? element(session?.who ?? null) : element;
  const rendered = render(
    <Providers
      lang={lang}
      direction={direction}
      messages={messages}
      closeLabel={messages.common.close}
      deployment={{ build: '', serviceWorker: false, shortNumber: '', gateway: '' }}
    >
      {session ? (
        <AppProviders lang={lang} messages={messages}>
          <SessionFrame initial={session}>{content}</SessionFrame>
        </AppProviders>
      ) : (
        content
      )}
    </Providers>,
  );
  // A file that is dropped has passed no filter of a browser.
  const user = userEvent.setup({ delay: null, applyAccept: false });
  const t = createTranslator({ locale: lang, messages });
  const openActs = (name: string) => user.click(screen.getByRole('button', { name: t('common.list.acts', { name }) }));
  return {
    ...rendered,
    user,
    /** What stands on the screen under a key of the messages. */
    t,
    /** The names of a list's rows, from the top. */
    rowNames: () =>
      screen.getAllByRole('rowheader').map((cell) => (cell.querySelector('[data-title]') ?? cell).textContent),
    /** Opens the menu of the row of that name. */
    openActs,
    /** Presses an act of the row of that name. */
    async pressAct(name: string, act: string) {
      await openActs(name);
      await user.click(await screen.findByRole('menuitem', { name: act }));
    },
    calls,
    /** The address that the page shows. */
    address: () => location.pathname + decodeURIComponent(location.search),
    /** The calls that changed something. */
    writes: () => calls.filter(({ method }) => method !== 'GET'),
  };
}
