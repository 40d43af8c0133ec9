// The studio's document: fields added, moved, copied and taken away without a condition that loses its source.
import { describe, expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import {
  addFields,
  duplicate,
  endRowFor,
  type Item,
  moveTo,
  patchField,
  removeItem,
  toForm,
  toItems,
} from './document';
import { record, redo, startHistory, undo } from './history';

const text = (name: string, more: Partial<Field> = {}): Field => ({ name, label: name, type: 'text', ...more });
const section = (name: string): Field => ({ name, label: name, type: 'section' });
const names = (items: readonly Item[]) => items.map(({ field }) => field.name).join(' ');
const keyOf = (items: readonly Item[], name: string) => items.find(({ field }) => field.name === name)?.key as string;
const move = (items: readonly Item[], name: string, to: number) =>
  moveTo(
    items,
    items.findIndex(({ field }) => field.name === name),
    to,
  );
const orderAfter = (items: readonly Item[], name: string, to: number) => {
  const result = move(items, name, to);
  return 'items' in result ? names(result.items) : null;
};

describe('adding and copying', () => {
  it('puts a field behind the selected one under a name that nobody has', () => {
    const items = toItems([text('a'), text('b')], true);
    const { items: next, key } = addFields(items, [text('A')], keyOf(items, 'a'));
    expect(names(next)).toBe('a A_2 b');
    expect(keyOf(next, 'A_2')).toBe(key);
    expect(names(addFields(items, [text('c')], null).items)).toBe('a b c');
  });

  it('copies a field whose own warning follows its new name, and whose other conditions stay', () => {
    const items = toItems(
      [
        text('kind'),
        text('note', {
          visible_if: { field: 'kind', is: 'not_empty' },
          warn_if: {
            when: { or: [{ field: 'note', is: 'empty' }, { not: { field: 'kind', is: 'empty' } }] },
            message: 'x',
          },
        }),
      ],
      true,
    );
    const { items: next } = duplicate(items, keyOf(items, 'note'));
    expect(toForm(next)[2]).toEqual(
      text('note_2', {
        label: 'note',
        visible_if: { field: 'kind', is: 'not_empty' },
        warn_if: {
          when: { or: [{ field: 'note_2', is: 'empty' }, { not: { field: 'kind', is: 'empty' } }] },
          message: 'x',
        },
      }),
    );
    expect(next[2]?.isSaved).toBe(false);
  });

  it('copies a section whose cascade and reckoning follow the copies', () => {
    const items = toItems(
      [
        section('s'),
        { name: 'p', label: 'p', type: 'choice', choices: [{ value: 'x', label: 'x' }] },
        {
          name: 'c',
          label: 'c',
          type: 'choice',
          parent_field: 'p',
          choices: [{ value: 'y', label: 'y', parent: ['x'] }],
        },
        { name: 'e', label: 'e', type: 'computed', expr: 'concat([p], [ c ], [z])' },
      ],
      true,
    );
    const [, , copy, sum] = toForm(duplicate(items, keyOf(items, 's')).items).slice(4);
    expect([copy?.name, copy?.parent_field, sum?.expr]).toEqual(['c_2', 'p_2', 'concat([p_2], [c_2], [z])']);
  });

  it('copies a section with its fields, which look at each other and not at the originals', () => {
    const items = toItems(
      [section('s'), text('a'), text('b', { required_if: { field: 'a', is: 'eq', value: 'x' } }), section('t')],
      true,
    );
    const { items: next } = duplicate(items, keyOf(items, 's'));
    expect(names(next)).toBe('s a b s_2 a_2 b_2 t');
    expect(toForm(next)[5]?.required_if).toEqual({ field: 'a_2', is: 'eq', value: 'x' });
  });
});

describe('moving', () => {
  const items = toItems([text('a'), text('b', { visible_if: { field: 'a', is: 'not_empty' } }), text('c')], true);

  it('moves a field', () => {
    expect(orderAfter(items, 'c', 0)).toBe('c a b');
    expect(orderAfter(items, 'b', 2)).toBe('a c b');
  });

  it.each([
    ['b', 0],
    ['a', 1],
  ])('does not move %s to row %i: a condition would stand before its source', (name, to) => {
    const result = move(items, name, to);
    expect('blocked' in result && [result.blocked.field.name, result.blocked.source.name]).toEqual(['b', 'a']);
  });

  it('lets an order that is wrong already be mended', () => {
    const wrong = toItems([text('b', { visible_if: { field: 'a', is: 'not_empty' } }), text('c'), text('a')], true);
    expect(orderAfter(wrong, 'a', 1)).toBe('b a c');
  });

  const parts = toItems(
    [text('x'), section('one'), text('a'), text('b'), section('two'), text('c'), section('three'), text('d')],
    true,
  );
  it.each([
    ['two', 3, 'x two c one a b three d'],
    ['one', 2, 'x two c one a b three d'],
    ['three', 0, 'x three d one a b two c'],
    ['one', 7, 'x two c three d one a b'],
    ['one', 0, 'x one a b two c three d'],
    ['three', 7, 'x one a b two c three d'],
  ])('takes the fields of section %s along to row %i', (name, to, order) => {
    expect(orderAfter(parts, name, to)).toBe(order);
  });

  it.each([
    ['x', 'two', 'one a b two c x three d'],
    ['d', 'one', 'x one a b d two c three'],
    ['c', null, 'x c one a b two three d'],
    ['a', 'three', 'x one b two c three d a'],
  ])('sends %s to the end of section %s', (name, heading, order) => {
    const from = parts.findIndex(({ field }) => field.name === name);
    expect(orderAfter(parts, name, endRowFor(parts, from, heading && keyOf(parts, heading)))).toBe(order);
  });
});

describe('changing', () => {
  it('makes the name of the label until it is saved or named by hand', () => {
    let items: readonly Item[] = addFields([], [text('متن')], null).items;
    const key = items[0]?.key as string;
    items = patchField(items, key, { label: 'نام کوچه' });
    expect(names(items)).toBe('نام_کوچه');
    items = patchField(items, key, { name: 'street' });
    items = patchField(items, key, { label: 'خیابان' });
    expect(names(items)).toBe('street');
    const saved = toItems([text('a')], true);
    expect(names(patchField(saved, saved[0]?.key as string, { name: 'b', label: 'c' }))).toBe('a');
  });

  it('takes a part away, and keeps what looks at a field that is named anew', () => {
    const items = toItems([text('a', { hint: 'x' }), text('b', { visible_if: { field: 'a', is: 'empty' } })], false);
    const key = keyOf(items, 'a');
    const next = patchField(patchField(items, key, { hint: undefined }), key, { name: 'z' });
    expect(toForm(next)).toEqual([text('z', { label: 'a' }), text('b', { visible_if: { field: 'z', is: 'empty' } })]);
  });

  it('removes a field and selects its neighbour', () => {
    const items = toItems([text('a'), text('b')], true);
    const { items: rest, next } = removeItem(items, keyOf(items, 'b'));
    expect([names(rest), next]).toEqual(['a', keyOf(items, 'a')]);
    expect(removeItem(rest, keyOf(items, 'a'))).toEqual({ items: [], next: null });
  });
});

it('undoes typing as one step, and each other change on its own', () => {
  let history = startHistory(0);
  history = record(history, 1, 'label:a');
  history = record(history, 2, 'label:a');
  history = record(history, 3);
  expect(undo(history)?.present).toBe(2);
  const back = undo(undo(history) as typeof history) as typeof history;
  expect([back.present, undo(back), redo(back)?.present]).toEqual([0, null, 2]);
  expect(record(back, 9).future).toEqual([]);
});
