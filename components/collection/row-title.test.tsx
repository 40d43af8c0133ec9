// The title of a row: what it leads to is begun where a pointer rests, the keyboard stands or a finger touches, and not where a pointer passes.
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RowTitle } from './row-title';

const row = { id: 7 };
const onNear = vi.fn();
function show(): HTMLElement {
  render(
    <RowTitle row={row} title={{ title: 'name', text: () => 'roads' }} href={() => '/app/layers'} onNear={onNear} />,
  );
  return screen.getByRole('link', { name: 'roads' });
}

beforeEach(() => {
  onNear.mockClear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it.each([
  ['a pointer that rests', fireEvent.pointerEnter],
  ['the keyboard', fireEvent.focus],
  ['a finger', fireEvent.touchStart],
])('%s begins what the link leads to, once', (_, come) => {
  come(show());
  vi.advanceTimersByTime(500);
  expect(onNear.mock.calls).toEqual([[row]]);
});

it('a pointer that passes begins nothing', () => {
  const link = show();
  fireEvent.pointerEnter(link);
  vi.advanceTimersByTime(20);
  fireEvent.pointerLeave(link);
  vi.advanceTimersByTime(500);
  expect(onNear).not.toHaveBeenCalled();
});
