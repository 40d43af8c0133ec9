// A rule about related records as somebody builds it: by clicks, on both sides of a relation, and the records that come back.
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { MAX_RELATED } from '@/contract/schemas/query';
import { closeWorld, type Role, renderScreen, world } from '@/testing/render-screen';
import { QueryEditor, type QueryEditorProps } from './query-editor';

const PARENT: Field[] = [
  { name: 'title', label: 'سرفصل', type: 'section' },
  { name: 'code', label: 'کد', type: 'text', unique: true },
  { name: 'city', label: 'شهر', type: 'text' },
  { name: 'staff', label: 'کارکنان', type: 'integer' },
];
const CHILD: Field[] = [
  { name: 'of', label: 'کد مالک', type: 'text' },
  { name: 'note', label: 'یادداشت', type: 'text' },
];
const OWNERS = [['1', 'ساری', 3], ['2', 'قم', 8], ['3', 'ساری', 9], ['4', 'یزد', 1]] as const; // biome-ignore format: one table
const STALLS = [['1', 'a'], ['1', 'b'], ['2', 'c'], ['3', 'd'], ['', 'e']] as const; // biome-ignore format: one table
const ids = {} as Record<'owners' | 'stalls' | 'lonely', number>;
let relation = '';

const create = async (label: string, form: Field[]) =>
  (await world.form('super', '/api/layer/', { label, type: 0, form: JSON.stringify(form) })).body.id as number;
const add = (layer: number, value: object) => world.call('super', 'POST', '/api/layerdata/', { layer, value, geometry: null }); // biome-ignore format: one call

beforeAll(async () => {
  ids.owners = await create('مالکان', PARENT);
  ids.stalls = await create('غرفه‌ها', CHILD);
  ids.lonely = await create('بی‌رابطه', CHILD);
  const closed = await create('CANARY-LAYER', CHILD);
  const { body: rights } = await world.call('super', 'GET', `/api/layerpermission/?layer=${(await world.ids()).polygons}`); // biome-ignore format: one call
  for (const id of [ids.owners, ids.stalls])
    await world.call('super', 'POST', `/api/layerpermission/?layer=${id}`, {
      permissions: rights.map(({ label: _label, layer: _layer, ...one }: Record<string, unknown>) => one),
    });
  for (const [code, city, staff] of OWNERS) await add(ids.owners, { code, city, staff });
  for (const [of, note] of STALLS) await add(ids.stalls, of ? { of, note } : { note });
  const relate = async (child_layer: number, name: string, back_label: string) =>
    (await world.call('super', 'POST', '/api/relation/', { name, label: name, back_label, parent_layer: ids.owners, parent_field: 'code', child_layer, child_field: 'of', kind: 'many', on_delete: 'block', required: false, title: null, columns: [] })).body.key as string; // biome-ignore format: one relation
  relation = await relate(ids.stalls, 'غرفه‌ها', 'مالک');
  await relate(closed, 'پرونده‌ها', 'صاحب');
});
afterAll(closeWorld);

let current: QueryEditorProps['value'];
function Harness({ value, ...props }: Omit<QueryEditorProps, 'onChange'>) {
  const [query, setQuery] = useState(value);
  current = query;
  return <QueryEditor {...props} value={query} onChange={setQuery} />;
}
const EVERYTHING: QueryEditorProps['value'] = { and: [] };

async function open(of: keyof typeof ids, value = EVERYTHING, { role = 'super' as Role, hasRelations = true } = {}) {
  const fields = of === 'owners' ? PARENT : CHILD;
  const view = await renderScreen(
    <Harness value={value} fields={fields} layer={ids[of]} hasRelations={hasRelations} />,
    {
      role,
    },
  );
  const t = (key: string, values?: Record<string, string>) =>
    view.t(`map.tools.query.${key}` as never, values as never);
  const { user } = view;
  return {
    t,
    user,
    calls: view.calls,
    press: async (name: string, among = screen as Pick<typeof screen, 'findByRole'>) =>
      user.click(await among.findByRole('button', { name })),
    choose: async (label: string, option: string, among = screen as Pick<typeof screen, 'findByRole'>) => {
      await user.click(await among.findByRole('combobox', { name: label }));
      await user.click(await screen.findByRole('option', { name: option }));
    },
    /** A rule on a relation, as the menu adds it. */
    relate: async (to: string) => {
      await user.click(await screen.findByRole('button', { name: t('related.add') }));
      await user.click(await screen.findByRole('menuitem', { name: t('related.addOn', { of: to }) }));
      return within(await screen.findByRole('group', { name: t('related.ruleOn', { of: to }) }));
    },
    /** What the records are called that pass what stands there. */
    passing: async (field: string) => {
      const { body } = await world.call(role, 'POST', '/api/layerdata_query/', { layer: ids[of], query: current });
      return body.results.map((one: { value: Record<string, string> }) => one.value[field]).sort();
    },
  };
}

