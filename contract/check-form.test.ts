// Forms that make no sense, by what is wrong with them.

import { expect, it } from 'vitest';
import { checkForm } from './check-form';
import { choicesOf } from './fields/choice';
import type { Field } from './schemas/form';

const field = (more: Partial<Field>): Field => ({ name: 'a', label: 'a', type: 'text', ...more });

it.each<[string, Partial<Field>, string | null]>([
  ['a number below itself', { type: 'integer', min: 10, max: 1 }, 'min'],
  ['one possible number', { type: 'integer', min: 1, max: 1 }, null],
  ['a text without room', { max: -5 }, 'max'],
  ['a text of one letter', { max: 1 }, null],
  ['a shortest text', { min: 3 }, null],
  ['a shortest text above the longest', { min: 3, max: 2 }, 'min'],
  ['a text that begins at a day', { min: '2024-01-01' }, 'min'],
  ['a first day that is a number', { type: 'date', min: 3 }, 'min'],
  ['a first and a last day', { type: 'date', min: '2024-01-01', max: '2024-12-31' }, null],
  ['a first day after the last', { type: 'datetime', min: '2025-01-01', max: '2024-12-31' }, 'min'],
  ['a number that begins at a day', { type: 'integer', min: '2024-01-01' }, 'min'],
  ['a pattern of a number', { type: 'decimal', pattern: { preset: 'sheba' } }, 'pattern'],
  ['a pattern of many lines', { type: 'long_text', pattern: { text: '.*' } }, 'pattern'],
  ['a pattern that is no regular expression', { pattern: { text: '(a' } }, 'pattern'],
  ['a pattern that never ends', { pattern: { text: '(a+)+b' } }, 'pattern'],
  ['a known pattern', { pattern: { preset: 'plate' } }, null],
  ['decimals of a whole number', { type: 'integer', precision: 2 }, 'precision'],
  ['decimals of a decimal', { type: 'decimal', precision: 2 }, null],
  ['a longest flag', { type: 'boolean', max: 3 }, 'max'],
  ['a choice of nothing', { type: 'choice' }, 'choices'],
  ['a choice of an empty list', { type: 'choice', choices: [] }, 'choices'],
  ['a choice without a text', { type: 'choice', choices: choicesOf('a', ' ') }, 'choices'],
  ['a choice twice', { type: 'choice', choices: choicesOf('علي', 'علی') }, 'choices'],
  ['a choice', { type: 'choice', choices: choicesOf('a', 'b') }, null],
  ['what must be filled in and cannot be', { read_only: true, required: true }, 'read_only'],
])('finds %s', (_, more, part) => {
  expect(Object.keys(checkForm([field({ name: 'first' }), field(more)]))).toEqual(part ? [`form.1.${part}`] : []);
});

it('tells all problems of all fields at once, and names that look the same', () => {
  const form = [field({ name: 'علی', max: 0 }), field({ name: 'علي', type: 'choice' }), field({ name: 'علي' })];
  expect(checkForm(form)).toEqual({
    'form.0.max': 'formNoRoom',
    'form.1.name': 'formNameAlike',
    'form.1.choices': 'formNoChoices',
    'form.2.name': 'formNameTwice',
  });
});
