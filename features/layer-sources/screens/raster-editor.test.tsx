// How a raster layer is drawn, changed: what is offered by its file, what is sent, and who may not.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import { writeTiff } from '@/testing/tiff-file';
import { RasterEditorScreen } from './raster-editor';

async function createRaster(): Promise<number> {
  const { body: upload } = await world.form('editor', '/api/layer_upload/', { file: { name: 'dem.tif', base64: writeTiff().toString('base64') } }); // biome-ignore format: one call
  const order = { file_id: upload.file_id, dataset: 'dem', type: 6, label: 'بلندی', fields: [] };
  const { body: job } = await world.call('editor', 'POST', '/api/layer_import/', order);
  for (;;) {
    const { body } = await world.call('editor', 'GET', `/api/job/${job.id}/`);
    if (body.state === 'failed') throw new Error(body.error);
    if (body.state === 'done') return body.layer;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
const open = (id: number) =>
  renderScreen((who) => <RasterEditorScreen id={id} who={who} />, { role: 'editor', path: `/app/raster/${id}` });

it('offers what the file has bands for, shows each change before it is saved, and sends the style whole', async () => {
  const id = await createRaster();
  const { user, t, writes } = await open(id);
  const word = (key: 'paintKind' | 'save' | 'hillshade' | 'download') => t(`layerSources.raster.${key}` as 'layerSources.raster.save', { size: '' }); // biome-ignore format: one line
  await user.click(await screen.findByRole('combobox', { name: word('paintKind') }));
  const ways = (await screen.findAllByRole('option')).map((option) => option.textContent);
  expect(ways).toEqual([t('layerSources.raster.paints.ramp'), t('layerSources.raster.paints.shade')]);
  await user.click(screen.getByRole('option', { name: t('layerSources.raster.paints.shade') }));
  await waitFor(() => expect(writes().at(-1)).toMatchObject({ path: `layer/${id}/raster_preview/`, status: 200, body: { paint: { kind: 'shade', band: 1 } } })); // biome-ignore format: one row
  await user.click(screen.getByRole('button', { name: word('save') }));
  await screen.findByText(t('layerSources.raster.saved', { label: 'بلندی' }));
  const { body } = await world.call('editor', 'GET', `/api/layer/${id}/`);
  expect(body.config.raster.style).toMatchObject({
    paint: { kind: 'shade' },
    hillshade: { azimuth: 315, altitude: 45 },
  });
  expect(screen.getByRole('link', { name: /دریافت فایل اصلی/ }).getAttribute('href')).toBe(`/api/layer/${id}/raster_original/`); // biome-ignore format: one row
});

it('opens for no other layer', async () => {
  const { layer } = await world.ids();
  const view = await open(layer);
  await screen.findByText(view.t('layerSources.raster.refused.otherLayer.title'));
  view.unmount();
  const missing = await open(999_999);
  await screen.findByText(missing.t('layerSources.raster.refused.missing.title'));
});
