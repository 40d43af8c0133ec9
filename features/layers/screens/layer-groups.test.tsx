// Groups as they are used: made, filled, put in order, changed and taken back, deleted; as cards, and each as a page of its own.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { GroupLayerScreen } from './group-layer';
import { LayerGroupsScreen } from './layer-groups';
import { LayerGroupsCardsScreen } from './layer-groups-cards';

const PATH = '/app/layer-groups';
const openGroups = (role: Role = 'editor', path = PATH) =>
  renderScreen((who) => <LayerGroupsScreen who={who} />, { role, path });
const groupOf = async (id: number) => (await world.call('super', 'GET', `/api/layergroup/${id}/`)).body;
const put = async (id: number, body: object) => world.call('super', 'PUT', `/api/layergroup/${id}/`, body);

beforeAll(async () => {
  const { secret, spareGroup } = await world.ids();
  await put(spareGroup, { label: 'گروه یدکی', layer: [secret] });
});

describe('the list of groups', () => {
  it('makes a group with the layers that are picked, and opens it', async () => {
    const { user, t, rowNames, writes, address } = await openGroups();
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: t('layerGroups.create') }));
    const panel = await screen.findByRole('region', { name: t('layerGroups.create') });
    await user.type(within(panel).getByRole('textbox', { name: new RegExp(t('layerGroups.form.label')) }), 'آب و خاک');
    await user.click(within(panel).getByRole('combobox', { name: t('layerGroups.form.addLayers') }));
    const option = await screen.findByRole('option', { name: /راه‌ها/ });
    expect(option.textContent).toContain(t('layerGroups.form.inGroups', { groups: 'گروه' }));
    await user.click(option);
    await user.click(within(panel).getByRole('button', { name: t('layerGroups.form.create') }));
    await screen.findByText(t('layerGroups.form.saved', { label: 'آب و خاک' }));
    const { lines } = await world.ids();
    expect(writes().map(({ method, path, body }) => [method, path, body.label, body.layer])).toEqual([
      ['POST', 'layergroup/', 'آب و خاک', [lines]],
    ]);
    await waitFor(() => expect(rowNames()).toContain('آب و خاک'));
    expect(address()).toMatch(/open=\d+$/);
  });

  it('moves a layer by keys, saves the whole order with what it was read with, and takes it back', async () => {
    const { group, layer, lines, polygons } = await world.ids();
    const { user, t, writes } = await openGroups('editor', `${PATH}?open=${group}`);
    const list = await screen.findByRole('list', { name: t('layerGroups.form.order') });
    await waitFor(() => expect(within(list).getAllByRole('listitem')[0]?.textContent).toContain('شهرها'));
    within(list)
      .getByRole('button', { name: t('common.sort.move', { name: 'شهرها' }) })
      .focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await user.click(screen.getByRole('button', { name: t('layerGroups.form.save') }));
    await screen.findByText(t('layerGroups.form.saved', { label: 'گروه' }));
    expect(writes()[0]).toMatchObject({ path: `layergroup/${group}/`, body: { label: 'گروه', layer: [lines, layer, polygons] } }); // biome-ignore format: one call
    expect((await groupOf(group)).layer).toEqual([lines, layer, polygons]);
    await user.click(screen.getByRole('button', { name: t('layerGroups.form.undo') }));
    await screen.findByText(t('layerGroups.form.reverted', { label: 'گروه' }));
    expect((await groupOf(group)).layer).toEqual([layer, lines, polygons]);
  });

  it('says how many layers a manager does not see', async () => {
    const { spareGroup } = await world.ids();
    const { t } = await openGroups('editor', `${PATH}?open=${spareGroup}`);
    await screen.findByText(t('layerGroups.form.hidden', { n: '۱', count: 1 }));
    expect(document.body.textContent).not.toContain('محرمانه');
  });

  it('puts groups in order, and the list follows', async () => {
    const { user, t, rowNames, writes } = await openGroups();
    await screen.findByRole('table');
    const [first, second] = rowNames();
    await user.click(screen.getByRole('button', { name: t('layerGroups.order.open') }));
    const dialog = await screen.findByRole('dialog', { name: t('layerGroups.order.title') });
    (await within(dialog).findByRole('button', { name: t('common.sort.move', { name: first as string }) })).focus();
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await waitFor(() => expect(rowNames().slice(0, 2)).toEqual([second, first]));
    expect(writes().map(({ path }) => path.replace(/\d+/, 'id'))).toEqual(['layergroup/id/move/']);
  });

  it('tells at its field what the server refuses, and asks before a group goes', async () => {
    const { body } = await world.call('super', 'POST', '/api/layergroup/', { label: 'رفتنی' });
    const { user, t, pressAct, rowNames } = await openGroups('editor', `${PATH}?open=${body.id}`);
    const panel = await screen.findByRole('region', { name: 'رفتنی' });
    const name = await within(panel).findByRole('textbox', { name: new RegExp(t('layerGroups.form.label')) });
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: t('layerGroups.form.save') }));
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
    await pressAct('رفتنی', t('layerGroups.acts.remove'));
    await user.click(await screen.findByRole('button', { name: t('layerGroups.remove.confirm') }));
    await screen.findByText(t('layerGroups.remove.done', { label: 'رفتنی' }));
    await waitFor(() => expect(rowNames()).not.toContain('رفتنی'));
  });
});

