// A file's rows into a layer: tried first, written, nothing the second time, and taken back; what waits under supervision; and why somebody may not.
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import { LayerAppendScreen } from './layer-append';

const ROWS = Number(process.env.APPEND_ROWS ?? 60);
const rows = JSON.stringify({
  type: 'FeatureCollection',
  features: Array.from({ length: ROWS }, (_, i) => ({
    type: 'Feature',
    properties: { name: `روستا ${i}`, population: i },
    geometry: { type: 'Point', coordinates: [51 + (i % 80) / 100, 35.5] },
  })),
});

async function open(layer: number, text: string, role: 'editor' | 'viewer' = 'editor') {
  const file = { name: 'rows.geojson', base64: Buffer.from(text).toString('base64') };
  const { body } = await world.form('editor', '/api/layer_upload/', { file });
  const path = `/app/layer-append/${layer}/${body.file_id}`;
  return renderScreen(() => <LayerAppendScreen layerId={String(layer)} id={body.file_id} />, { role, path });
}

it('tries, writes, writes nothing the second time, and takes it back', async () => {
  const { spare } = await world.ids();
  const count = async () => (await world.call('editor', 'GET', `/api/layer/${spare}/`)).body.record_count;
  const before = await count();
  const { user, t, writes, unmount } = await open(spare, rows);
  const table = await screen.findByRole('table', { name: t('layerBuilder.append.mapping.title') });
  expect(within(table).getAllByText(t('layerBuilder.append.fit.exact')).length).toBeGreaterThan(0);
  const field = screen.getByRole('combobox', { name: t('layerBuilder.append.match.field') });
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: 'نام' }));
  await user.click(screen.getByRole('radio', { name: t('layerBuilder.append.match.acts.update') }));
  await user.click(screen.getByRole('button', { name: t('layerBuilder.append.try') }));
  await screen.findByRole('heading', { name: t('layerBuilder.append.trialTitle') }, { timeout: 100_000 });
  expect(writes().at(-1)?.body).toMatchObject({ dry_run: true, append_metadata: { match: { field: 'name', on: 'update' } } }); // biome-ignore format: one line
  expect(await count()).toBe(before);
  await user.click(screen.getByRole('button', { name: /نوشتن/ }));
  await screen.findByRole('button', { name: t('layerBuilder.append.undo') }, { timeout: 100_000 });
  expect(await count()).toBe(before + ROWS);
  unmount();

  // The same headings: the mapping and the match of the first time are offered again.
  const again = await open(spare, rows);
  await screen.findByText(t('layerBuilder.append.earlier'));
  await again.user.click(screen.getByRole('button', { name: t('layerBuilder.append.try') }));
  const nothing = await screen.findByRole('button', { name: t('layerBuilder.append.nothing') }, { timeout: 100_000 });
  expect(nothing.matches('[disabled], [data-disabled], [aria-disabled="true"]')).toBe(true);
  again.unmount();

  const jobs = (await world.call('editor', 'GET', '/api/job/')).body as { id: string; can_undo: boolean }[];
  const undone = await world.call('editor', 'POST', `/api/job/${jobs.find((job) => job.can_undo)?.id}/undo/`);
  expect(undone.status).toBe(200);
  await waitFor(async () => expect(await count()).toBe(before), { timeout: 100_000 });
});

const few = (names: readonly string[]) =>
  JSON.stringify({
    type: 'FeatureCollection',
    features: names.map((name) => ({
      type: 'Feature',
      properties: { name, population: 1 },
      geometry: { type: 'Point', coordinates: [51, 35.5] },
    })),
  });

/** Tries the file that is open, and gives the button that writes it. */
async function tryFile({ user, t }: Awaited<ReturnType<typeof open>>) {
  await screen.findByRole('table', { name: t('layerBuilder.append.mapping.title') });
  await user.click(screen.getByRole('button', { name: t('layerBuilder.append.try') }));
  await screen.findByRole('heading', { name: t('layerBuilder.append.trialTitle') }, { timeout: 100_000 });
  return screen.getByRole('button', { name: /نوشتن/ });
}

