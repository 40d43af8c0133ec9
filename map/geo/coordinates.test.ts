// Every way in which people write a place, and those that are none.
import { describe, expect, it } from 'vitest';
import { decimalsAt, formatCoordinate, parseCoordinate } from './coordinates';

const TEHRAN = [51.389, 35.6892];

describe('parseCoordinate', () => {
  it.each([
    ['35.6892, 51.3890'],
    ['35.6892 51.3890'],
    ['۳۵٫۶۸۹۲، ۵۱٫۳۸۹۰'],
    ['٣٥٫٦٨٩٢ , ٥١٫٣٨٩٠'],
    ['51.389E 35.6892N'],
    ['N35.6892 E51.3890'],
    ['N 35.6892, E 51.3890'],
    ['35.6892N51.3890E'],
    ['35.6892n, 51.389e'],
    ['35°41\'21.12"N 51°23\'20.4"E'],
    ['35° 41′ 21.12″ N, 51° 23′ 20.4″ E'],
    ['35 41 21.12 51 23 20.4'],
    ['35:41:21.12, 51:23:20.4'],
    ['۳۵°۴۱′۲۱٫۱۲″ ۵۱°۲۳′۲۰٫۴″'],
    ["35°41.352' 51°23.34'"],
    ['+35.6892, +51.3890'],
    ['۳۵٫۶۸۹۲ شمالی، ۵۱٫۳۸۹۰ شرقی'],
    ['۵۱٫۳۸۹۰ شرقي و ۳۵٫۶۸۹۲ شمالي'],
    ['۳۵ درجه ۴۱ دقیقه ۲۱٫۱۲ ثانیه شمالی، ۵۱ درجه ۲۳ دقیقه ۲۰٫۴ ثانیه شرقی'],
    ['عرض ۳۵٫۶۸۹۲ طول ۵۱٫۳۸۹۰'],
    ['طول: ۵۱٫۳۸۹۰، عرض: ۳۵٫۶۸۹۲'],
    ['lon 51.3890 lat 35.6892'],
    ['۳۵٫۶۸۹۲ و ۵۱٫۳۸۹۰'],
  ])('reads %s', (text) => {
    const at = parseCoordinate(text);
    expect(at?.[0]).toBeCloseTo(TEHRAN[0] ?? 0, 6);
    expect(at?.[1]).toBeCloseTo(TEHRAN[1] ?? 0, 6);
  });

  it('reads the south and the west', () => {
    expect(parseCoordinate('-33.5, -70.6')).toEqual([-70.6, -33.5]);
    expect(parseCoordinate('33.5S 70.6W')).toEqual([-70.6, -33.5]);
    expect(parseCoordinate('\u221233.5, \u221270.6')).toEqual([-70.6, -33.5]);
  });

  it('takes a first number beyond 90 for a longitude', () => {
    expect(parseCoordinate('120, 30')).toEqual([120, 30]);
  });

  it.each([
    '',
    '35',
    '35.6,',
    '35,6892,51,3890',
    'abc, def',
    '95, 200',
    '35 61 0 N, 51 0 0 E',
    '35.5 10 51.5 10',
    '35N 51N',
    '-35N 51E',
    '1 2 3',
    '35.6 51.3 NE',
    '1e3, 5',
  ])('refuses "%s"', (text) => {
    expect(parseCoordinate(text)).toBeNull();
  });
});

describe('formatCoordinate', () => {
  it('writes latitude first', () => {
    expect(formatCoordinate([51.389, 35.6892])).toBe('35.689200, 51.389000');
    expect(formatCoordinate([51.389, 35.6892], 'dm')).toBe("35°41.3520' N, 51°23.3400' E");
    expect(formatCoordinate([51.389, 35.6892], 'dms')).toBe('35°41\'21.12" N, 51°23\'20.40" E');
  });

  it('carries seconds over', () => {
    expect(formatCoordinate([-0.99999999, -59.99999999], 'dm')).toBe("60°00.0000' S, 1°00.0000' W");
    expect(formatCoordinate([-0.9999999, -59.9999999], 'dms')).toBe('60°00\'00.00" S, 1°00\'00.00" W');
  });

  it('is read back as it was', () => {
    for (const at of [
      [51.389012, 35.689199],
      [-70.123456, -33.987654],
      [0, 0],
      [179.999999, -89.999999],
    ] as const) {
      const dd = parseCoordinate(formatCoordinate(at));
      const dms = parseCoordinate(formatCoordinate(at, 'dms'));
      const dm = parseCoordinate(formatCoordinate(at, 'dm'));
      for (const got of [dd, dm, dms]) {
        expect(got?.[0]).toBeCloseTo(at[0], 5);
        expect(got?.[1]).toBeCloseTo(at[1], 5);
      }
    }
  });
});

it('writes as many decimals as a pixel is worth', () => {
  expect([0, 5, 10, 15, 22].map(decimalsAt)).toEqual([1, 2, 4, 5, 6]);
  expect(formatCoordinate([53.7, 32.4], 'dd', decimalsAt(5))).toBe('32.40, 53.70');
});