it('builds a rule on the record that others belong to, with conditions on its fields', async () => {
  const { t, user, press, choose, relate, passing } = await open('stalls');
  const row = await relate('مالک');
  expect(current).toEqual({ and: [{ relation, side: 'parents', related: { and: [] } }] });
  expect(await passing('note')).toEqual(['a', 'b', 'c', 'd']);
  await row.findByText(t('related.anyAtAll'));
  await press(t('addRule'), row);
  // The first field that has values, of the other layer; its rules know no columns and no further relations.
  expect((await row.findByRole('combobox', { name: t('subject') })).getAttribute('value')).toBe('کد');
  expect(row.queryByRole('button', { name: t('related.add') })).toBeNull();
  await choose(t('subject'), 'شهر', row);
  await row.findByText(t('someIncomplete'));
  await choose(t('comparison'), t('is.eq'), row);
  await user.type(await row.findByRole('combobox', { name: t('value') }), 'ساری');
  await waitFor(() => expect(current).toEqual({ and: [{ relation, side: 'parents', related: { and: [{ field: 'city', is: 'eq', value: 'ساری' }] } }] })); // biome-ignore format: one query
  expect(await passing('note')).toEqual(['a', 'b', 'd']);
  await press(t('addRule'), row);
  const second = within(row.getAllByRole('group', { name: t('rule') })[1] as HTMLElement);
  await choose(t('subject'), 'کارکنان', second);
  await choose(t('comparison'), t('is.ge'), second);
  await user.type(await second.findByRole('textbox', { name: t('value') }), '۹');
  await waitFor(async () => expect(await passing('note')).toEqual(['d']));
  await choose(t('related.quantity'), t('related.none'), row);
  await waitFor(async () => expect(await passing('note')).toEqual(['a', 'b', 'c', 'e']));
  expect(current).toEqual({ and: [{ not: expect.objectContaining({ relation, side: 'parents' }) }] });
});

it('builds a rule on the records that belong to one: that there is none, and any that passes', async () => {
  const { t, user, press, choose, relate, passing } = await open('owners');
  const row = await relate('غرفه‌ها');
  expect(await passing('code')).toEqual(['1', '2', '3']);
  await choose(t('related.quantity'), t('related.none'), row);
  await row.findByText(t('related.noneAtAll'));
  expect(await passing('code')).toEqual(['4']);
  await choose(t('related.quantity'), t('related.any'), row);
  await press(t('addRule'), row);
  await choose(t('subject'), 'یادداشت', row);
  await choose(t('comparison'), t('is.in'), row);
  await user.type(await row.findByRole('combobox', { name: t('value') }), 'b{Enter}c{Enter}');
  await waitFor(async () => expect(await passing('code')).toEqual(['1', '2']));
  // Beside a rule of the layer's own.
  await user.click(screen.getAllByRole('button', { name: t('addRule') }).at(-1) as HTMLElement);
  const own = within(screen.getAllByRole('group', { name: t('rule') }).at(-1) as HTMLElement);
  await choose(t('subject'), 'کارکنان', own);
  await user.type(await own.findByRole('textbox', { name: t('value') }), '8');
  await waitFor(async () => expect(await passing('code')).toEqual(['2']));
  await user.click(row.getAllByRole('button', { name: t('removeRule') })[0] as HTMLElement);
  await waitFor(() => expect(current).toEqual({ and: [{ field: 'staff', is: 'eq', value: 8 }] }));
});

