// Problems of a form in the studio, where each field is looked at by itself and among the others.
import { expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { problemsByKey } from './problems';

const PROVINCE: Field = { name: 'p', label: 'p', type: 'choice', choices: [{ value: 'fars', label: 'Fars' }] };
const COUNTY: Field = {
  name: 'c',
  label: 'c',
  type: 'multi_choice',
  parent_field: 'p',
  choices: [{ value: 'jahrom', label: 'Jahrom', parent: ['fars'] }],
};
const SUM: Field = { name: 's', label: 's', type: 'computed', expr: "concat([p], '!')", visible_if: { field: 'p', is: 'not_empty' } }; // biome-ignore format: one line
const problemsIn = (...form: Field[]) =>
  Object.fromEntries(
    problemsByKey(form.map((field, i) => ({ key: String(i), field, isSaved: true, hasOwnName: true }))),
  );

it('are none where cascades, expressions and conditions look back', () => {
  expect(problemsIn(PROVINCE, COUNTY, SUM)).toEqual({});
});

it('are told of each that looks at what does not stand before it', () => {
  expect(problemsIn(COUNTY, SUM, PROVINCE)).toEqual({
    0: { parent_field: 'formParentField' },
    1: { expr: 'formExprField', visible_if: 'formConditionField' },
  });
  expect(problemsIn({ ...PROVINCE, choices: [{ value: 'yazd', label: 'Yazd' }] }, COUNTY)).toEqual({
    1: { choices: 'formChoiceParent' },
  });
});
