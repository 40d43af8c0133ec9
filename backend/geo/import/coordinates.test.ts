// Coordinates as people type them, in every writing that an office's tables have.
import { describe, expect, it } from 'vitest';
import { guessPlace, positionOf, readAngle, readDecimal } from './coordinates';

describe('a coordinate', () => {
  it.each([
    ['51.42', 51.42],
    ['۵۱٫۴۲', 51.42],
    ['۵۱/۴۲', 51.42],
    ['51,42', 51.42],
    ['535,090.5', 535090.5],
    ['3,949,720', 3949720],
    ['535,090', 535090],
    ['۳٬۹۴۹٬۷۲۰', 3949720],
    ['-70.25°', -70.25],
    ['12 m', Number.NaN],
    ['', Number.NaN],
    ['1/2/3', Number.NaN],
  ])('in decimals: %s', (text, value) => expect(readDecimal(text)).toBe(value));

  it.each([
    ['51°25\'12"', 51.42],
    ['51° 25′ 12″ E', 51.42],
    ['۵۱°۲۵′۱۲″ شرقی', 51.42],
    ['E51 25 12', 51.42],
    ['51-25-12', 51.42],
    ['51:25:12.0', 51.42],
    ["51 25.2'", 51.42],
    ['33 30 0 S', -33.5],
    ['-33°30′', -33.5],
    ['70 15 W', -70.25],
    ['51.42', 51.42],
    ['51 75 00', Number.NaN],
    ['آدرس', Number.NaN],
  ])('in degrees, minutes and seconds: %s', (text, value) => {
    if (Number.isNaN(value)) expect(readAngle(text)).toBeNaN();
    else expect(readAngle(text)).toBeCloseTo(value, 9);
  });

  it.each([
    ['35.7, 51.42', 'decimal', 'yx', [51.42, 35.7]],
    ['51.42 35.7', 'decimal', 'xy', [51.42, 35.7]],
    ['۳۵٫۷ ؛ ۵۱٫۴۲', 'decimal', 'yx', [51.42, 35.7]],
    ['535,090.5; 3,949,720', 'decimal', 'xy', [535090.5, 3949720]],
    ['35°42\'00"N 51°25\'12"E', 'dms', 'yx', [51.42, 35.7]],
    ['51 25 12, 35 42 00', 'dms', 'xy', [51.42, 35.7]],
  ] as const)('beside the other in one column: %s', (text, notation, order, expected) => {
    const position = positionOf(() => text, { x: 'a', notation, order });
    expect(position).toEqual(expected.map((n) => expect.closeTo(n, 9)));
  });
});

describe('the columns of a place are guessed', () => {
  const degrees = [
    ['چاه ۱', '51.4', '35.7'],
    ['چاه ۲', '52.1', '36.2'],
  ];
  it('by their headings in either language', () => {
    for (const [x, y] of [
      ['مختصات X', 'مختصات Y'],
      ['طول نقطه', 'عرض نقطه'],
      ['X (m)', 'Y (m)'],
      ['UTM_E', 'UTM_N'],
      ['point lon', 'point lat'],
    ] as const)
      expect(guessPlace(['نام', x, y], degrees)).toEqual({ x, y, notation: 'decimal' });
  });

  it('by their values, where headings say nothing', () => {
    expect(guessPlace(['a', 'b', 'c'], degrees)).toEqual({ x: 'b', y: 'c', notation: 'decimal' });
    const utm = [
      ['1', '535090', '3949720'],
      ['2', '۵۳۶۰۰۰', '۳۹۵۰۰۰۰'],
    ];
    expect(guessPlace(['a', 'b', 'c'], utm)).toEqual({ x: 'b', y: 'c', notation: 'decimal' });
    expect(guessPlace(['a', 'b'], [['1', '35.7, 51.42']])).toEqual({ x: 'b', notation: 'decimal', order: 'yx' });
    expect(guessPlace(['a', 'b', 'c'], [['1', '51°25\'12"', '35°42\'00"']])).toEqual({
      x: 'b',
      y: 'c',
      notation: 'dms',
    });
  });

  it('and not where there are none', () => {
    expect(guessPlace(['نام', 'طول خیابان', 'جمعیت'], [['الف', '120', '5000']])).toBeNull();
    expect(guessPlace(['نام', 'توضیح'], [['الف', 'کنار جاده']])).toBeNull();
  });
});
