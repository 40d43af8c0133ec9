import { describe, expect, it } from 'vitest';
import { BaseMapEntry, type OwnBaseMap } from '@/contract/schemas/settings';
import { fieldsOfEntry, newValues, toEntry, toValues, withEntry, withoutEntry } from './base-maps';

const entry = (id: string, more: object = {}): OwnBaseMap => ({
  ...toEntry({ ...newValues(id), name_fa: id, name_en: id, url: `https://${id}.ir/{z}/{x}/{y}.png` }),
  tiles: '/tiles',
  ...more,
});

describe('the list of base maps', () => {
  it('takes a new entry at its end, a changed one in its place, and has one default', () => {
    const list = [entry('a', { is_default: true }), entry('b')];
    const ids = (items: { id: string; is_default: boolean }[]) => items.map((one) => `${one.id}${one.is_default ? '!' : ''}`); // biome-ignore format: one line
    expect(ids(withEntry(list, toEntry(toValues(entry('c')))))).toEqual(['a!', 'b', 'c']);
    expect(ids(withEntry(list, toEntry(toValues(entry('b', { is_default: true })))))).toEqual(['a', 'b!']);
    expect(ids(withoutEntry(list, 'a'))).toEqual(['b']);
  });

  it('goes through its form unchanged, and is what the contract takes', () => {
    for (const one of [entry('a'), entry('b', { url: null, file: 'iran.pmtiles' })]) {
      const { tiles: _, ...expected } = one;
      expect(toEntry(toValues(one))).toEqual(expected);
      expect(BaseMapEntry.safeParse(toEntry(toValues(one))).success).toBe(true);
    }
  });

  it('keeps only the source that is chosen', () => {
    const both = { ...toValues(entry('a')), file: 'iran.pmtiles' };
    expect(toEntry(both)).toMatchObject({ file: null });
    expect(toEntry({ ...both, kind: 'file' })).toMatchObject({ url: null, file: 'iran.pmtiles' });
  });

  it('has the problems of one of its entries', () => {
    expect(fieldsOfEntry({ 'items.12.url': 'no host', items: 'many' })).toEqual({ url: 'no host', items: 'many' });
  });
});
