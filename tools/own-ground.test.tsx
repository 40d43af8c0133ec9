// The ground of a person's regions stays clear on the map, and all else is dimmed; nobody else's map is.
import { cleanup, waitFor } from '@testing-library/react';
import { afterAll, afterEach, expect, it } from 'vitest';
import { useOverlay } from '@/map/state/overlay';
import { closeWorld, renderScreen, resetScreen } from '@/testing/render-screen';
import OwnGround from './own-ground';

afterEach(resetScreen);
afterAll(closeWorld);
const shapes = () => useOverlay.getState().shapes.ground;

it('dims what lies outside of the regions of whoever has some', async () => {
  await renderScreen(<OwnGround />, { role: 'regional' });
  await waitFor(() => expect(shapes()).toHaveLength(1));
  const [shape] = shapes() ?? [];
  expect(shape).toMatchObject({ role: 'shade', width: 0, geometry: { type: 'MultiPolygon' } });
  cleanup();
  expect(shapes()).toBeUndefined();
});

it('leaves the map of everybody else as it is', async () => {
  const { calls } = await renderScreen(<OwnGround />, { role: 'editor' });
  await waitFor(() => expect(calls.some(({ path }) => path.startsWith('user/'))).toBe(true));
  expect(calls.some(({ path }) => path.startsWith('region/'))).toBe(false);
  expect(shapes()).toBeUndefined();
});
