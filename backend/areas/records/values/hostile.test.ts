// Forms and values from somebody who means harm: told at their field, and soon.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorld, type TestWorld } from '../../../../testing/world';

let w: TestWorld;
beforeAll(async () => {
  w = await createWorld();
});
afterAll(() => w.close());

const field = (more: object) => ({ name: 'a', label: 'a', type: 'text', ...more });
const many = <T>(n: number, of: (i: number) => T) => Array.from({ length: n }, (_, i) => of(i));

it.each<[string, object[], string]>([
  ['a hint of a megabyte', [field({ hint: 'x'.repeat(1_000_000) })], 'hint'],
  ['an expression of a megabyte', [field({ type: 'computed', expr: '('.repeat(1_000_000) })], 'expr'],
  ['an expression of brackets', [field({ type: 'computed', expr: '('.repeat(500) })], 'expr'],
  ['an expression of itself', [field({ type: 'computed', expr: '[a] + 1' })], 'expr'],
  ['a condition on itself', [field({ visible_if: { field: 'a', is: 'not_empty' } })], 'visible_if'],
  ['a pattern that never ends', [field({ pattern: { text: '(a+)+b' } })], 'pattern'],
  ['a name like another', [field({ name: 'علی' }), field({ name: 'علي' })], 'name'],
  ['three thousand choices', [field({ type: 'choice', choices: many(3000, String) })], 'choices'],
  ['a parent of itself', [field({ type: 'choice', choices: ['x'], parent_field: 'a' })], 'parent_field'],
  [
    'a colour that is none',
    [field({ type: 'choice', choices: [{ value: 'a', label: 'a', colour: 'url(x)' }] })],
    'choices',
  ],
  ['a first value that is none', [field({ type: 'integer', default: { kind: 'value', value: 'x' } })], 'default'],
  ['a prototype', [JSON.parse('{"name":"__proto__x","label":"a","type":"constructor"}')], 'type'],
])('refuses %s', async (_, form, part) => {
  const start = performance.now();
  const { status, body } = await w.call('super', 'PATCH', `/api/layer/${w.ids.spare}/`, {
    config: { form },
    force: true,
  });
  expect(status).toBe(400);
  expect(Object.keys(body.fields).some((path) => path.includes(`.${part}`))).toBe(true);
  expect(performance.now() - start).toBeLessThan(10_000);
});

it('refuses values that are larger than a value may be', async () => {
  const post = (value: unknown) => w.call('super', 'POST', '/api/layerdata/', { layer: w.ids.layer, value: { name: value }, geometry: { type: 'Point', coordinates: [51, 35] } }); // biome-ignore format: one call
  for (const value of [many(1000, () => 'x'), many(30, (i) => i), ['x'.repeat(5000)], [['x']], { a: 1 }])
    expect((await post(value)).status).toBe(400);
});
