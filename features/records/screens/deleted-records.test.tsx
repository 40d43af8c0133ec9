// Deleted records: found, brought back one by one and as a batch, ended only by their number; and the layers' trash beside them.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useJobs } from '@/lib/state/jobs';
import { renderScreen, world } from '@/testing/render-screen';
import { DeletedRecordsScreen } from './deleted-records';

const PATH = '/app/supervision/deleted-layer-data';
const COUNT = 3;

async function withDeleted() {
  const { spare } = await world.ids();
  const ids: number[] = [];
  for (let i = 0; i < COUNT; i++) {
    const geometry = { type: 'Point', coordinates: [51 + i / 10, 35] };
    const { body } = await world.call('editor', 'POST', '/api/layerdata/', { layer: spare, geometry, value: { name: `رفته ${i}` } }); // biome-ignore format: one call
    ids.push(body.id);
  }
  await world.call('editor', 'DELETE', '/api/layerdata/delete_bulk/', { ids });
  const count = async () => (await world.call('editor', 'GET', `/api/layer/${spare}/`)).body.record_count as number;
  return { spare, ids, count };
}
const open = (more = '') => renderScreen(() => <DeletedRecordsScreen layers={<p>LAYERS</p>} />, { role: 'super', path: PATH + more }); // biome-ignore format: one line

it('brings a batch back at once, and one record from its preview', async () => {
  const { spare, ids, count } = await withDeleted();
  const before = await count();
  const { user, t, writes, unmount } = await open(`?layer=${spare}`);
  await user.click(await screen.findByRole('button', { name: /بازگرداندن ۳ عارضه/ }));
  await waitFor(async () => expect(await count()).toBe(before + COUNT));
  expect([...(writes().at(-1)?.body.ids ?? [])].sort()).toEqual(ids);
  unmount();
  await world.call('editor', 'DELETE', '/api/layerdata/delete_bulk/', { ids: [ids[0]] });
  const again = await open(`?layer=${spare}&open=${ids[0]}`);
  await screen.findAllByText('رفته 0');
  await again.user.keyboard('r');
  await waitFor(async () => expect(await count()).toBe(before + COUNT));
  expect(again.writes().at(-1)?.body).toEqual({ ids: [ids[0]] });
  expect(t('records.deleted.restore')).toBeTruthy();
});

it('sets for how long deleted records stay, and asks before fewer days end what is older', async () => {
  const { user, t, writes } = await open();
  const words = (key: 'label' | 'days' | 'text' | 'confirm' | 'forever', more = {}) => t(`records.deleted.retention.${key}`, more); // biome-ignore format: one line
  const choose = async (name: string) => {
    await user.click(await screen.findByLabelText(words('label'), { selector: 'input' }));
    await user.click(await screen.findByRole('option', { name }));
  };
  await choose(words('days', { n: '۹۰' }));
  await screen.findByText(words('text', { n: '۹۰' }));
  expect(writes()).toEqual([]);
  await user.click(screen.getByRole('button', { name: words('confirm') }));
  await waitFor(() => expect(writes()).toMatchObject([{ path: 'deleted_layerdata/retention/', body: { days: 90 }, status: 200 }])); // biome-ignore format: one line
  // More days end nothing.
  await waitFor(() => expect((screen.getByLabelText(words('label'), { selector: 'input' }) as HTMLInputElement).value).toBe(words('days', { n: '۹۰' }))); // biome-ignore format: one line
  await choose(words('forever'));
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ body: { days: null }, status: 200 }));
});

it('lists the files that come back with a record', async () => {
  const { spare, ids } = await withDeleted();
  await world.call('super', 'POST', '/api/layerdata/restore/', { ids: [ids[0]] });
  const { body: file } = await world.form('editor', '/api/layerdatafile/', { layer_data: ids[0], path: { name: 'یادداشت.txt', base64: Buffer.from('متن').toString('base64') } }); // biome-ignore format: one call
  await world.call('editor', 'DELETE', `/api/layerdata/${ids[0]}/`);
  const { t } = await open(`?layer=${spare}&open=${ids[0]}`);
  const link = await screen.findByRole('link', { name: 'یادداشت.txt' });
  expect(link.getAttribute('href')).toBe(`/api/deleted_layerdata/${ids[0]}/files/${file.id}/?layer=${spare}`);
  expect(screen.getByRole('list', { name: t('records.deleted.files') })).toBeTruthy();
});

it('deletes for ever only when the number is typed', async () => {
  const { spare, ids } = await withDeleted();
  const { user, t, writes } = await open(`?layer=${spare}&open=${ids[0]}`);
  await screen.findAllByText('رفته 0');
  await user.keyboard('{Delete}');
  const field = await screen.findByLabelText(t('records.deleted.endCount', { n: '۱' }));
  await user.type(field, '2{Enter}');
  expect(writes()).toEqual([]);
  await user.clear(field);
  await user.type(field, '۱{Enter}');
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ path: 'layerdata/full_delete/', body: { ids: [ids[0]] }, status: 200 })); // biome-ignore format: one line
});

it('brings back all that the filter finds in a layer, for the exact number, as one job', async () => {
  const { spare, count } = await withDeleted();
  const before = await count();
  const { body } = await world.call('super', 'GET', `/api/deleted_layerdata/?layer=${spare}`);
  const all = body.count as number;
  const n = all.toLocaleString('fa');
  const without = await open();
  const name = without.t('records.deleted.restoreAll');
  await waitFor(() => expect((screen.getByRole('button', { name }) as HTMLButtonElement).title).toBe(without.t('records.deleted.restoreAllLayer'))); // biome-ignore format: one line
  await without.user.click(screen.getByRole('button', { name }));
  await screen.findByText(without.t('records.deleted.restoreAllLayer'));
  expect(screen.queryByRole('dialog')).toBeNull();
  without.unmount();
  const { user, t, calls } = await open(`?layer=${spare}`);
  await waitFor(() => expect((screen.getByRole('button', { name }) as HTMLButtonElement).title).toBe(''));
  await user.click(screen.getByRole('button', { name }));
  await screen.findByText(t('records.acts.count.restore', { count: all, n }));
  await user.click(screen.getByRole('button', { name: t('records.acts.run.restore', { count: all, n }) }));
  await waitFor(async () => expect(await count()).toBe(before + all));
  const order = calls.find(({ path }) => path === 'layerdata/act/');
  expect([order?.status, order?.body]).toEqual([200, { layer: spare, filter: {}, act: 'restore', count: all }]);
  const [job] = useJobs.getState().watching;
  await waitFor(async () => expect((await world.call('super', 'POST', `/api/job/${job}/undo/`)).body.kind).toBe('act_undo')); // biome-ignore format: one line
  await waitFor(async () => expect(await count()).toBe(before));
  useJobs.getState().rest([job as string]);
});

it('shows the layers in the trash on their own tab', async () => {
  const { t } = await open('?tab=layers');
  await screen.findByText('LAYERS');
  expect((screen.getByRole('radio', { name: t('records.deleted.tabLayers') }) as HTMLInputElement).checked).toBe(true);
});
