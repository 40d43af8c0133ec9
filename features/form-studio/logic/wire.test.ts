// Two people change one form: what only one of them touched goes together, what both did is asked.
import { expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { type Document, NEW_META, toForm, toItems } from './document';
import { mergeDocuments, patchOf, withForm } from './wire';

const text = (name: string, more: Partial<Field> = {}): Field => ({ name, label: name, type: 'text', ...more });
const base: Document = { meta: { ...NEW_META, label: 'L' }, items: toItems([text('a'), text('b'), text('c')], true) };
const with_ = (form: Field[], meta = {}): Document => ({
  ...withForm(base, form, new Set(['a', 'b', 'c'])),
  meta: { ...base.meta, ...meta },
});
const names = (document: Document) =>
  toForm(document.items)
    .map(({ name }) => name)
    .join(' ');

it('puts together what each has changed, added, removed and moved', () => {
  const mine = with_([text('c'), text('a', { hint: 'mine' }), text('b'), text('m')]);
  const theirs = with_([text('a'), text('t'), text('b', { hint: 'theirs' })], { label: 'T' });
  const { conflicts, merged } = mergeDocuments(base, mine, theirs);
  expect(conflicts).toEqual([]);
  expect(names(merged())).toBe('a t b m');
  expect(toForm(merged().items)).toEqual([
    text('a', { hint: 'mine' }),
    text('t'),
    text('b', { hint: 'theirs' }),
    text('m'),
  ]);
  expect(merged().meta.label).toBe('T');
});

it('keeps their order where only they have moved, and mine where I have', () => {
  const moved = with_([text('b'), text('a'), text('c')]);
  const hinted = with_([text('a'), text('b', { hint: 'x' }), text('c')]);
  expect(names(mergeDocuments(base, hinted, moved).merged())).toBe('b a c');
  expect(names(mergeDocuments(base, moved, hinted).merged())).toBe('b a c');
});

it('asks where both have changed the same field, also where one has removed it', () => {
  const mine = with_([text('a', { hint: 'mine' }), text('b', { hint: 'mine' }), text('c')]);
  const theirs = with_([text('a', { hint: 'theirs' }), text('c')]);
  const { conflicts, merged } = mergeDocuments(base, mine, theirs);
  expect(conflicts.map(({ field }) => field)).toEqual(['field:a', 'field:b']);
  expect(toForm(merged(['field:a', 'field:b']).items)).toEqual([text('a', { hint: 'theirs' }), text('c')]);
  expect(toForm(merged(['field:a']).items)[1]).toEqual(text('b', { hint: 'mine' }));
});

it('sends only what has changed', () => {
  expect(patchOf(base, base)).toEqual({});
  expect(patchOf(base, { ...base, meta: { ...base.meta, label: 'M', hasSecondApproval: true } })).toEqual({
    label: 'M',
    config: { second_approval: true },
  });
  expect(patchOf(base, { ...base, items: base.items.slice(1) })).toEqual({ config: { form: [text('b'), text('c')] } });
});