it('takes an append back by its button, once its counts are told and confirmed', async () => {
  const { spare } = await world.ids();
  const count = async () => (await world.call('editor', 'GET', `/api/layer/${spare}/`)).body.record_count;
  const before = await count();
  const view = await open(spare, few(['محله الف', 'محله ب']));
  const { user, t, writes } = view;
  await user.click(await tryFile(view));
  // No word of waiting in a layer that is not supervised.
  expect(screen.queryByText(t('layerBuilder.append.supervised', { n: '۲' }))).toBeNull();
  const button = await screen.findByRole('button', { name: t('layerBuilder.append.undo') }, { timeout: 100_000 });
  expect(await count()).toBe(before + 2);
  await user.click(button);
  const dialog = await screen.findByRole('dialog', { name: t('layerBuilder.append.undoTitle') });
  expect(dialog.textContent).toContain(t('layerBuilder.append.undoText', { added: '۲', changed: '۰' }));
  expect(writes().some(({ path }) => path.endsWith('/undo/'))).toBe(false);
  await user.click(within(dialog).getByRole('button', { name: t('layerBuilder.append.undo') }));
  await screen.findByRole('heading', { name: t('layerBuilder.append.undoneTitle') }, { timeout: 100_000 });
  expect(await count()).toBe(before);
  expect(screen.queryByRole('button', { name: t('layerBuilder.append.undo') })).toBeNull();
});

it('says of a supervised layer how many will wait, and lets them wait', async () => {
  const { layer } = await world.ids();
  expect((await world.call('super', 'PATCH', `/api/layer/${layer}/`, { config: { supervised: true } })).status).toBe(
    200,
  );
  const view = await open(layer, few(['محله پ', 'محله ت', 'محله ث']));
  const note = view.t('layerBuilder.append.supervised', { n: '۳' });
  expect(screen.queryByText(note)).toBeNull();
  const write = await tryFile(view);
  screen.getByText(note);
  await view.user.click(write);
  await screen.findByRole('button', { name: view.t('layerBuilder.append.undo') }, { timeout: 100_000 });
  const { body } = await world.call('super', 'GET', `/api/layerdata/?layer=${layer}&supervision=true`);
  expect(body.count).toBe(3);
});

it('names features of another layer by a field of theirs, and tells the rows without one', async () => {
  const { spare, layer } = await world.ids();
  const { body } = await world.call('super', 'GET', `/api/layer/${spare}/`);
  const above = { name: 'of', label: 'لایه دیگر', type: 'reference', reference: { layer } };
  const form = [...body.config.form, above];
  expect((await world.call('super', 'PATCH', `/api/layer/${spare}/`, { config: { form } })).status).toBe(200);
  const [record] = (await world.call('super', 'GET', `/api/layerdata/?layer=${layer}`)).body.results;
  const rowsOf = [record.value.name, 'هیچ‌کس'].map((name, i) => ({ type: 'Feature', properties: { name: `محله ${i}`, of: name }, geometry: { type: 'Point', coordinates: [51, 35.5] } })); // biome-ignore format: one list
  const view = await open(spare, JSON.stringify({ type: 'FeatureCollection', features: rowsOf }));
  const { user, t, writes } = view;
  await screen.findByRole('table', { name: t('layerBuilder.append.mapping.title') });
  const key = await screen.findByRole('combobox', {
    name: t('layerBuilder.append.mapping.keyOf', { field: 'لایه دیگر' }),
  });
  await user.selectOptions(key, 'name');
  await user.click(await tryFile(view));
  expect(writes().find(({ body: order }) => (order as { append_metadata?: object } | undefined)?.append_metadata)?.body).toMatchObject({ append_metadata: { keys: { of: 'name' } } }); // biome-ignore format: one line
  await screen.findByRole('button', { name: t('layerBuilder.append.undo') }, { timeout: 100_000 });
  const added = (await world.call('super', 'GET', `/api/layerdata/?layer=${spare}&order=-id`)).body.results[0];
  expect(added.value).toMatchObject({ name: 'محله 0', of: record.id });
});

it('says to whoever may not add, and for a layer that is not there', async () => {
  const { layer } = await world.ids();
  const { t, unmount } = await open(layer, rows, 'viewer');
  await screen.findByText(t('layerBuilder.append.noRightTitle'));
  unmount();
  await open(987654, rows);
  await screen.findByText(t('layerBuilder.append.goneTitle'));
});
