// Boundaries: found in the tree, given to people, refused with names, and shown as somebody sees them.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import { BoundaryManagementScreen } from './boundary-management';

const box = (west: number, south: number, east: number, north: number) => ({
  type: 'Polygon',
  coordinates: [[[west, south], [east, south], [east, north], [west, north], [west, south]]], // biome-ignore format: a box
});
const add = async (label: string, more: object = {}, geometry = box(50, 30, 51, 31)) =>
  (await world.call('super', 'POST', '/api/region/', { label, geometry, ...more })).body.id as number;
const open = (path = '/app/boundary-management') => renderScreen(<BoundaryManagementScreen />, { role: 'super', path });
type View = Awaited<ReturnType<typeof open>>;
const item = (name: string) => screen.findByRole('treeitem', { name: new RegExp(name) });
const openTab = async ({ user, t }: View, tab: 'facts' | 'people' | 'work' | 'fit') =>
  user.click(await screen.findByRole('tab', { name: t(`regions.sheet.tabs.${tab}`) }));

it('shows the hierarchy, finds in it and opens by keyboard', async () => {
  const top = await add('استان نمونه', { code: '۷۱' });
  await add('شهرستان نمونه', { parent: top });
  const view = await open();
  const { user, t, address } = view;
  expect((await item('شهرستان نمونه')).getAttribute('aria-level')).toBe('2');
  await user.type(screen.getByRole('textbox', { name: t('regions.tree.search') }), 'شهرستان');
  await waitFor(() => expect(screen.getAllByRole('treeitem').length).toBe(2));
  const tree = screen.getByRole('tree');
  tree.focus();
  await user.keyboard('{ArrowDown}{Enter}');
  await screen.findByRole('region', { name: 'شهرستان نمونه' });
  expect(address()).toMatch(/region=\d+/);
});

it('changes the facts and tells a code that another region has at its field', async () => {
  await add('دارنده کد', { code: 'K-1' });
  const id = await add('بی‌کد');
  const view = await open(`/app/boundary-management?region=${id}`);
  const { user, t, writes } = view;
  const code = await screen.findByRole('textbox', { name: t('regions.facts.code') });
  await user.type(code, 'k-1');
  await user.click(screen.getByRole('button', { name: t('regions.facts.save') }));
  await screen.findByText(/دارنده کد.*است|کد از آن مرز «دارنده کد»/);
  await user.clear(code);
  await user.type(code, 'K-2');
  await user.click(screen.getByRole('button', { name: t('regions.facts.save') }));
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ method: 'PUT', body: { code: 'K-2' }, status: 200 }));
});

it('gives a region to a person, and asks before their last one is taken', async () => {
  const id = await add('برای همه');
  const view = await open(`/app/boundary-management?region=${id}`);
  const { user, t, writes } = view;
  await openTab(view, 'people');
  await user.click(await screen.findByLabelText(t('regions.people.add'), { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: /viewer/ }));
  await user.click(screen.getByRole('button', { name: t('regions.people.give') }));
  await screen.findByText(t('regions.people.only'));
  expect(writes().at(-1)).toMatchObject({ path: `region/${id}/people/`, status: 200 });
  await user.click(screen.getByRole('button', { name: t('regions.people.removeOne', { name: 'viewer' }) }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(t('regions.people.lastText'));
  const before = writes().length;
  expect(before).toBe(1);
  await user.click(within(dialog).getByRole('button', { name: t('regions.people.remove') }));
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ body: { everywhere: true }, status: 200 }));
  await screen.findByText(t('regions.people.empty'));
});

it('tells the effect of a removal first, and who keeps it from being done', async () => {
  const id = await add('پابند کسی', {}, box(51, 35, 52, 36));
  const { body: people } = await world.call('super', 'GET', '/api/users/get_all/?search=viewer');
  await world.call('super', 'POST', `/api/region/${id}/people/`, { add: [people[0].id] });
  const view = await open(`/app/boundary-management?region=${id}`);
  const { user, t, writes } = view;
  await user.click(await screen.findByRole('button', { name: t('regions.sheet.remove') }));
  const effect = await screen.findByRole('dialog');
  await within(effect).findByRole('table', { name: t('regions.effect.layers') });
  expect(writes().every(({ path }) => path.endsWith('/effect/') || path === 'region/shape/')).toBe(true);
  await user.click(within(effect).getByRole('button', { name: t('regions.effect.remove') }));
  const list = await screen.findByRole('list', { name: t('regions.blocked.people') });
  expect(within(list).getByRole('link', { name: 'viewer' }).getAttribute('href')).toContain('user-editor');
  await world.call('super', 'POST', `/api/region/${id}/people/`, { remove: [people[0].id], everywhere: true });
});