it('opens what was built before, also turned round, and changes it', async () => {
  const rule = { relation, side: 'parents' as const, related: { and: [{ field: 'city', is: 'eq' as const, value: 'قم' }] } }; // biome-ignore format: one rule
  const { t, passing, choose } = await open('stalls', { and: [{ not: rule }] });
  const row = within(await screen.findByRole('group', { name: t('related.ruleOn', { of: 'مالک' }) }));
  await waitFor(() => expect(row.getByRole('combobox', { name: t('value') }).getAttribute('value')).toBe('قم'));
  expect(await passing('note')).toEqual(['a', 'b', 'd', 'e']);
  await choose(t('related.quantity'), t('related.any'), row);
  expect(current).toEqual({ and: [rule] });
});

it('offers nothing where the layer has no relation', async () => {
  const lonely = await open('lonely');
  await waitFor(() => expect(lonely.calls.some(({ path }) => path.startsWith('relation/'))).toBe(true));
  expect(screen.queryByRole('button', { name: lonely.t('related.add') })).toBeNull();
});
it('reads no relations for a query that may ask by none', async () => {
  const { t, calls } = await open('stalls', EVERYTHING, { hasRelations: false });
  await screen.findByRole('button', { name: t('addRule') });
  expect(calls.filter(({ path }) => path.startsWith('relation/'))).toEqual([]);
  expect(screen.queryByRole('button', { name: t('related.add') })).toBeNull();
});

it('does not offer a relation whose other layer is not open, nor names it', async () => {
  const { t, user } = await open('owners', EVERYTHING, { role: 'viewer' });
  await user.click(await screen.findByRole('button', { name: t('related.add') }));
  await screen.findByRole('menuitem', { name: t('related.addOn', { of: 'غرفه‌ها' }) });
  expect(screen.getAllByRole('menuitem')).toHaveLength(1);
  expect(document.body.textContent).not.toContain('CANARY');
});

it('says that a relation is gone, and lets its rule be removed', async () => {
  const { t, press } = await open('stalls', { and: [{ relation: '999999', side: 'parents', related: { and: [] } }] });
  await screen.findByText(t('related.gone'));
  await press(t('removeRule'));
  expect(current).toEqual(EVERYTHING);
});

it('offers as many as the wire allows, and says why no more', async () => {
  const rule = { relation, side: 'parents' as const, related: { and: [] } };
  const { t, user } = await open('stalls', { and: Array.from({ length: MAX_RELATED - 1 }, () => rule) });
  await user.click(await screen.findByRole('button', { name: t('related.add') }));
  await user.click(await screen.findByRole('menuitem'));
  await screen.findByText(t('related.full', { most: '۸' }));
  expect(screen.getByRole('button', { name: t('related.add') }).getAttribute('aria-disabled')).toBe('true');
  const { status } = await world.call('super', 'POST', '/api/layerdata_query/', { layer: ids.stalls, query: current });
  expect(status).toBe(200);
});

it.each([
  ['fields', (): string => `layer/${ids.owners}/fields/`, 'fieldsLost'],
  ['relations', (): string => 'relation/', 'relationsLost'],
] as const)(
  'shows that it reads %s, says where they are lost, and tries again',
  async (_, part, sentence) => {
    const value: QueryEditorProps['value'] = { and: [{ relation, side: 'parents', related: { and: [] } }] };
    const lost = (): Response => new Response('{"code":"server"}', { status: 500, headers: { 'content-type': 'application/json' } }); // biome-ignore format: one answer
    let letGo = () => {};
    const wait = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let isLost = true;
    const { t, user } = await renderScreen(
      () => {
        const { fetch } = globalThis;
        globalThis.fetch = async (input, init) => {
          if (!isLost || !String(input).includes(part())) return fetch(input, init);
          await wait;
          return lost();
        };
        return <Harness value={value} fields={CHILD} layer={ids.stalls} hasRelations />;
      },
      { role: 'super' },
    );
    await screen.findByRole('status', { name: t('common.loading') });
    letGo();
    const alert = await screen.findByRole('alert', {}, { timeout: 20_000 });
    expect(alert.textContent).toContain(t(`map.tools.query.related.${sentence}`));
    expect(screen.queryByRole('status', { name: t('common.loading') })).toBeNull();
    expect(current).toEqual(value);
    isLost = false;
    await user.click(within(alert).getByRole('button', { name: t('common.retry') }));
    await screen.findByText(t('map.tools.query.related.anyAtAll'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(current).toEqual(value);
  },
  30_000,
);
