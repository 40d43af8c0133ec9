// The studio's state while it is saved: what is typed meanwhile is not lost with the answer.
import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { type Document, NEW_META, toItems } from '../logic/document';
import { useStudio } from './use-studio';

const documentWith = (...labels: string[]): Document => ({
  meta: { ...NEW_META, label: 'خیابان' },
  items: toItems(labels.map((label, i) => ({ name: `n${i}`, label, type: 'text' as const })), true), // biome-ignore format: one call
});
const labelsOf = ({ items }: Document) => items.map(({ field }) => field.label);

it('keeps over the saved form what was changed while it was sent', () => {
  const { result } = renderHook(() => useStudio(documentWith('نام', 'طول')));
  const keyAt = (i: number) => result.current.document.items[i]?.key as string;
  act(() => result.current.patch(keyAt(0), { label: 'نام کوچه' }));
  const payload = result.current.document;
  act(() => result.current.patch(keyAt(1), { hint: 'به متر' }));
  act(() => result.current.settleSaved(documentWith('نام کوچه', 'طول'), payload));
  expect(labelsOf(result.current.document)).toEqual(['نام کوچه', 'طول']);
  expect(result.current.document.items[1]?.field.hint).toBe('به متر');
  expect(result.current.isDirty).toBe(true);
});

it('takes the saved form as it is where nothing was changed meanwhile', () => {
  const { result } = renderHook(() => useStudio(documentWith('نام')));
  const saved = documentWith('نام کوچه');
  act(() => result.current.settleSaved(saved, result.current.document));
  expect(labelsOf(result.current.document)).toEqual(labelsOf(saved));
  expect(result.current.isDirty).toBe(false);
});

it('leaves the selected field selected and open while its form is saved', () => {
  const { result } = renderHook(() => useStudio(documentWith('نام', 'طول')));
  const { key } = result.current.document.items[1] as { key: string };
  act(() => result.current.select(key));
  act(() => result.current.settleSaved(documentWith('نام', 'طول'), result.current.document));
  expect(result.current.selected?.key).toBe(key);
  expect(result.current.selected?.field.label).toBe('طول');
});
