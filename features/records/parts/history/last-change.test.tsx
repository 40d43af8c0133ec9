// Who changed a field last: asked for when its label is hovered or Alt+H is pressed in it, once for all fields, and not before.
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { type Role, renderScreen, world } from '@/testing/render-screen';
import { RecordPanel } from '../../slots/record-panel';

const PAUSE_MS = 600;
// So that loading the tip does not hide a call that comes too early.
beforeAll(() => import('./last-change-tip'));

const FORM: Field[] = [
  { name: 'n', label: 'نام', type: 'text' },
  { name: 'd', label: 'عمق', type: 'integer' },
];

async function open(as: Role = 'super') {
  const id = await world.layer(FORM, 0, {});
  const { body: first } = await world.call('super', 'POST', '/api/layerdata/', { layer: id, value: { n: 'چاه', d: null }, geometry: null }); // biome-ignore format: one call
  await world.call('super', 'PUT', `/api/layerdata/${first.id}/`, { value: { n: 'چشمه', d: null } });
  const { body: layer } = await world.call('super', 'GET', `/api/layer/${id}/`);
  const { body: record } = await world.call('super', 'GET', `/api/layerdata/${first.id}/`);
  const nothing = () => {};
  const view = await renderScreen(
    <RecordPanel layer={layer} record={record} geometry={undefined} onSaved={nothing} onDeleted={nothing} onClose={nothing} />,
    { role: as, path: `/app/layer-data/${id}` },
  ); // biome-ignore format: one screen
  const logCalls = () => view.calls.filter(({ path }) => path.startsWith('layerdatalog/')).length;
  return { ...view, logCalls };
}

it('asks nothing before a label is hovered, and once for all of them', async () => {
  const { user, t, logCalls } = await open();
  const input = await screen.findByRole('textbox', { name: 'نام' });
  await user.click(input);
  await user.tab();
  // Long enough for a call that nobody wants to be made.
  await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  expect(logCalls()).toBe(0);
  await user.hover(screen.getByText('نام'));
  const tip = await screen.findByRole('tooltip', { name: /super/ });
  expect(tip.textContent).toContain(t('records.history.lastChange', { who: '\u2068super\u2069', when: '' }).trim());
  // The input's name stays its label.
  expect(screen.getByRole('textbox', { name: 'نام' })).toBe(input);
  expect(logCalls()).toBe(1);
  await user.unhover(screen.getByText('نام'));
  await user.hover(screen.getByText('عمق'));
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(t('records.history.lastChangeNone')));
  expect(logCalls()).toBe(1);
});

it('tells it by a finger on the label, without typing into the field, until another place is touched', async () => {
  const { logCalls } = await open();
  const input = await screen.findByRole('textbox', { name: 'نام' });
  const tap = new MouseEvent('click', { bubbles: true, cancelable: true });
  Object.defineProperty(tap, 'pointerType', { value: 'touch' });
  fireEvent(screen.getByText('نام'), tap);
  expect(tap.defaultPrevented).toBe(true);
  expect(document.activeElement).not.toBe(input);
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('super'));
  expect(logCalls()).toBe(1);
  fireEvent.pointerDown(document.body);
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});

it('tells it by a key in the field, and goes with the focus', async () => {
  const { user, logCalls } = await open();
  const input = await screen.findByRole('textbox', { name: 'نام' });
  await user.click(input);
  fireEvent.keyDown(input, { code: 'KeyH', key: 'h', altKey: true });
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain('super'));
  expect(logCalls()).toBe(1);
  await user.tab();
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
});
