// What comes back of a draft: values of every shape, and nothing of a text that is none.
import { expect, it } from 'vitest';
import { type Draft, readDraft } from './draft';

it('gives back lists beside single values', () => {
  const draft: Draft = { values: { a: ['x', 'y'], b: 3, c: null, d: [7] }, base: { a: ['x'] }, version: 2, at: '2026-01-01T00:00:00Z' }; // biome-ignore format: one line
  expect(readDraft(JSON.stringify(draft))).toEqual(draft);
});

it('takes nothing of a text that is no draft', () => {
  for (const text of [null, '', '{', '[]', '{"values":{"a":{"b":1}},"at":"x"}', '{"values":{"a":[["b"]]},"at":"x"}'])
    expect(readDraft(text)).toBeNull();
});
