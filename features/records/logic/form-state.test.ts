// What a form would send, and how values stand in its inputs; and which draft belongs to which form.
import { describe, expect, it } from 'vitest';
import type { Field } from '@/contract/schemas/form';
import { momentOf, splitMoment } from '@/lib/form/moment';
import { draftKey, dropDraft, layerDrafts, loadDraft, readDraft, storeDraft } from './draft';
import { changesOf, firstProblem, inputText, isTyped, outcomeOf, titleOf } from './form-state';

const form: Field[] = [
  { name: 'name', label: 'نام', type: 'text', required: true },
  { name: 'depth', label: 'عمق', type: 'decimal', min: 0 },
  { name: 'count', label: 'شمار', type: 'integer' },
];

describe('a form', () => {
  it('sends only what differs, cleaned', () => {
    const stored = { name: 'چاه', depth: 2.5 };
    expect(changesOf(form, stored, { name: 'چاه', depth: '۲٫۵', count: '۷' })).toMatchObject({
      values: { count: 7 },
      problems: {},
    });
    expect(isTyped(form, stored, { depth: '۲٫۵۰' })).toBe(false);
    expect(isTyped(form, stored, { depth: 'x' })).toBe(true);
  });

  it('asks a new record for everything that is required, an old one only for what was touched', () => {
    expect(outcomeOf(form, null, {}).problems).toEqual({ name: 'required' });
    expect(outcomeOf(form, { depth: 1 }, { depth: '-1' }).problems).toEqual({ depth: 'min' });
    expect(outcomeOf(form, { name: 'چاه' }, { name: '' }).problems).toEqual({ name: 'required' });
    expect(outcomeOf(form, {}, { name: '' }).problems).toEqual({});
  });

  it('finds the first problem in its own order', () => {
    expect(firstProblem(form, { count: 'x', name: 'y' })).toBe('name');
    expect(firstProblem(form, {})).toBeNull();
  });

  it("shows numbers in the reader's script", () => {
    expect(inputText(form[1] as Field, -2.5, 'fa')).toBe('-۲٫۵');
    expect(inputText(form[1] as Field, 2.5, 'en')).toBe('2.5');
    expect(inputText(form[0] as Field, undefined, 'fa')).toBe('');
  });

  it('names a record by its label field, else by its first text', () => {
    expect(titleOf({ form, labels: { field: 'count' } }, { name: 'چاه', count: 3 })).toBe('3');
    expect(titleOf({ form, labels: null }, { name: 'چاه' })).toBe('چاه');
    expect(titleOf({ form, labels: null }, {})).toBe('');
  });
});

describe('a moment', () => {
  it('is written in Tehran and stored in UTC', () => {
    expect(momentOf('2025-03-21', '۹:۰۵')).toBe('2025-03-21T05:35:00.000Z');
    expect(momentOf('2021-07-01', '00:00')).toBe('2021-06-30T19:30:00.000Z');
    expect(splitMoment('2021-06-30T19:30:00.000Z')).toEqual({ day: '2021-07-01', time: '00:00' });
    expect(momentOf(null, '10:00')).toBe('');
  });

  it('keeps a time that is none as it was typed', () => {
    expect(momentOf('2025-03-21', '25:00')).toBe('2025-03-21T25:00');
    expect(splitMoment('2025-03-21T25:00')).toEqual({ day: '2025-03-21', time: '25:00' });
  });
});

describe('a draft', () => {
  const draft = { values: { name: 'چ' }, base: { name: 'چاه' }, version: 3, at: '2026-01-01T00:00:00Z' };

  it('belongs to a layer and a record, or to the new record of a layer', () => {
    expect(draftKey(1, 2)).not.toBe(draftKey(2, 1));
    expect(draftKey(1, null)).toBe('recordDraft:1:new');
  });

  it('comes back as it was kept, and is forgotten when nothing is in it', () => {
    storeDraft('k', draft);
    expect(loadDraft('k')).toEqual(draft);
    storeDraft('k', { ...draft, values: {} });
    expect(loadDraft('k')).toBeNull();
    storeDraft('k', draft);
    dropDraft('k');
    expect(loadDraft('k')).toBeNull();
  });

  it('is not made of text that is no draft', () => {
    for (const text of [null, '', '{', '[]', '{"values":{"a":{}},"at":"x"}', '{"values":{},"at":"x"}'])
      expect(readDraft(text)).toBeNull();
  });

  it('lies under what was typed since', () => {
    const newer = { ...draft, values: { depth: '1' }, base: { depth: 5 }, version: 4 };
    expect(layerDrafts(draft, newer)).toMatchObject({
      values: { name: 'چ', depth: '1' },
      base: { name: 'چاه', depth: 5 },
      version: 3,
    });
    expect(layerDrafts(null, newer)).toBe(newer);
  });
});
