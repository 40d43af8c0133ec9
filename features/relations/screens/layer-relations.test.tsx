// Relations: nothing yet, one made with its check before it, what is wrong at its field, changed and deleted.
import { screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import { LayerRelationsScreen } from './layer-relations';

const layer = async (label: string, form: object[]) =>
  (await world.form('super', '/api/layer/', { label, type: 0, form: JSON.stringify(form) })).body.id as number;
const record = (of: number, value: object) =>
  world.call('super', 'POST', '/api/layerdata/', { layer: of, value, geometry: null });
const open = (path = '/app/layer-relations') => renderScreen(<LayerRelationsScreen />, { role: 'super', path });

let parents: number;
let children: number;
beforeAll(async () => {
  parents = await layer('اداره‌ها', [
    { name: 'code', label: 'کد', type: 'text', unique: true },
    { name: 'old', label: 'کد پیشین', type: 'text' },
  ]);
  children = await layer('شعبه‌ها', [
    { name: 'of', label: 'کد اداره', type: 'text' },
    { name: 'size', label: 'اندازه', type: 'integer' },
  ]);
  await record(parents, { code: '1' });
  for (const of of ['1', '1', '9']) await record(children, { of });
});

type View = Awaited<ReturnType<typeof open>>;
async function choose({ user, t }: View, name: Parameters<View['t']>[0], option: string) {
  await user.click(screen.getByRole('combobox', { name: new RegExp(`^${t(name)}`) }));
  await user.click(await screen.findByRole('option', { name: option }));
}

it('says what a relation is for where there is none', async () => {
  const { t, user, address } = await open();
  await screen.findByText(t('relations.empty.text'));
  await user.click(screen.getByRole('button', { name: t('relations.add') }));
  await screen.findByRole('region', { name: t('relations.new') });
  expect(address()).toContain('relation=new');
});

it('marks what is missing, checks the keys on the way, and makes the relation', async () => {
  const view = await open('/app/layer-relations?relation=new');
  const { t, user, writes } = view;
  await user.click(await screen.findByRole('button', { name: t('relations.form.create') }));
  await waitFor(() => expect(screen.getAllByText(t('relations.form.choose')).length).toBe(4));
  expect(writes()).toEqual([]);
  await choose(view, 'relations.form.parentLayer', 'اداره‌ها');
  await choose(view, 'relations.form.childLayer', 'شعبه‌ها');
  await choose(view, 'relations.form.childField', 'کد اداره');
  await choose(view, 'relations.form.parentField', 'کد پیشین');
  await screen.findByText(t('relations.check.notUnique'));
  await choose(view, 'relations.form.parentField', 'کد');
  await screen.findByText(t('relations.check.matched', { n: '۲', count: 2 }));
  const orphans = screen.getByText(t('relations.check.orphans', { n: '۱' }), { exact: false });
  await user.click(within(orphans).getByRole('button', { name: t('relations.check.show') }));
  const key = await screen.findByText('9');
  const link = within(key.closest('li') as HTMLElement).getByRole('link');
  expect(link.getAttribute('href')).toMatch(new RegExp(`/app/layer-data/${children}\\?record=\\d+$`));
  expect((screen.getByRole('textbox', { name: new RegExp(`^${t('relations.form.name')}`) }) as HTMLInputElement).value).toBe('شعبه‌ها'); // biome-ignore format: one line
  await user.click(screen.getByRole('button', { name: t('relations.form.create') }));
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ method: 'POST', path: 'relation/', status: 200 }));
  const { body } = await world.call('super', 'GET', '/api/relation/');
  expect(body.results[0]).toMatchObject({ name: 'شعبه‌ها', label: 'شعبه‌ها', back_label: 'اداره‌ها', on_delete: 'block' });
});

it('sends only what has changed, and deletes after a question', async () => {
  const [relation] = (await world.call('super', 'GET', '/api/relation/')).body.results;
  const view = await open(`/app/layer-relations?relation=${relation.id}`);
  const { t, user, writes } = view;
  await screen.findByRole('button', { name: t('relations.form.save') });
  await choose(view, 'relations.form.onDelete', t('relations.form.deletes.clear'));
  await user.click(screen.getByRole('button', { name: t('relations.form.save') }));
  await waitFor(() => expect(writes().filter(({ method }) => method === 'PATCH').at(-1)).toMatchObject({ body: { on_delete: 'clear' }, status: 200 })); // biome-ignore format: one line
  await user.click(screen.getByRole('button', { name: t('relations.remove.confirm') }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: t('relations.remove.confirm') }));
  await screen.findByText(t('relations.empty.text'));
  expect((await world.call('super', 'GET', '/api/relation/')).body.count).toBe(0);
});

it('offers to make a relation of what a reference field relates', async () => {
  await layer('پیوست‌ها', [{ name: 'office', label: 'اداره', type: 'reference', reference: { layer: parents } }]);
  const { t, user } = await open();
  await user.click(await screen.findByRole('button', { name: new RegExp(t('relations.reference')) }));
  await screen.findByText(t('relations.fromReference'));
  expect((screen.getByRole('combobox', { name: new RegExp(`^${t('relations.form.parentField')}`) }) as HTMLInputElement).value).toBe(t('relations.form.recordId')); // biome-ignore format: one line
});
