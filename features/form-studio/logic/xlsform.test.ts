// What a workbook brings into the studio: added, or in place of the form, which keeps what the standard cannot say.
import { expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { fromXlsForm } from '@/contract/xlsform/read';
import { toXlsForm } from '@/contract/xlsform/write';
import { type Document, NEW_META, toForm, toItems } from './document';
import { withXlsForm } from './xlsform';

const studioOf = (form: Field[], isSaved = true) => {
  const document: Document = { meta: { ...NEW_META, label: 'لایه' }, items: toItems(form, isSaved) };
  return { document, saved: document, selected: null };
};
const through = (form: readonly Field[]) => {
  const read = fromXlsForm(toXlsForm('از فایل', 3, form).sheets, 'fa');
  if (!read) throw new Error('no form');
  const { lossCount: loss_count, ...rest } = read;
  return { ...rest, loss_count };
};

it('comes back from a spreadsheet with everything that the standard cannot say', () => {
  const form: Field[] = [
    { name: 'n', label: 'شمار', type: 'integer', unit: 'متر', unique: true, warn_if: { when: { field: 'n', is: 'gt', value: 9 }, message: 'm' } }, // biome-ignore format: one line
    { name: 'c', label: 'c', type: 'choice', list: 4, choices: [{ value: 'a', label: 'A', colour: '#ff0000' }, { value: 'b', label: 'B', retired: true }] }, // biome-ignore format: one line
    { name: 'w', label: 'w', type: 'text', pattern: { preset: 'email' }, default: { kind: 'user' } },
    { name: 'i', label: 'i', type: 'image', min: 1, max: 3 },
    { name: 'r', label: 'r', type: 'reference', reference: { layer: 3 }, unique: true },
    { name: 'x', label: 'x', type: 'computed', expr: '[n] + x' },
  ];
  const studio = studioOf(form);
  const next = withXlsForm(studio, through(form), 'replace', false);
  expect(toForm(next.items)).toEqual(form);
  expect(next.meta).toEqual(studio.document.meta);
  expect(next.items.every(({ isSaved }) => isSaved)).toBe(true);
});

it('takes what was changed in the spreadsheet, and takes away what went there', () => {
  const before: Field[] = [
    { name: 'a', label: 'الف', type: 'integer', unit: 'm', required: true },
    { name: 'b', label: 'ب', type: 'text' },
  ];
  const read = through([{ name: 'a', label: 'تازه', type: 'integer', max: 5 }]);
  expect(toForm(withXlsForm(studioOf(before), read, 'replace', false).items)).toEqual([
    { name: 'a', label: 'تازه', type: 'integer', max: 5, unit: 'm' },
  ]);
});

it('is added behind the form under names that nobody has, and gives a new layer its title and shapes', () => {
  const read = through([{ name: 'a', label: 'تازه', type: 'text' }]);
  const old = withXlsForm(studioOf([{ name: 'a', label: 'الف', type: 'text' }]), read, 'add', false);
  expect(toForm(old.items).map(({ name, label }) => [name, label])).toEqual([['a', 'الف'], ['a_2', 'تازه']]); // biome-ignore format: one line
  expect(old.meta).toMatchObject({ label: 'لایه', type: 1 });
  const empty: Document = { meta: NEW_META, items: [] };
  const fresh = withXlsForm({ document: empty, saved: empty, selected: null }, read, 'add', true);
  expect(fresh.meta).toMatchObject({ label: 'از فایل', type: 3 });
  expect(fresh.items).toMatchObject([{ hasOwnName: true, isSaved: false }]);
});
