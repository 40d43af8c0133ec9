// CQL2 text: all that QGIS sends, and refusals of all else that say why.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CqlError, parseCql } from './cql2';
import { EPSG_4326 } from './names';

const field = (property: string, folds = false) => ({ property, folds });

describe('parseCql', () => {
  it('reads what QGIS sends', () => {
    const pop = field('pop');
    for (const [text, tree] of [
      ['"pop" = 5', { compare: '=', left: pop, right: 5 }],
      ['pop <> -5.5', { compare: '<>', left: pop, right: -5.5 }],
      ['5 < pop', { compare: '>', left: pop, right: 5 }],
      ['(pop) >= 1e3', { compare: '>=', left: pop, right: 1000 }],
      [`"نوع کاربری" = 'تجاری'`, { compare: '=', left: field('نوع کاربری'), right: 'تجاری' }],
      [`خانه‌ها = 'it''s'`, { compare: '=', left: field('خانه‌ها'), right: "it's" }],
      [`name LIKE 'a%_\\%'`, { like: 'a%_\\%', left: field('name') }],
      [`CASEI(name) LIKE CASEI('A%')`, { like: 'a%', left: field('name', true) }],
      [`name NOT IN ('a', 'b')`, { not: { in: ['a', 'b'], left: field('name') } }],
      ['pop BETWEEN 1 AND 2', { between: [1, 2], left: pop }],
      ['(pop IS NULL)', { isNull: pop }],
      ['pop is not null', { not: { isNull: pop } }],
      ['open = TRUE', { compare: '=', left: field('open'), right: true }],
      ['open', { isTrue: field('open') }],
      ['TRUE', { constant: true }],
      [`d > DATE('2020-01-01')`, { compare: '>', left: field('d'), right: { date: '2020-01-01' } }],
      [`t = TIMESTAMP('2020-01-01T00:00:00Z')`, { compare: '=', left: field('t'), right: { timestamp: '2020-01-01T00:00:00Z' } }], // biome-ignore format: one line
      ['S_INTERSECTS(geometry, POINT(51.5 35))', { intersects: 'geometry', shape: { type: 'Point', coordinates: [51.5, 35] } }], // biome-ignore format: one line
      ['S_INTERSECTS("geometry",BBOX(51,35,52,36))', { intersects: 'geometry', shape: { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 36], [51, 35]]] } }], // biome-ignore format: one line
      ['a = 1 OR b = 2 AND NOT c = 3', { or: [{ compare: '=', left: field('a'), right: 1 }, { and: [{ compare: '=', left: field('b'), right: 2 }, { not: { compare: '=', left: field('c'), right: 3 } }] }] }], // biome-ignore format: one line
      ['((a = 1)) AND ((b = 2))', { and: [{ compare: '=', left: field('a'), right: 1 }, { compare: '=', left: field('b'), right: 2 }] }], // biome-ignore format: one line
    ] as const)
      expect([text, parseCql(text)]).toEqual([text, tree]);
    expect(parseCql('S_INTERSECTS(geometry, POINT(35 51))', EPSG_4326)).toMatchObject({ shape: { coordinates: [51, 35] } }); // biome-ignore format: one line
    const polygon = 'S_INTERSECTS(geometry, POLYGON((51 35,52 35,52 36,51 35))) AND a = 1';
    expect(parseCql(polygon)).toMatchObject({ and: [{ intersects: 'geometry' }, { compare: '=' }] });
  });

  it.each([
    ['a + 1 = 2', /arithmetic/],
    ['a = b', /one field and one value/],
    ['1 = 1', /one field and one value/],
    ['a = ', /unexpected end/],
    ['a = 1)', /position 6/],
    ['a = 1 b', /position 7/],
    ["a = 'x", /position 5/],
    ['a; drop table record', /position 2/],
    ["a LIKE 'x\\'", /backslash/],
    ['a LIKE 1', /text/],
    ['T_AFTER(a, b)', /T_AFTER/],
    ['S_INTERSECTS(geometry, POINT(a b))', /shape/],
    ['S_INTERSECTS(geometry, BBOX(1,2,3))', /BBOX/],
    ['S_INTERSECTS(geometry, POINT', /end/],
    ['NOT', /unexpected/],
    ['IN (1)', /IN/],
    [`${'('.repeat(40)}a = 1${')'.repeat(40)}`, /deep/],
    [Array(202).fill('a=1').join(' OR '), /more than 200/],
  ])('refuses what it does not know: case %#', (text, why) => {
    expect(() => parseCql(text)).toThrow(CqlError);
    expect(() => parseCql(text)).toThrow(why);
  });

  it('reads or refuses any text', () => {
    const word = fc.oneof(
      fc.constantFrom('(', ')', 'a', '"b"', "'c'", '1', '-', ',', '=', 'AND', 'OR', 'NOT', 'LIKE', 'IN', 'IS', 'NULL', 'BETWEEN', 'CASEI', 'DATE', 'S_INTERSECTS', 'POINT', 'BBOX', 'geometry', 'TRUE'), // biome-ignore format: one list
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 14 }), (words) => {
        try {
          expect(parseCql(words.join(' '))).toBeTypeOf('object');
        } catch (error) {
          expect(error).toBeInstanceOf(CqlError);
        }
      }),
      { numRuns: 5000 },
    );
  });
});
