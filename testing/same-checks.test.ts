// Any form, any values: what the browser lets through the server takes, what it refuses is refused at the same fields, and so is it from a file.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lineOf } from '../backend/areas/jobs/line-of';
import type { Loading } from '../backend/areas/jobs/load';
import * as make from '../backend/seed/builders';
import { checkForm } from '../contract/check-form';
import { FIELD_TYPES } from '../contract/fields';
import { choicesOf } from '../contract/fields/choice';
import { Field, type Value, type Values } from '../contract/schemas/form';
import { outcomeOf } from '../features/records/logic/form-state';
import { createWorld, type TestWorld } from './world';

let w: TestWorld;
beforeAll(async () => {
  w = await createWorld();
});
afterAll(() => w.close());

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const CHOICES = choicesOf('1', '2', 'سه').map((choice, i) => ({
  ...choice,
  ...(i === 1 && { retired: true as const }),
}));

/** Fields of every type with whatever parts; those that make no sense together are dropped until the form is sound. */
const fieldOf = (name: string) =>
  fc.record({
    name: fc.constant(name),
    label: fc.constant(name),
    // What names another record or a file depends on more than the form.
    type: fc.constantFrom(...FIELD_TYPES.filter((type) => !['reference', 'file', 'image', 'signature'].includes(type))),
    required: optional(fc.boolean()),
    min: optional(fc.constantFrom(1, 2, '2024-01-01', '08:00')),
    max: optional(fc.constantFrom(3, 50, '2025-01-01', '12:00')),
    precision: optional(fc.integer({ min: 0, max: 3 })),
    pattern: optional(fc.constantFrom({ preset: 'postal_code' as const }, { text: '\\d+' })),
    choices: fc.constantFrom(undefined, CHOICES),
    parent_field: optional(fc.constantFrom(...NAMES)),
    expr: optional(fc.constantFrom('[a] + 1', "concat([b], '!')", 'if([a] > 1, 1, 2)')),
    visible_if: optional(fc.record({ field: fc.constantFrom(...NAMES), is: fc.constantFrom('not_empty' as const, 'eq' as const), value: fc.constant('1') })), // biome-ignore format: one condition
  });

function sound(raw: readonly unknown[]): Field[] {
  const form: Record<string, unknown>[] = raw.map((one) => ({ ...(one as object) }));
  for (const field of form) {
    for (const key of Object.keys(field)) if (field[key] === undefined) delete field[key];
    const condition = field.visible_if as { is: string; value?: string } | undefined;
    if (condition?.is === 'not_empty') delete condition.value;
    if (['choice', 'multi_choice'].includes(String(field.type))) field.choices ??= CHOICES;
    if (field.type === 'computed') field.expr ??= '1';
  }
  for (let problems = checkForm(form as Field[]); Object.keys(problems).length; problems = checkForm(form as Field[])) {
    const [, at = '0', part = ''] = (Object.keys(problems)[0] as string).split('.');
    const field = form[Number(at)] as Record<string, unknown>;
    if (part === 'expr' && field.type === 'computed') field.expr = '1 + 1';
    else delete field[part];
  }
  return form.map((field) => Field.parse(field));
}

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.constantFrom<Value>(null, '', '1', '2', 'سه', '۲', ' ', '1؛ سه', '09:30', '25:00', '2024-05-05', '2023-05-05', 'true', 'بله', 'x'.repeat(60), '1619735744'), // biome-ignore format: one list
  fc.constantFrom<Value>(0, 1, 2.5, 1e9, true, false, [], ['1'], ['سه', '1'], ['2'], ['x']),
);

it('judges alike in the browser, on the server and from a file', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(...NAMES.map(fieldOf)),
      fc.record(Object.fromEntries(NAMES.map((name) => [name, value])), { requiredKeys: [] }),
      async (raw, typed) => {
        const form = sound(raw);
        const values = typed as Values;
        const layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'l', type: 0, form, records: [] }); // biome-ignore format: one call
        const own = outcomeOf(form, null, values);
        const answer = await w.call('super', 'POST', '/api/layerdata/', { layer, value: values, geometry: null });
        const refused = Object.keys(own.problems).sort();
        expect([form, values, answer.status, Object.keys(answer.body.fields ?? {}).sort()]).toEqual([form, values, refused.length ? 400 : 200, refused]); // biome-ignore format: one line
        const loading = { form, fields: NAMES.map((name) => ({ source: name, field: name })), type: 0, lasting: false, layer } as unknown as Loading; // biome-ignore format: one object
        const whole = Object.fromEntries(NAMES.map((name) => [name, values[name] ?? null]));
        const line = lineOf({ row: 1, values: whole as never, geometry: null }, loading);
        // A file has every column: what is said of an empty cell is said of an absent value.
        const all = Object.keys(outcomeOf(form, null, whole).problems);
        expect([form, whole, 'reason' in line]).toEqual([form, whole, all.length > 0]);
        if (answer.status !== 200) return;
        // What was taken is taken again, and stays as it is.
        expect(answer.body.value).toMatchObject(own.values);
        const again = await w.call('super', 'PUT', `/api/layerdata/${answer.body.id}/`, { value: answer.body.value });
        expect([again.status, again.body.value]).toEqual([200, answer.body.value]);
      },
    ),
    { numRuns: 150 },
  );
});
