// The time of the home map: which days of which layer are drawn, by keys and by itself, and that nothing stays of it.
import { screen, waitFor, within } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Layer } from '@/contract/schemas/layer';
import { MapProvider, useLayers } from '@/map';
import { closeWorld, type Role, renderScreen, resetScreen, world } from '@/testing/render-screen';
import { useMapTime } from '../../logic/map-time';
import { LayerRow } from '../panel/layer-row';
import { TimePlace } from './time-place';

let layer: Layer;
let empty: Layer;
const FORM = [
  { name: 'name', label: 'نام', type: 'text' },
  { name: 'opened', label: 'گشایش', type: 'date' },
  { name: 'seen', label: 'بازدید', type: 'datetime' },
];

beforeAll(async () => {
  const create = async (label: string) => (await world.form('super', '/api/layer/', { label, type: 1, form: FORM })).body as Layer; // biome-ignore format: one line
  layer = await create('فروشگاه‌ها');
  empty = await create('خالی');
  // 30 Esfand 1403 and 21 Ordibehesht 1404: Farvardin between them has none.
  for (const opened of ['2025-03-20', '2025-05-11', '2025-05-12', null])
    await world.call('super', 'POST', '/api/layerdata/', { layer: layer.id, value: { opened, ...(opened === '2025-03-20' ? { seen: '2025-03-20T21:00:00Z' } : {}) }, geometry: { type: 'Point', coordinates: [51, 35] } }); // biome-ignore format: one call
});
afterEach(() => {
  resetScreen();
  useMapTime.getState().close();
  useLayers.getState().reset();
});
afterAll(closeWorld);

const none = () => {};
async function open(of: () => Layer, lang: 'fa' | 'en' = 'fa', role: Role = 'super') {
  const one = of();
  useLayers.setState({ hidden: new Set([one.id]) });
  const view = await renderScreen(
    <MapProvider>
      <LayerRow layer={one} state={null} reason={null} open={false} onToggle={none} onTable={none} onRecords={none} onRefresh={none} onTip={none} />
      <TimePlace layers={[one]} states={new Map()} isAlone={true} onOpen={none} />
    </MapProvider>, // biome-ignore format: one screen
    { role, lang },
  );
  await view.user.click(await screen.findByRole('button', { name: view.t('home.layers.menu', { label: one.label }) }));
  await view.user.click(await screen.findByRole('menuitem', { name: view.t('home.time.open') }));
  return view;
}
const span = () => useMapTime.getState().span;

describe('the time of the home map', () => {
  it('begins at the newest month, goes by keys and by itself, and leaves nothing behind', async () => {
    const { user, t } = await open(() => layer);
    const slider = await screen.findByRole('slider', { name: t('common.time.title') });
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('اردیبهشت ۱۴۰۴'));
    expect([slider.getAttribute('max'), span()]).toEqual(['2', { of: 'f:opened', from: '2025-04-21', to: '2025-05-21' }]); // biome-ignore format: one line
    const bar = within(screen.getByRole('region', { name: t('common.time.title') }));
    await waitFor(() => expect(bar.getByRole('status').textContent).toContain('۲'));
    // A hidden layer is shown.
    expect(useLayers.getState().hidden.has(layer.id)).toBe(false);
    await waitFor(() => expect(document.activeElement?.closest('section')?.getAttribute('aria-label')).toBe(t('common.time.title'))); // biome-ignore format: one line
    await user.keyboard('[BracketLeft][BracketLeft]');
    await waitFor(() => expect(span()).toEqual({ of: 'f:opened', from: '2025-02-19', to: '2025-03-20' }));
    await user.keyboard('p');
    await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('فروردین ۱۴۰۴'), { timeout: 5000 });
    await user.keyboard('p');
    await user.keyboard('[Escape]');
    await waitFor(() => expect(screen.queryByRole('slider')).toBeNull());
    expect(useMapTime.getState()).toMatchObject({ layer: null, span: null });
  });

  it('takes days of moments in Tehran and of the records themselves, of the Gregorian calendar in English', async () => {
    const { user, t } = await open(() => layer, 'en');
    await waitFor(() => expect(span()).toEqual({ of: 'f:opened', from: '2025-05-01', to: '2025-05-31' }));
    await screen.findByText('May 2025');
    const pick = async (box: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name: box }));
      await user.click(await screen.findByRole('option', { name: option }));
    };
    await pick(t('common.time.period'), t('common.time.periods.day'));
    await waitFor(() => expect(span()).toEqual({ of: 'f:opened', from: '2025-05-12', to: '2025-05-12' }));
    await pick(t('common.time.source'), 'بازدید');
    await waitFor(() => expect(span()).toEqual({ of: 'f:seen', from: '2025-03-21', to: '2025-03-21' }));
    await pick(t('common.time.source'), t('home.time.create_date'));
    await waitFor(() => expect(span()?.of).toBe('create_date'));
  });

  it('says where nothing has a day, and draws all of it then', async () => {
    const { t } = await open(() => empty);
    await screen.findByText(t('common.time.none'));
    expect(useMapTime.getState()).toMatchObject({ layer: empty.id, span: null });
    expect(screen.queryByRole('slider')).toBeNull();
  });

  it('ends with the screen', async () => {
    const { unmount } = await open(() => layer);
    await waitFor(() => expect(span()).not.toBeNull());
    unmount();
    expect(useMapTime.getState().layer).toBeNull();
  });
});
