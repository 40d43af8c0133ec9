// The service of a layer, changed: what has changed there, what is kept secret, who was quicker, and who may not.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { renderScreen, world } from '@/testing/render-screen';
import { ServiceEditorScreen } from './service-editor';

const WAY =
  '<Layer><Name>roads</Name><Title>Roads</Title><Style><Name>thick</Name><Title>Thick</Title></Style></Layer>';
const SOIL = '<Layer><Name>soil</Name><Title>Soil</Title></Layer>';
let layers: string;
let isDown: boolean;
let server: Server;
let url: string;
/** Names and passwords that the service was given, the last one last. */
let credentials: (string | undefined)[];

beforeAll(async () => {
  server = createServer((request, response) => {
    credentials.push(request.headers.authorization);
    if (isDown) response.writeHead(503).end();
    else if (request.url?.includes('GetCapabilities'))
      response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end(
          `<WMS_Capabilities version="1.3.0"><Service><Title>Office</Title></Service><Capability><Layer><CRS>EPSG:3857</CRS><Title>All</Title>${layers}</Layer></Capability></WMS_Capabilities>`,
        );
    else response.writeHead(200, { 'content-type': 'image/png' }).end('png');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/wms`;
});
afterAll(() => server.close());
beforeEach(() => {
  layers = WAY + SOIL;
  isDown = false;
  credentials = [];
});

async function createLayer(more: object = {}): Promise<number> {
  const source = { kind: 'wms', url, layers: 'soil,roads', version: '1.3.0', format: 'image/png', titles: 'Roads\nSoil', offered: 'roads\nsoil', ...more }; // biome-ignore format: one value
  const { body } = await world.form('editor', '/api/layer/', { label: 'راه و خاک', type: 4, source });
  return body.id;
}
const sourceOf = async (id: number) => (await world.call('editor', 'GET', `/api/layer/${id}/`)).body.config.source;

async function open(id: number, role: 'editor' | 'viewer' | 'super' = 'editor') {
  const view = await renderScreen(() => <ServiceEditorScreen id={id} />, { role, path: `/app/wms-editor/${id}` });
  const word = (key: 'save' | 'read' | 'url' | 'label' | 'attribution') => view.t(`layerSources.service.${key}`);
  const field = (key: 'url' | 'label' | 'attribution') =>
    screen.findByRole('textbox', { name: new RegExp(`^${word(key)}`) });
  return { ...view, field, save: () => view.user.click(screen.getByRole('button', { name: word('save') })) };
}

it('opens with what is stored, changes order and style, and sends the version that was read', async () => {
  const id = await createLayer();
  const { user, t, save, writes } = await open(id);
  await screen.findByText(t('layerSources.service.changes.none'));
  const order = screen.getByRole('list', { name: t('layerSources.service.order') });
  expect(
    within(order)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Roads', 'Soil']);
  await user.click(within(order).getByRole('button', { name: t('layerSources.service.down', { name: 'Roads' }) }));
  await user.click(screen.getByRole('combobox', { name: t('layerSources.service.styleOf', { name: 'Roads' }) }));
  await user.click(await screen.findByRole('option', { name: 'Thick' }));
  await save();
  await screen.findByText(t('layerSources.service.saved', { label: 'راه و خاک' }));
  expect(writes().map(({ method, path }) => `${method} ${path}`)).toEqual(['POST service/capabilities/', 'POST service/test/', `PATCH layer/${id}/`]); // biome-ignore format: one row
  expect(Object.keys(writes().at(-1)?.body)).toEqual(['config']);
  expect(await sourceOf(id)).toMatchObject({ layers: 'roads,soil', styles: 'thick,', url, offered: 'roads\nsoil' });
});

it('says what has changed at the source, hinders only what cannot work, and puts it right', async () => {
  const id = await createLayer();
  layers = `${WAY.replace('>roads<', '>city:roads<')}<Layer><Name>trees</Name><Title>Trees</Title></Layer>`;
  const { user, t, save, field, writes } = await open(id);
  await screen.findByText(t('layerSources.service.changes.layerRenamed', { name: 'roads', to: 'city:roads' }));
  await screen.findByText(t('layerSources.service.changes.layerGone', { name: 'soil' }));
  // The name of ours has nothing to do with it.
  await user.type(await field('attribution'), 'شهرداری');
  await save();
  await screen.findByText(t('layerSources.service.saved', { label: 'راه و خاک' }));
  expect(await sourceOf(id)).toMatchObject({ layers: 'soil,roads', attribution: 'شهرداری' });

  await user.click(screen.getByRole('button', { name: t('layerSources.service.changes.useNew') }));
  const before = writes().length;
  await save();
  await screen.findByText(t('layerSources.service.undrawable', { names: 'soil' }));
  expect(writes()).toHaveLength(before);
  await user.click(screen.getByRole('button', { name: t('layerSources.service.changes.takeOut') }));
  await save();
  await waitFor(async () => expect(await sourceOf(id)).toMatchObject({ layers: 'city:roads' }));
});

it('keeps a secret, replaces it and removes it, and never reads it', async () => {
  const id = await createLayer({ username: 'reader', password: 'WORD-CANARY' });
  const { user, t, save, container } = await open(id);
  const word = (key: 'kept' | 'replace' | 'remove' | 'removed') => t(`layerSources.service.secret.${key}`);
  await screen.findByText(t('layerSources.service.changes.none'));
  expect(credentials.at(-1)).toBe(`Basic ${btoa('reader:WORD-CANARY')}`);
  expect(container.innerHTML).not.toContain('CANARY');
  await user.click(screen.getByRole('button', { name: word('replace') }));
  await user.type(screen.getByRole('textbox', { name: t('layerSources.service.username') }), 'other');
  await user.type(screen.getByLabelText(t('layerSources.service.password')), 'second');
  await save();
  await screen.findByText(t('layerSources.service.saved', { label: 'راه و خاک' }));
  // The saved service is read anew a moment later.
  await waitFor(() => expect(credentials.at(-1)).toBe(`Basic ${btoa('other:second')}`));
  expect((await sourceOf(id)).has_secret).toBe(true);
  await user.click(await screen.findByRole('button', { name: word('remove') }));
  await screen.findByText(word('removed'));
  await save();
  await waitFor(async () => expect((await sourceOf(id)).has_secret).toBe(false));
  await waitFor(() => expect(credentials.at(-1)).toBeUndefined());
});

it('lets a name be changed while the service is down, and the address only after a look or on insisting', async () => {
  const id = await createLayer();
  isDown = true;
  const { user, t, save, field, writes } = await open(id);
  const label = await field('label');
  await user.clear(label);
  await user.type(label, 'نام تازه');
  await save();
  await screen.findByText(t('layerSources.service.saved', { label: 'نام تازه' }));
  expect(writes().at(-1)?.body).toEqual({ label: 'نام تازه' });
  await user.type(await field('url'), '2');
  await save();
  await screen.findByText(t('layerSources.service.readFirst'));
  expect((await sourceOf(id)).url).toBe(url);
});

it('asks whose value stays where somebody was quicker', async () => {
  const id = await createLayer();
  const { user, t, save, field } = await open(id);
  const label = await field('label');
  await world.call('super', 'PATCH', `/api/layer/${id}/`, { label: 'نام دیگری' });
  await user.clear(label);
  await user.type(label, 'نام من');
  await save();
  const dialog = await screen.findByRole('dialog', { name: t('common.conflict.title') });
  expect(dialog.textContent).toContain('نام دیگری');
  await user.click(within(dialog).getByRole('button', { name: t('common.conflict.save') }));
  await screen.findByText(t('layerSources.service.saved', { label: 'نام من' }));
});

it('opens for nobody else, and no other layer', async () => {
  const { layer } = await world.ids();
  const own = await open(layer);
  await screen.findByText(own.t('layerSources.service.refused.otherLayer.title'));
  own.unmount();
  const missing = await open(999_999);
  await screen.findByText(missing.t('layerSources.service.refused.missing.title'));
  missing.unmount();
  const id = await createLayer();
  const { body: roles } = await world.call('super', 'GET', `/api/layerpermission/?layer=${id}`);
  const viewing = roles.find(({ label }: { label: string }) => label === 'viewing');
  const { layer: _, label: __, ...line } = viewing;
  await world.call('super', 'POST', `/api/layerpermission/?layer=${id}`, { permissions: [{ ...line, view: true }] });
  const viewer = await open(id, 'viewer');
  await screen.findByText(viewer.t('layerSources.service.refused.noRight.title'));
  expect(screen.queryByRole('button', { name: viewer.t('layerSources.service.save') })).toBeNull();
});
