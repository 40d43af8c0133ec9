// A draft is kept after a pause, and at once where it is left; never after it was dropped or the session ended.
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetTexts, keptText, textsReady } from '../state/kept-texts';
import { useKeptDraft } from './use-kept-draft';

beforeEach(async () => {
  await textsReady();
  vi.useFakeTimers();
});
afterEach(async () => {
  vi.useRealTimers();
  await forgetTexts();
});
const draftOf = (text: string | null) => (text === null ? null : { text });
const textOf = (key: string) => JSON.parse(keptText(key) ?? '{"text":null}').text as string | null;
const begin = (first: string | null) => {
  const hook = renderHook((now: { key: string; draft: object | null }) => useKeptDraft(now.key, now.draft), {
    initialProps: { key: 'a', draft: draftOf(first) },
  });
  return { ...hook, rerender: (now: { key: string; text: string | null }) => hook.rerender({ key: now.key, draft: draftOf(now.text) }) }; // biome-ignore format: one line
};

it('keeps the last text once nobody writes', () => {
  const { rerender } = begin('one');
  vi.advanceTimersByTime(300);
  rerender({ key: 'a', text: 'two' });
  vi.advanceTimersByTime(300);
  expect(textOf('a')).toBeNull();
  vi.advanceTimersByTime(200);
  expect(textOf('a')).toBe('two');
});

it('keeps it at once where the screen, the page or the thing is left', () => {
  const { unmount } = begin('screen');
  unmount();
  expect(textOf('a')).toBe('screen');
  const page = begin('page');
  dispatchEvent(new Event('pagehide'));
  expect(textOf('a')).toBe('page');
  page.rerender({ key: 'a', text: 'thing' });
  page.rerender({ key: 'b', text: null });
  expect([textOf('a'), textOf('b')]).toEqual(['thing', null]);
});

it('keeps nothing that was dropped or taken back before the pause', () => {
  const { result, rerender, unmount } = begin('one');
  result.current();
  vi.advanceTimersByTime(1_000);
  expect(textOf('a')).toBeNull();
  rerender({ key: 'a', text: 'two' });
  rerender({ key: 'a', text: null });
  unmount();
  expect(textOf('a')).toBeNull();
});

it('keeps nothing of a session that has ended', async () => {
  const { unmount } = begin('secret');
  const over = forgetTexts();
  unmount();
  await over;
  expect(textOf('a')).toBeNull();
});
