// Sentences of fields, told from what zod says of them.
import { expect, it } from 'vitest';
import { z } from 'zod';
import backendEn from '../messages/en/backend.json';
import errorsEn from '../messages/en/errors.json';
import backendFa from '../messages/fa/backend.json';
import errorsFa from '../messages/fa/errors.json';
import { PROBLEMS, problemsOf } from './problems';
import { NewUser } from './schemas/user';

const problems = (schema: z.ZodType, value: unknown) => {
  const read = schema.safeParse(value);
  return read.success ? {} : problemsOf(read.error, value);
};

it('names every field that is wrong at once', () => {
  expect(
    problems(NewUser, {
      username: '',
      password: '',
      email: 'x',
      phone: 'abc',
      first_name: 'a'.repeat(151),
      shoe: 1,
      workdays: [9],
    }),
  ).toEqual({
    username: { problem: 'required' },
    password: { problem: 'required' },
    email: { problem: 'email' },
    phone: { problem: 'phone' },
    first_name: { problem: 'long', limit: 150 },
    shoe: { problem: 'unknown' },
    workdays: { problem: 'wrong' },
  });
});

it('names fields inside lists by their path', () => {
  const schema = z.object({ form: z.array(z.object({ label: z.string().min(1), max: z.number().int().max(9) })) });
  expect(problems(schema, { form: [{ label: 'a', max: 1.5 }, { max: 12 }] })).toEqual({
    'form.0.max': { problem: 'whole' },
    'form.1.label': { problem: 'required' },
    'form.1.max': { problem: 'large', limit: 9 },
  });
  expect(problems(schema, {})).toEqual({ form: { problem: 'required' } });
});

it('tells limits of numbers, letters and lists apart', () => {
  const schema = z.object({
    a: z.number().min(2),
    b: z.string().min(3),
    c: z.array(z.number()).min(1),
    d: z.array(z.number()).max(1),
    e: z.enum(['x']),
    f: z.url(),
    g: z.number(),
    h: z.iso.date(),
  });
  expect(problems(schema, { a: 1, b: 'a', c: [], d: [1, 2], e: 'y', f: 'q', g: 'one', h: 'soon' })).toEqual({
    a: { problem: 'small', limit: 2 },
    b: { problem: 'short', limit: 3 },
    c: { problem: 'few', limit: 1 },
    d: { problem: 'many', limit: 1 },
    e: { problem: 'choice' },
    f: { problem: 'url' },
    g: { problem: 'number' },
    h: { problem: 'date' },
  });
});

it('names fields that are called like what every object has, and those of text that is read further', () => {
  expect(problems(z.strictObject({}), JSON.parse('{"constructor":1,"toString":2}'))).toEqual({
    constructor: { problem: 'unknown' },
    toString: { problem: 'unknown' },
  });
  const form = z.object({
    form: z.preprocess((text) => JSON.parse(String(text)), z.array(z.object({ label: z.string() }))),
  });
  const body = { form: '[{"label":1},{}]' };
  const read = form.safeParse(body, { reportInput: true });
  expect(read.error && problemsOf(read.error, body)).toEqual({
    'form.0.label': { problem: 'wrong' },
    'form.1.label': { problem: 'required' },
  });
});

it('is worded alike in the browser and on the server', () => {
  // The server's sentence of a calendar shows how the day is written; it is that of record values too.
  for (const problem of PROBLEMS.filter((one) => one !== 'calendar'))
    for (const [server, browser] of [
      [backendFa, errorsFa],
      [backendEn, errorsEn],
    ] as const)
      expect(server[`field_${problem}`]).toBe(browser.fields[problem]);
});
