// What is said of a data set before it comes in.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Dataset } from '@/contract/schemas/upload';
import { renderScreen } from '@/testing/render-screen';
import { Notes } from './notes';

it.each(['fa', 'en'] as const)('names the first cells whose formula has no result, in %s', async (lang) => {
  const dataset = { notes: [{ code: 'formulas', count: 8, cells: ['AB2', 'AB3'] }] } as Dataset;
  await renderScreen(<Notes of={dataset} untaken={[]} />, { role: 'editor', lang });
  const text = screen.getByRole('listitem').textContent ?? '';
  expect(text).toContain(lang === 'fa' ? '۸' : '8');
  expect(text).toContain('AB2, AB3, …');
});
