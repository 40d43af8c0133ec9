// Roles and people that a journey needs for itself, made by calls alone, and a page of theirs in a browser of their own.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { FormData } from 'undici';
import type { createBrowser } from '../testing/browser';
import { PASSWORD } from '../testing/people';
import { signIn } from './fixtures';
import { jsonOf, newLayer } from './layers';

type Hand = ReturnType<typeof createBrowser>;
type Right = 'view' | 'add' | 'edit' | 'delete' | 'export' | 'approve';

export interface NewPerson {
  modules?: number[];
  perms?: string[];
  /** What they may do in the layer. */
  rights?: Right[];
}

/** Somebody with a role of their own; answers the account's id. */
export async function newPerson(hand: Hand, username: string, layer: number, of: NewPerson): Promise<number> {
  const { modules = [], perms = [], rights = [] } = of;
  const role = await jsonOf<{ id: number }>(
    hand.send('POST', '/api/group/', { name: username, modules, custom_perms: perms }),
  );
  const all: Right[] = ['view', 'add', 'edit', 'delete', 'export', 'approve'];
  const cells = Object.fromEntries(all.map((right) => [right, rights.includes(right)]));
  await jsonOf(
    hand.send('POST', `/api/layerpermission/?layer=${layer}`, { permissions: [{ group: role.id, ...cells }] }),
  );
  const body = new FormData();
  for (const [part, value] of Object.entries({ username, password: PASSWORD, groups: String(role.id) }))
    body.append(part, value);
  return (await jsonOf<{ id: number }>(hand.send('POST', '/api/users/', body))).id;
}

/** A layer of points with a name, whose work is judged before it counts. */
export const newSupervisedLayer = (hand: Hand, label: string): Promise<number> =>
  newLayer(hand, label, [{ name: 'name', label: 'نام', type: 'text' }], { supervised: 'true' });

/** Opens a screen as somebody, in a browser that is nobody else's. */
export async function openAs(browser: Browser, username: string, path: string): Promise<[Page, BrowserContext]> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, username, path);
  return [page, context];
}
