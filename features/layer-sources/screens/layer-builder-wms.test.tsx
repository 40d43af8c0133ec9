// A map service becomes a layer: what is missing, what fails and where it is told, and what is sent.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderScreen } from '@/testing/render-screen';
import { LayerBuilderWmsScreen } from './layer-builder-wms';

const open = (lang?: 'en') =>
  renderScreen(() => <LayerBuilderWmsScreen />, {
    role: 'editor',
    path: '/app/layer-builder-wms',
    ...(lang ? { lang } : {}),
  });

it('asks for the list before a layer is made, and sends nothing', async () => {
  const { user, t, writes } = await open();
  await user.click(screen.getByRole('button', { name: t('layerSources.service.create') }));
  const url = screen.getByRole('textbox', { name: new RegExp(`^${t('layerSources.service.url')}`) });
  await waitFor(() => expect(url.getAttribute('aria-invalid')).toBe('true'));
  expect(writes()).toEqual([]);
});

it('tells at its field a host that may not be asked, and an address that is none', async () => {
  const { user, t } = await open();
  const url = screen.getByRole('textbox', { name: new RegExp(`^${t('layerSources.service.url')}`) });
  await user.type(url, 'rubbish');
  await user.click(screen.getByRole('button', { name: t('layerSources.service.read') }));
  await screen.findByText(/https:\/\/ آغاز کنید/);
  await user.clear(url);
  await user.type(url, 'http://10.0.0.7/wms');
  await user.click(screen.getByRole('button', { name: t('layerSources.service.read') }));
  await screen.findByText(/میزبان این نشانی پیدا نشد/);
  expect(url.getAttribute('aria-invalid')).toBe('true');
});

it('reads a list, sees one layer and makes it', async () => {
  const queries: string[] = [];
  const service = createServer((request, response) => {
    queries.push(request.url ?? '');
    if (request.url?.includes('GetCapabilities'))
      response
        .writeHead(200, { 'content-type': 'text/xml' })
        .end(
          '<WMS_Capabilities version="1.3.0"><Service><Title>Office</Title></Service><Capability><Layer><CRS>EPSG:3857</CRS><Title>All</Title><Layer><Name>roads</Name><Title>Roads</Title></Layer><Layer><Name>soil</Name><Title>Soil</Title></Layer></Layer></Capability></WMS_Capabilities>',
        );
    else response.writeHead(200, { 'content-type': 'image/png' }).end('png');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  try {
    const { user, t, address, writes } = await open();
    const word = (key: 'url' | 'read' | 'search' | 'try' | 'create') => t(`layerSources.service.${key}`);
    await user.type(
      screen.getByRole('textbox', { name: new RegExp(`^${word('url')}`) }),
      `http://127.0.0.1:${port}/wms?REQUEST=GetMap`,
    );
    await user.click(screen.getByRole('button', { name: word('read') }));
    await screen.findByText(t('layerSources.service.removed', { keys: 'REQUEST' }));
    await user.click(screen.getByRole('checkbox', { name: /^Roads/ }));
    await user.click(screen.getByRole('checkbox', { name: /^Soil/ }));
    await user.click(screen.getByRole('button', { name: word('create') }));
    await waitFor(() => expect(address()).toMatch(/^\/app\/home\?layer=\d+$/));
    const body = writes().at(-1)?.body;
    expect([body.label, body.type, JSON.parse(body.source)]).toEqual([
      'Roads',
      '4',
      {
        kind: 'wms',
        url: `http://127.0.0.1:${port}/wms`,
        layers: 'roads,soil',
        version: '1.3.0',
        format: 'image/png',
        titles: 'Soil\nRoads',
        offered: 'roads\nsoil',
      },
    ]);
    expect(queries.some((query) => query.includes('GetMap'))).toBe(true);
  } finally {
    service.close();
  }
});
