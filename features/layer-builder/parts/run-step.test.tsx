// Where an import of several data sets ends: on the map with all new layers, in the order of the file; with refused rows it stays.
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Job } from '@/contract/schemas/upload';
import { renderScreen } from '@/testing/render-screen';
import { RunStep } from './run-step';

const job = (id: string, layer: number, more: Partial<Job> = {}): Job => ({
  id,
  kind: 'import',
  state: 'done',
  label: id,
  file_id: 'f',
  dry_run: false,
  progress: 100,
  read: 3,
  imported: 3,
  rejected: 0,
  rejects: [],
  layer,
  report: null,
  error: null,
  ...more,
});
const render = (over: Job[], ordered = ['a', 'b', 'c']) =>
  renderScreen(<RunStep jobs={['a', 'b', 'c']} ordered={ordered} over={over} onOver={() => {}} onAgain={() => {}} />, {
    role: 'editor',
    path: '/app/layer-import/f',
  });
/** Longer than the page waits before it moves on. */
const AFTER = { timeout: 3000 };

it('opens the map at all new layers, whichever ended first', async () => {
  const { address } = await render([job('c', 9), job('a', 7), job('b', 8)]);
  await waitFor(() => expect(address()).toBe('/app/home?layer=7,8,9'), AFTER);
});

it('opens only what was ordered last', async () => {
  const { address } = await render(
    [job('a', 7, { state: 'failed', layer: null }), job('b', 8), job('c', 9)],
    ['b', 'c'],
  );
  await waitFor(() => expect(address()).toBe('/app/home?layer=8,9'), AFTER);
});

it('stays where rows were refused, with the way to the map', async () => {
  const { address, t } = await render([job('a', 7), job('b', 8, { rejected: 2, imported: 1 }), job('c', 9)]);
  const link = screen.getByRole('link', { name: t('layerBuilder.run.map') });
  expect(link.getAttribute('href')).toBe('/app/home?layer=7,8,9');
  await new Promise((resolve) => setTimeout(resolve, 2200));
  expect(address()).toBe('/app/layer-import/f');
});
