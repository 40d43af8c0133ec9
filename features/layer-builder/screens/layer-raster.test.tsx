// A GeoTIFF on its way to a raster layer: what is told of it, and what is ordered.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import { writeTiff } from '@/testing/tiff-file';
import { LayerRasterScreen } from './layer-raster';

async function open(bytes: Buffer, more = '') {
  const file = { name: 'dem.tif', base64: bytes.toString('base64') };
  const { body } = await world.form('editor', '/api/layer_upload/', { file });
  const path = `/app/layer-builder-raster?file=${body.file_id}${more}`;
  return renderScreen(() => <LayerRasterScreen />, { role: 'editor', path });
}

it('tells the bands of a file, and orders a raster', async () => {
  const { user, t, writes } = await open(writeTiff());
  const table = await screen.findByRole('table', { name: t('layerBuilder.raster.bands') });
  expect(table.textContent).toContain('Byte');
  await user.click(await screen.findByRole('button', { name: t('layerBuilder.look.start', { count: 1, n: '۱' }) }));
  await waitFor(() => expect(writes().at(-1)?.path).toBe('layer_import/'));
  expect(writes().at(-1)?.body).toMatchObject({ dataset: 'dem', type: 6, label: 'dem', fields: [] });
  expect(writes().at(-1)?.body).not.toHaveProperty('replaces');
});

it('says that a picture does not know its place', async () => {
  const { t } = await open(writeTiff({}, 0, false));
  await screen.findByText(t('layerBuilder.warnings.no_place'));
});

it('says whose file is replaced, asks for no name, and names the layer in the order', async () => {
  const { layer } = await world.ids();
  const { user, t, writes } = await open(writeTiff(), `&replaces=${layer}`);
  await screen.findByText(t('layerBuilder.raster.replacing', { label: 'شهرها' }));
  await screen.findByRole('table', { name: t('layerBuilder.raster.bands') });
  expect(screen.queryByRole('textbox', { name: new RegExp(t('layerBuilder.look.layerLabel')) })).toBeNull();
  await user.click(screen.getByRole('button', { name: t('layerBuilder.look.start', { count: 1, n: '۱' }) }));
  await waitFor(() => expect(writes().at(-1)?.body).toMatchObject({ type: 6, replaces: layer }));
  // A layer of points is no raster: the server says so, and nothing of it changes.
  await waitFor(() => expect(writes().at(-1)?.status).toBe(400));
});
