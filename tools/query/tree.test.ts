// From typed rules to the wire's query and back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDated } from '@/contract/fields';
import { readOperand } from '@/contract/filters/record-filter';
import type { Field } from '@/contract/schemas/form';
import { type Comparison, DetailTree } from '@/contract/schemas/query';
import {
  arity,
  type BuiltQuery,
  changed,
  comparisons,
  fromNode,
  newGroup,
  newRule,
  type Rule,
  rulesOf,
  toNode,
} from './tree';

const form: Field[] = [
  { name: 'نام', label: 'نام', type: 'text' },
  { name: 'pop', label: 'جمعیت', type: 'integer', max: 10 },
  { name: 'day', label: 'روز', type: 'date' },
  { name: 'seen', label: 'بازدید', type: 'datetime' },
  { name: 'open', label: 'باز', type: 'boolean' },
];
const rule = (field: string, over: Partial<Rule>): Rule => ({ ...newRule({ of: 'field', field }, form), ...over });
const nodeOf = (...rules: Rule[]) => toNode(newGroup(rules), form);

describe('a rule', () => {
  it('reads numbers in either script, beyond the bounds of what may be written', () =>
    expect(nodeOf(rule('pop', { is: 'ge', values: ['۱۲٬۰۰۰'] })).node).toEqual({
      and: [{ field: 'pop', is: 'ge', value: 12000 }],
    }));
  it('asks a field of whole numbers for any number, as the grammar does, and an id for a whole one', () => {
    expect(nodeOf(rule('pop', { is: 'lt', values: ['۵٫۵'] })).node).toEqual({
      and: [{ field: 'pop', is: 'lt', value: 5.5 }],
    });
    const id = newRule({ of: 'column', column: 'id' }, form);
    expect(nodeOf({ ...id, values: ['5.5'] }).incomplete.size).toBe(1);
    expect(nodeOf({ ...id, values: ['۵'] }).node).toEqual({ and: [{ column: 'id', is: 'eq', value: 5 }] });
    const created = { ...newRule({ of: 'column', column: 'create_date' }, form), is: 'ge' as const };
    for (const value of ['2020-06-15', '2020-06-15T10:00:00.000Z'])
      expect(nodeOf({ ...created, values: [value] }).node).toEqual({
        and: [{ column: 'create_date', is: 'ge', value }],
      });
  });
  it('reads every operand as the server does', () =>
    fc.assert(
      fc.property(
        fc.constantFrom(...form),
        fc.oneof(fc.string(), fc.double().map(String), fc.constantFrom('۱۴۰۰/۱/۱', '2020-06-15T10:00:00Z', ' بله ')),
        (field, text) => {
          const { node, incomplete } = nodeOf(rule(field.name, { is: 'eq', values: [text] }));
          const read = readOperand(field, field.type === 'text' ? text : text.trim());
          if (text.trim() === '' || 'problem' in read || read.value === null) expect(incomplete.size).toBe(1);
          else expect(node).toEqual({ and: [{ field: field.name, is: 'eq', value: read.value }] });
        },
      ),
    ));
  it('takes as many values as its comparison', () => {
    expect(nodeOf(rule('pop', { is: 'between', values: ['1', '۲'] })).node).toEqual({
      and: [{ field: 'pop', is: 'between', value: [1, 2] }],
    });
    expect(nodeOf(rule('نام', { is: 'in', values: ['آ', 'ب'] })).node).toEqual({
      and: [{ field: 'نام', is: 'in', value: ['آ', 'ب'] }],
    });
    expect(nodeOf(rule('day', { is: 'empty', values: ['left over'] })).node).toEqual({
      and: [{ field: 'day', is: 'empty' }],
    });
  });
  it('that is not complete is left out and named', () => {
    const bad = [
      rule('pop', { is: 'ge', values: ['many'] }),
      rule('pop', { is: 'between', values: ['1'] }),
      rule('نام', { is: 'in', values: [] }),
      rule('gone', { is: 'eq', values: ['1'] }),
      { ...newRule({ of: 'place' }, form) },
    ];
    const { node, incomplete } = nodeOf(...bad, rule('open', { is: 'eq', values: ['true'] }));
    expect(node).toEqual({ and: [{ field: 'open', is: 'eq', value: true }] });
    expect([...incomplete]).toEqual(bad.map((r) => r.key));
  });
  it('about a place wants a shape or a region, and a distance where it measures one', () => {
    const place = { ...newRule({ of: 'place' }, form), where: { kind: 'region' as const, id: 4 } };
    expect(nodeOf({ ...place, is: 'within' }).node).toEqual({ and: [{ place: 'within', region: 4 }] });
    expect(nodeOf({ ...place, is: 'within_distance', distance: '۵۰۰٫۵' }).node).toEqual({
      and: [{ place: 'within_distance', region: 4, distance: 500.5 }],
    });
    expect(nodeOf({ ...place, is: 'within_distance', distance: 'far' }).incomplete.size).toBe(1);
  });
});

