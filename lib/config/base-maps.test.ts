// What a deployment may say of its base maps, and what stops the start.
import { describe, expect, it } from 'vitest';
import { originsOf, readBaseMaps } from './base-maps';

const one = { id: 'sat', name: 'Satellite', tiles: 'https://t.example.ir/{z}/{x}/{y}.jpg', attribution: 'Somebody' };
const read = (...maps: unknown[]) => readBaseMaps(JSON.stringify(maps));

describe('BASE_MAPS', () => {
  it('may be empty', () => expect(readBaseMaps('')).toEqual([]));
  it('fills in what is left out', () => expect(read(one)[0]).toMatchObject({ max_zoom: 19, night: false }));
  it('names the origins that pages load from, once, and none for this site', () =>
    expect(originsOf(read(one, { ...one, id: 'b' }, { ...one, id: 'c', tiles: '/tiles/{z}/{x}/{y}.png' }))).toEqual([
      'https://t.example.ir',
    ]));
  it.each([
    ['no JSON', '['],
    ['http', JSON.stringify([{ ...one, tiles: 'http://t.example.ir/{z}/{x}/{y}.png' }])],
    ['no place for the tile', JSON.stringify([{ ...one, tiles: 'https://t.example.ir/a.png' }])],
    ['a host with holes', JSON.stringify([{ ...one, tiles: 'https://{z}.example.ir/{x}/{y}' }])],
    ['a link that runs', JSON.stringify([{ ...one, link: 'javascript:alert(1)' }])],
    ['a name that is taken', JSON.stringify([{ ...one, id: 'natural' }])],
    ['the same twice', JSON.stringify([one, one])],
    ['another key', JSON.stringify([{ ...one, subdomains: 'abc' }])],
  ])('refuses %s', (_, text) => expect(() => readBaseMaps(text)).toThrow('BASE_MAPS'));
});
