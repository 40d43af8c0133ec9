// Which places are found by a name, and in which order.
import { expect, it } from 'vitest';
import { findPlaces, largestTowns, placeExtent, readPlaces } from './places';

const areas = [
  ['مرکزی', 'Markazi'],
  ['آذربایجان غربی', 'West Azerbaijan'],
  ['خوزستان', 'Khuzestan'],
  ...Array.from({ length: 28 }, () => ['الف', 'x']),
  ['برزیل', 'Brazil'],
];
const all = readPlaces({
  areas,
  places: [
    ['شهریار', 'Shahriar', 2, 51, 35, 60],
    ['قائم شهر', "Qa'em Shahr", 2, 52.9, 36.5, 40],
    ['نوشهر', 'Nowshahr', 2, 51.5, 36.6, 900],
    ['اراک', 'Arak', 0, 49.69, 34.09, 504],
    ['آرادان', 'Aradan', 0, 52.5, 35.2, 40],
    ['سردشت', 'Sardasht', 1, 45.5, 36.2, 40],
    ['سردشت', 'Sardasht', 2, 48.8, 32.5, 5],
    ['پارس آباد', 'Parsabad', 1, 47.9, 39.6, 102],
    ['', 'São Paulo', 31, -46.6, -23.5, 10_021],
    ['ایران', 'Iran', -1, 55.3, 31.8, 1559],
  ],
});
const namesOf = (text: string, most = 5) => findPlaces(all, text, most).map(({ names }) => names[0] || names[1]);

it('folds Arabic letters, half spaces, marks and case', () => {
  expect(namesOf('اراك')).toEqual(['اراک']);
  expect(namesOf('پارس\u200cآباد')).toEqual(['پارس آباد']);
  expect(namesOf('پارساباد')).toEqual(['پارس آباد']);
  expect(namesOf('ق\u0627\u064aم\u200cشهر')).toEqual(['قائم شهر']);
  expect(namesOf('qaem')).toEqual(['قائم شهر']);
  expect(namesOf('SAO PAULO')).toEqual(['São Paulo']);
});
it('puts the beginning of a name before that of a word, that before the inside, and then the larger first', () => {
  expect(namesOf('شهر')).toEqual(['شهریار', 'قائم شهر', 'نوشهر']);
  expect(namesOf('ار')).toEqual(['اراک', 'آرادان']);
  expect(namesOf('دان')).toEqual(['آرادان']);
  expect(namesOf('دا')).toEqual([]);
  expect(namesOf('سردشت').length).toBe(2);
  expect(namesOf('سر', 1)).toEqual(['سردشت']);
});
it('takes the province for a second word', () => {
  expect(findPlaces(all, 'سردشت خوز', 5).map(({ at }) => at)).toEqual([[48.8, 32.5]]);
  expect(namesOf('خوزستان')).toEqual([]);
  expect(namesOf('sardasht azerbaijan')).toEqual(['سردشت']);
});
it('finds nothing for rubbish', () => {
  for (const text of ['', ' ', 'ا', 'قققق', '٪٪', '35.7, 51.4', '((']) expect(namesOf(text)).toEqual([]);
});
it('tells what a place lies in, and which box shows it', () => {
  const one = (text: string) => findPlaces(all, text, 1)[0] ?? expect.fail();
  expect(one('اراک').area).toEqual({ names: ['مرکزی', 'Markazi'], kind: 'province' });
  expect(one('sao').area).toEqual({ names: ['برزیل', 'Brazil'], kind: 'country' });
  expect(one('ایران')).toMatchObject({ kind: 'country', area: null });
  const [w, s, e, n] = placeExtent(one('ایران'));
  expect([w, s, e, n].map(Math.round)).toEqual([48, 24, 63, 39]);
});
it('refuses another file', () => expect(() => readPlaces({ areas: [], places: [[1]] })).toThrow());

it('suggests the largest towns of an extent, and no country', () => {
  const towns = largestTowns(all, [44, 25, 63, 40], 3);
  expect(towns.map(({ names }) => names[1])).toEqual(['Nowshahr', 'Arak', 'Parsabad']);
  expect(largestTowns(all, [0, 0, 1, 1], 3)).toEqual([]);
});
