// What is written is kept after a pause, and at once where it is left; never after it was dropped or the session ended.
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetTexts, keptText, textsReady } from '../state/kept-texts';
import { useKeptText } from './use-kept-text';

beforeEach(async () => {
  await textsReady();
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  await forgetTexts();
});
const begin = (text: string | null) =>
  renderHook((now: { key: string; text: string | null }) => useKeptText(now.key, now.text), {
    initialProps: { key: 'a', text },
  });

it('keeps the last text once nobody writes', () => {
  const { rerender } = begin('one');
  vi.advanceTimersByTime(300);
  rerender({ key: 'a', text: 'two' });
  vi.advanceTimersByTime(300);
  expect(keptText('a')).toBeNull();
  vi.advanceTimersByTime(200);
  expect(keptText('a')).toBe('two');
});

it('keeps it at once where the screen, the page or the thing is left', () => {
  const { unmount } = begin('screen');
  unmount();
  expect(keptText('a')).toBe('screen');
  const page = begin('page');
  dispatchEvent(new Event('pagehide'));
  expect(keptText('a')).toBe('page');
  page.rerender({ key: 'a', text: 'thing' });
  page.rerender({ key: 'b', text: null });
  expect([keptText('a'), keptText('b')]).toEqual(['thing', null]);
});

it('keeps nothing that was dropped or taken back before the pause', () => {
  const { result, rerender, unmount } = begin('one');
  result.current();
  vi.advanceTimersByTime(1_000);
  expect(keptText('a')).toBeNull();
  rerender({ key: 'a', text: 'two' });
  rerender({ key: 'a', text: null });
  unmount();
  expect(keptText('a')).toBeNull();
});

it('keeps nothing of a session that has ended', async () => {
  const { unmount } = begin('secret');
  const over = forgetTexts();
  unmount();
  await over;
  expect(keptText('a')).toBeNull();
});
