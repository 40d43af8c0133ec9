import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparison, groups, ORACLE_FORM, oracleRecords, passes } from '../../testing/oracle/query';
import { checkForm } from '../check-form';
import { choicesOf } from '../fields/choice';
import { checkValues, type Field, isRequired, warningsOf } from '../schemas/form';
import { ValueTree } from '../schemas/query';
import { matches } from './match';

const conditions = groups(comparison)
  .map((node) => ValueTree.safeParse(node).data)
  .filter((condition) => condition !== undefined);

it('reads conditions as queries over records are read', () => {
  const records = oracleRecords(60, 11).map((record, i) => ({ ...record, id: i + 1 }));
  const nobody = { regions: new Map(), projects: new Map() };
  fc.assert(
    fc.property(conditions, (condition) => {
      for (const record of records)
        expect([condition, record.value, matches(ORACLE_FORM, record.value, condition)]).toEqual([condition, record.value, passes(condition, record, nobody)]); // biome-ignore format: one line
    }),
    { numRuns: 300 },
  );
});

const FORM: Field[] = [
  { name: 'kind', label: 'kind', type: 'choice', choices: choicesOf('well', 'spring') },
  { name: 'depth', label: 'depth', type: 'decimal', required: true, visible_if: { field: 'kind', is: 'eq', value: 'well' } }, // biome-ignore format: one field
  { name: 'pump', label: 'pump', type: 'text', visible_if: { field: 'depth', is: 'gt', value: 50 }, warn_if: { when: { field: 'pump', is: 'contains', value: 'old' }, message: 'old' } }, // biome-ignore format: one field
  { name: 'why', label: 'why', type: 'text', required_if: { field: 'kind', is: 'empty' } },
  { name: 'key', label: 'key', type: 'text', read_only: true, visible_if: { field: 'kind', is: 'not_empty' } },
];

it('asks a new record for what is visible, and leaves the rest empty', () => {
  expect(checkValues(FORM, { kind: 'spring', depth: 'rubbish', pump: 'p' })).toEqual({ values: { kind: 'spring', depth: null, pump: null }, problems: {} }); // biome-ignore format: one line
  expect(checkValues(FORM, { kind: 'well' }).problems).toEqual({ depth: 'required' });
  expect(checkValues(FORM, {}).problems).toEqual({ why: 'required' });
  expect(checkValues(FORM, { kind: 'well', depth: '۶۰', pump: 'p' }).values).toEqual({ kind: 'well', depth: 60, pump: 'p' }); // biome-ignore format: one line
  // What is not visible is empty for the conditions behind it as well.
  expect(checkValues(FORM, { kind: 'spring', depth: 60, pump: 'p' }).values.pump).toBeNull();
});

it('empties what an edit hides, and misses what it has made necessary', () => {
  const stored = { kind: 'well', depth: 60, pump: 'p', key: 'k' };
  expect(checkValues(FORM, { kind: 'spring' }, { stored })).toEqual({ values: { kind: 'spring', depth: null, pump: null }, problems: {} }); // biome-ignore format: one line
  expect(checkValues(FORM, { kind: null }, { stored })).toEqual({ values: { kind: null, depth: null, pump: null }, problems: { why: 'required' } }); // biome-ignore format: one line
  // What a file filled in and nobody may write stays, visible or not.
  expect(checkValues(FORM, { kind: null, why: 'w' }, { stored }).values).not.toHaveProperty('key');
  expect(checkValues(FORM, { depth: 40 }, { stored }).values).toEqual({ depth: 40, pump: null });
  expect(checkValues(FORM, { kind: 'well' }, { stored: { kind: 'spring' } }).problems).toEqual({ depth: 'required' });
  // A record that was incomplete before stays so until somebody touches what it lacks.
  expect(checkValues(FORM, { why: 'w' }, { stored: { kind: 'well' } })).toEqual({ values: { why: 'w' }, problems: {} });
  // Of many records nothing is known here.
  expect(checkValues(FORM, { kind: 'well', depth: 7 }, { stored: null })).toEqual({
    values: { kind: 'well', depth: 7 },
    problems: {},
  });
  expect(checkValues(FORM, { kind: 'spring' }, { stored: null })).toEqual({ values: { kind: 'spring' }, problems: {} });
});

it('warns of what it takes', () => {
  const values = { kind: 'well', depth: 60, pump: 'an old one' };
  expect(warningsOf(FORM, values)).toEqual({ pump: 'old' });
  expect(warningsOf(FORM, { ...values, depth: 1 })).toEqual({});
  expect(FORM.map((field) => isRequired(FORM, field, {}))).toEqual([false, true, false, true, false]);
});

it('refuses conditions over what stands behind, and rules that a type has not', () => {
  const [kind, depth, pump] = FORM as [Field, Field, Field];
  const loose = { ...depth, visible_if: undefined } as unknown as Field;
  expect(checkForm(FORM)).toEqual({});
  expect(checkForm([depth, kind])).toEqual({ 'form.0.visible_if': 'formConditionField' });
  expect(checkForm([kind, { ...loose, required: false, required_if: { field: 'depth', is: 'empty' } }])).toEqual({ 'form.1.required_if': 'formConditionField' }); // biome-ignore format: one line
  expect(checkForm([kind, { ...loose, warn_if: { when: { field: 'depth', is: 'gt', value: 9 }, message: 'm' } }])).toEqual({}); // biome-ignore format: one line
  expect(checkForm([kind, loose, { ...pump, visible_if: { field: 'depth', is: 'contains', value: 'x' } }])).toEqual({ 'form.2.visible_if': 'formConditionRule' }); // biome-ignore format: one line
  expect(checkForm([kind, loose, { ...pump, visible_if: { and: [{ not: { field: 'depth', is: 'gt', value: 'x' } }] } }])).toEqual({ 'form.2.visible_if': 'formConditionRule' }); // biome-ignore format: one line
});