it('joins a gap to the neighbour as a shape that is not saved yet', async () => {
  const top = await add('کل', {}, box(70, 10, 73, 11));
  const left = await add('کناری', { parent: top }, box(70, 10, 72, 11));
  const view = await open(`/app/boundary-management?region=${left}`);
  const { user, t, writes } = view;
  await openTab(view, 'fit');
  await user.click(await screen.findByRole('button', { name: t('regions.fit.close', { name: 'کناری' }) }));
  await user.click(await screen.findByRole('button', { name: t('regions.tools.save') }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText(t('regions.effect.nothing'));
  await user.click(within(dialog).getByRole('button', { name: t('regions.effect.save') }));
  await waitFor(() =>
    expect(writes().find(({ method }) => method === 'PUT')).toMatchObject({ path: `region/${left}/`, status: 200 }),
  );
  expect((await world.call('super', 'GET', `/api/region/${left}/`)).body.extent).toEqual([70, 10, 73, 11]);
});

it('tries a file, tells each row that is wrong, and makes nothing until all are right', async () => {
  const feature = (properties: object, geometry: object) => ({ type: 'Feature', properties, geometry });
  const file = (...features: object[]) =>
    new File([JSON.stringify({ type: 'FeatureCollection', features })], 'zones.geojson');
  const { user, t, writes } = await open();
  await user.click(await screen.findByRole('button', { name: t('regions.importFile') }));
  const dialog = await screen.findByRole('dialog');
  const input = dialog.querySelector('input[type="file"]') as HTMLInputElement;
  const line = { type: 'Polygon', coordinates: [[[0, 0], [1, 1], [2, 2], [0, 0]]] }; // biome-ignore format: a line
  await user.upload(input, file(feature({ name: 'الف' }, box(1, 1, 2, 2)), feature({ name: 'ب' }, line)));
  const rejects = await within(dialog).findByRole('list', { name: t('regions.import.rejects') });
  expect(within(rejects).getAllByRole('listitem').length).toBe(1);
  const make = await within(dialog).findByRole('button', { name: t('regions.import.create', { n: '۱' }) });
  expect(make.getAttribute('aria-disabled')).toBe('true');
  await user.upload(input, file(feature({ name: 'الف' }, box(1, 1, 2, 2))));
  await waitFor(() => expect(within(dialog).getByRole('button', { name: t('regions.import.create', { n: '۱' }) }).getAttribute('aria-disabled')).toBe(null)); // biome-ignore format: one line
  await user.click(within(dialog).getByRole('button', { name: t('regions.import.create', { n: '۱' }) }));
  await waitFor(() => expect(writes().filter(({ path }) => path.startsWith('regionsupload')).length).toBe(3));
  await item('الف');
});

it('deletes what it may of the chosen ones, and names the rest with the reason', async () => {
  const free = await add('آزاد');
  const inUse = await add('در پروژه');
  await world.call('super', 'POST', '/api/project/', { name: 'طرح', region: inUse });
  const { user, t } = await open();
  for (const name of ['آزاد', 'در پروژه']) {
    const row = await item(name);
    await user.click(row.querySelector('input[type="checkbox"]') as HTMLElement);
  }
  await user.click(await screen.findByRole('button', { name: t('regions.bulk.delete') }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: t('regions.bulk.delete') }));
  await screen.findByText(t('common.list.resultTitle'));
  expect((await world.call('super', 'GET', `/api/region/${free}/`)).status).toBe(404);
  expect((await world.call('super', 'GET', `/api/region/${inUse}/`)).status).toBe(200);
});

it('asks for a merge in one act, and tells which project stands against it', async () => {
  const [stays, goes] = [await add('می‌ماند', {}, box(60, 30, 61, 31)), await add('می‌پیوندد', {}, box(61, 30, 62, 31))];
  const { body: people } = await world.call('super', 'GET', '/api/users/get_all/?search=viewer');
  await world.call('super', 'POST', `/api/region/${stays}/people/`, { add: [people[0].id] });
  const project = (await world.call('super', 'POST', '/api/project/', { name: 'طرح باز', region: goes })).body.id;
  const { user, t, writes } = await open();
  for (const name of ['می‌ماند', 'می‌پیوندد'])
    await user.click((await item(name)).querySelector('input[type="checkbox"]') as HTMLElement);
  await user.click(await screen.findByRole('button', { name: t('regions.bulk.union') }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('radio', { name: t('regions.union.into') }));
  // The one that people are bound to is the first guess.
  await user.click(within(dialog).getByRole('button', { name: t('regions.union.join') }));
  const save = async () => {
    await user.click(await screen.findByRole('button', { name: t('regions.tools.save') }));
    const effect = await screen.findByRole('dialog', { name: t('regions.effect.title', { name: 'می‌ماند' }) });
    await within(effect).findByText(/می‌پیوندد حذف می‌شود/);
    const button = within(effect).getByRole('button', { name: t('regions.effect.save') });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe(null));
    await user.click(button);
  };
  await save();
  const refusal = await screen.findByRole('dialog', { name: t('regions.blocked.mergeTitle', { name: 'می‌ماند' }) });
  expect(within(refusal).getByRole('link', { name: 'طرح باز' }).getAttribute('href')).toContain(`/${project}`);
  expect(writes().at(-1)).toMatchObject({
    path: `region/${stays}/reshape/`,
    body: { absorb: [goes], parts: [] },
    status: 403,
  });
  expect((await world.call('super', 'GET', `/api/region/${goes}/`)).status).toBe(200);
});

it('lists the pairs that share ground, and opens one where it is mended', async () => {
  await add('کوچک‌تر', {}, box(70, 20, 71, 21));
  await add('بزرگ‌تر', {}, box(70.5, 20, 72, 21));
  const { user, t } = await open();
  await user.click(await screen.findByRole('combobox', { name: t('regions.tree.filter') }));
  await user.click(await screen.findByRole('option', { name: t('regions.tree.filters.pairs') }));
  const list = await screen.findByRole('list', { name: t('regions.tree.filters.pairs') });
  await user.click(await within(list).findByRole('button', { name: /کوچک‌تر.*بزرگ‌تر/ }));
  const sheet = await screen.findByRole('region', { name: 'کوچک‌تر' });
  expect((await within(sheet).findByRole('tab', { name: t('regions.sheet.tabs.fit') })).getAttribute('aria-selected')).toBe('true'); // biome-ignore format: one line
  await within(sheet).findByText(/بزرگ‌تر/);
});
