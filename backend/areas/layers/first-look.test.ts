// The look that a layer begins with, from what is known of its records.
import { describe, expect, it } from 'vitest';
import type { Field } from '../../../contract/schemas/form';
import { LAYER_TYPES } from '../../../contract/schemas/layer';
import { Labels, Style } from '../../../contract/schemas/style';
import { type FieldFacts, firstConfig, type LayerFacts, nameField } from './first-look';

const field = (name: string, label = name): Field => ({ name, label, type: 'text' });
const facts = (over: Partial<LayerFacts>, fields: Record<string, Partial<FieldFacts>> = {}): LayerFacts => ({
  records: 240,
  extent: [44, 25, 63, 40],
  sampled: 240,
  fields: new Map(
    Object.entries(fields).map(([name, own]) => [
      name,
      { filled: 240, distinct: 240, persian: 0, worded: 240, length: 8, ...own },
    ]),
  ),
  ...over,
});

describe('labels come from', () => {
  const form = [field('code'), field('NAME_EN'), field('kind', 'نوع'), field('name_fa', 'نام')];
  const values = {
    code: { worded: 0 },
    NAME_EN: {},
    kind: { distinct: 5, persian: 240 },
    name_fa: { persian: 240 },
  };
  it('Persian names before Latin ones, never from codes or kinds', () => {
    expect(nameField(form, facts({}, values))?.name).toBe('name_fa');
    expect(nameField(form.slice(0, 3), facts({}, values))?.name).toBe('NAME_EN');
    expect(nameField([form[0] as Field, form[2] as Field], facts({}, values))).toBeUndefined();
    expect(nameField([field('country')], facts({}, { country: { distinct: 40, persian: 240 } }))).toBeUndefined();
    expect(nameField([field('note')], facts({}, { note: { length: 400 } }))).toBeUndefined();
    expect(nameField([field('note')], facts({}, { note: { filled: 20, distinct: 20 } }))).toBeUndefined();
  });
  it('the field that is called so while there is no record', () => {
    expect(nameField([field('note'), field('title')])?.name).toBe('title');
    expect(nameField([field('note'), field('x', 'نام روستا')])?.name).toBe('x');
    expect(nameField([field('note')])?.name).toBe('note');
  });
});

describe('marks', () => {
  const symbolOf = (type: number, records: number) => {
    const { style } = firstConfig(type, [], {}, 3, false, facts({ records }));
    return Style.parse(style).kind === 'single' && style.kind === 'single' ? style.symbol : null;
  };
  it('are smaller and fainter from afar the more there are, within thin casings', () => {
    const [few, many] = [symbolOf(LAYER_TYPES.point, 100), symbolOf(LAYER_TYPES.point, 135_000)];
    expect([few?.size, many?.size]).toEqual([5, 3]);
    expect([few?.opacity_by_zoom, many?.opacity_by_zoom]).toEqual([undefined, true]);
    expect((many?.stroke_width ?? 9) < (few?.stroke_width ?? 0)).toBe(true);
    expect((symbolOf(LAYER_TYPES.line, 100_000)?.size ?? 9) < (symbolOf(LAYER_TYPES.line, 100)?.size ?? 0)).toBe(true);
    for (const type of [1, 2, 3]) expect(symbolOf(type, 10)?.size_by_zoom).toBe(true);
  });
  it('have labels from where they find room', () => {
    const zoom = (records: number) =>
      Labels.nullable().parse(firstConfig(1, [field('name')], {}, 1, false, facts({ records }, { name: {} })).labels)
        ?.min_zoom ?? 0;
    expect(zoom(30)).toBeLessThanOrEqual(5);
    expect(zoom(135_000)).toBeGreaterThan(zoom(3000));
    expect(zoom(135_000)).toBeLessThan(13);
  });
});