describe('the cards', () => {
  const PATH_OF_CARDS = '/app/layer-groups-cards';
  it('show what a person sees in each group, with the marks of its layers, and lead to it', async () => {
    const { group } = await world.ids();
    const { t, calls } = await renderScreen((who) => <LayerGroupsCardsScreen who={who} />, { role: 'viewer', path: PATH_OF_CARDS }); // biome-ignore format: one screen
    const link = await screen.findByRole('link', { name: /^گروه/ });
    expect(link.getAttribute('href')).toBe(`/app/group-layer/${group}`);
    expect(link.textContent).toContain(t('layerGroups.cards.layers', { n: '۳', count: 3 }));
    expect(link.querySelectorAll('svg').length).toBe(3);
    expect(screen.queryByText('گروه یدکی')).toBeNull();
    expect(screen.queryByRole('link', { name: t('layerGroups.cards.manage') })).toBeNull();
    expect(calls.filter(({ path }) => path.startsWith('layergroup/?')).map(({ path }) => path)).toEqual(['layergroup/?limit=25&offset=0&order=position&marks=true']); // biome-ignore format: one call
  });

  it('are searched by the server, and offer managers to manage', async () => {
    const { user, t, address } = await renderScreen((who) => <LayerGroupsCardsScreen who={who} />, { role: 'editor', path: PATH_OF_CARDS }); // biome-ignore format: one screen
    await screen.findByRole('link', { name: /گروه یدکی/ });
    expect(screen.getByRole('link', { name: t('layerGroups.cards.manage') })).toBeTruthy();
    await user.type(screen.getByRole('textbox', { name: t('layerGroups.search') }), 'يدكي');
    await waitFor(() => expect(screen.getAllByRole('link', { name: /گروه/ }).filter((a) => a.getAttribute('href')?.includes('group-layer'))).toHaveLength(1)); // biome-ignore format: one line
    expect(address()).toBe(`${PATH_OF_CARDS}?q=يدكي`);
  });
});

describe('the page of a group', () => {
  const openGroup = async (id: number, role: Role) =>
    renderScreen((who) => <GroupLayerScreen id={id} who={who} SyncDialog={() => null} />, { role, path: `/app/group-layer/${id}` }); // biome-ignore format: one screen
  it('lists its layers in drawing order and leads to all of them on the map', async () => {
    const { group, layer, lines, polygons } = await world.ids();
    await put(group, { label: 'گروه', layer: [polygons, layer, lines] });
    const { t, rowNames } = await openGroup(group, 'viewer');
    const map = await screen.findByRole('link', { name: t('layerGroups.page.onMap') });
    expect(map.getAttribute('href')).toBe(`/app/home?group=${group}`);
    await waitFor(() => expect(rowNames()).toEqual(['زمین‌ها', 'شهرها', 'راه‌ها']));
    await put(group, { label: 'گروه', layer: [layer, lines, polygons] });
  });

  it('is not there for whom the group is empty', async () => {
    const { spareGroup } = await world.ids();
    const { t } = await openGroup(spareGroup, 'viewer');
    await screen.findByRole('button', { name: t('common.retry') });
    expect(document.body.textContent).not.toContain('گروه یدکی');
  });
});