describe('a tree', () => {
  it('without a complete rule lets everything through, an empty "or" too', () => {
    expect(toNode({ ...newGroup(), match: 'or' }, form).node).toEqual({ and: [] });
    expect(toNode(newGroup([{ ...newGroup(), match: 'or' }]), form).node).toEqual({ and: [] });
  });
  it('changes and loses one node, wherever it is, and keeps its root', () => {
    const [a, b] = [rule('pop', {}), rule('pop', {})];
    const inner = newGroup([b]);
    const tree = newGroup([a, inner]);
    expect(rulesOf(changed(tree, b.key, () => null)).map((r) => r.key)).toEqual([a.key]);
    expect(rulesOf(changed(tree, b.key, (r) => ({ ...r, is: 'lt' }) as Rule))[1]?.is).toBe('lt');
    expect(changed(tree, tree.key, () => null).children).toEqual([]);
  });
  it('keeps a rule about a related record as it is, also turned round, until it is removed', () => {
    const related = { relation: '4', side: 'parents' as const, related: { field: 'city', is: 'not_empty' as const } };
    for (const node of [{ and: [related] }, { and: [{ or: [related, { not: { or: [related] } }] }] }]) {
      const { node: again, incomplete } = toNode(fromNode(node), form);
      expect([again, incomplete.size]).toEqual([node, 0]);
    }
    const tree = fromNode({ not: related });
    expect(toNode(tree, form).node).toEqual({ and: [{ not: related }] });
    const [key] = rulesOf(tree).map((one) => one.key);
    expect(
      toNode(
        changed(tree, key as number, () => null),
        form,
      ).node,
    ).toEqual({ and: [] });
  });
  it('comes back from the wire as it went', () => {
    const scalarRule = fc.oneof(
      fc.record({ field: fc.constant('pop'), is: fc.constantFrom('eq', 'lt', 'ge'), value: fc.integer() }),
      fc.record({
        field: fc.constant('نام'),
        is: fc.constantFrom('contains', 'ne'),
        value: fc.constantFrom('x', 'شهر'),
      }),
      fc.record({ field: fc.constant('open'), is: fc.constant('eq'), value: fc.boolean() }),
      fc.record({ field: fc.constant('pop'), is: fc.constant('between'), value: fc.tuple(fc.integer(), fc.integer()) }),
      fc.record({ field: fc.constant('day'), is: fc.constantFrom('empty', 'not_empty') }),
      fc.record({ place: fc.constantFrom('within', 'disjoint'), region: fc.integer({ min: 1, max: 99 }) }),
    );
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 3, depthIdentifier: 'node' },
        scalarRule,
        fc.record({ and: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ or: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
        fc.record({ not: fc.record({ or: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }) }),
      ),
    }));
    fc.assert(
      fc.property(tree, (node) => {
        const again = toNode(fromNode(node as BuiltQuery), form);
        expect(again.incomplete.size).toBe(0);
        const isNested = 'and' in (node as object) || 'or' in (node as object) || 'not' in (node as object);
        expect(again.node).toEqual(isNested ? node : { and: [node] });
        expect(DetailTree.safeParse(again.node).success).toBe(true);
      }),
    );
  });
});

it('offers comparisons that the grammar knows, with the right number of values', () => {
  for (const field of form)
    for (const is of comparisons({ of: 'field', field: field.name }, form)) {
      const values = Array.from({ length: Math.abs(arity(is as Comparison)) }, () =>
        isDated(field) ? '2024-01-01' : field.type === 'boolean' ? 'true' : '1',
      );
      expect(nodeOf(rule(field.name, { is, values })).incomplete.size).toBe(0);
    }
  expect(comparisons({ of: 'field', field: 'gone' }, form)).toEqual([]);
});
