// The stream readers return the same wherever a file is cut into pieces and whatever its texts hold.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromWkt } from '../../../contract/wkt';
import { splitFeatures } from './json-split';
import { elements } from './xml';

async function* pieces(text: string, sizes: number[]) {
  for (let at = 0, i = 0; at < text.length; i++) {
    const size = sizes[i % sizes.length] as number;
    yield text.slice(at, at + size);
    at += size;
  }
}

const collect = async <T>(source: AsyncIterable<T>) => {
  const items: T[] = [];
  for await (const item of source) items.push(item);
  return items;
};

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });

test('features are found wherever the pieces end', async () => {
  const nasty = fc.constantFrom('{', '}', '[', ']', '"', '\\', '"features":[', 'نام', '\\"', ',', '\n');
  const text = fc.array(nasty, { maxLength: 6 }).map((parts) => parts.join(''));
  const feature = fc.record({ type: fc.constant('Feature'), properties: fc.dictionary(text, text) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(feature, { maxLength: 4 }),
      text,
      sizes,
      fc.boolean(),
      async (features, name, cut, late) => {
        const parts = [
          ['type', '"FeatureCollection"'],
          ['name', JSON.stringify(name)],
          ['bbox', '[1,[2]]'],
        ];
        parts.splice(late ? 3 : 1, 0, ['features', JSON.stringify(features)]);
        const collection = `{${parts.map(([key, value]) => `"${key}": ${value}`).join(', ')}}`;
        const texts = await collect(splitFeatures(pieces(collection, cut)));
        expect(texts.map((f) => JSON.parse(f))).toEqual(features);
        const lines = features.map((f) => `\u001e${JSON.stringify(f)}\r\n`).join('');
        expect((await collect(splitFeatures(pieces(lines, cut)))).map((f) => JSON.parse(f))).toEqual(features);
      },
    ),
    { numRuns: 300 },
  );
});

test('a JSON that breaks off is never taken for whole', async () => {
  const text = '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":"}"}}]}';
  for (let end = 1; end < text.length; end++) {
    await expect(collect(splitFeatures(pieces(text.slice(0, end), [7]))), text.slice(0, end)).rejects.toMatchObject({
      code: 'broken_file',
    });
  }
});

test('XML elements are found wherever the pieces end', async () => {
  const text = `<?xml version="1.0"?><!-- <Placemark> --><k:kml a="x>y"><Folder><name>الف &lt;1&gt;</name>
    <Placemark id='a"b'><name><![CDATA[<Placemark>&amp;]]> &amp; &#1740;&#x6a9; &unknown;</name><Empty/></Placemark></Folder></k:kml>`;
  await fc.assert(
    fc.asyncProperty(sizes, async (cut) => {
      const elementRows = [];
      for await (const { element, path } of elements(pieces(text, cut), new Set(['Placemark', 'name']))) {
        elementRows.push([element.name, element.attributes, element.children[0]?.text ?? element.text, [...path]]);
      }
      expect(elementRows).toEqual([
        ['name', {}, 'الف <1>', ['kml', 'Folder']],
        ['Placemark', { id: 'a"b' }, '<Placemark>&amp; & یک &unknown;', ['kml', 'Folder']],
      ]);
    }),
    { numRuns: 200 },
  );
});

test('XML that is broken is told, and what people write by hand is taken', async () => {
  const textsOf = async (...parts: string[]) => {
    const names = [];
    for await (const { element } of elements((async function* () { yield* parts; })(), new Set(['name']))) names.push(element.text); // biome-ignore format: one loop
    return names;
  };
  expect(await textsOf('<a><name>A & B &nbsp; &#0; 1 < 2</name><name/><name a=b c>', 'x</name></a>')).toEqual(['A & B &nbsp; \ufffd 1 < 2', '', 'x']); // biome-ignore format: one line
  for (const text of [
    '<a><name>x</a>',
    '<a><name><b></name></a>',
    '<a><name>x</name>',
    '<a><na',
    `${'<a>'.repeat(70)}`,
  ])
    await expect(textsOf(text), text).rejects.toMatchObject({ code: 'broken_file' });
  const long = Array.from({ length: 18 }, () => 'x'.repeat(1024 ** 2));
  for (const start of ['<a><!-- ', '<a><name b="', '<a><name'])
    await expect(textsOf(start, ...long), start).rejects.toMatchObject({ code: 'broken_file' });
  await expect(textsOf('<a><name>', ...long), 'text').rejects.toMatchObject({ code: 'too_large' });
  await expect(textsOf('<a><!doctype x [<!ENTITY y "z">]><name>&y;</name></a>')).rejects.toMatchObject({
    code: 'xml_doctype',
  });
});

test('well-known text in all its spellings', () => {
  expect(fromWkt('POINT Z (1 2 3)')).toEqual({ type: 'Point', coordinates: [1, 2, 3] });
  expect(fromWkt('pointzm(1 2 3 4)')).toEqual({ type: 'Point', coordinates: [1, 2, 3] });
  expect(fromWkt('POINT M (1 2 9)')).toEqual({ type: 'Point', coordinates: [1, 2] });
  const points = {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  };
  expect(fromWkt('MULTIPOINT ((1 2),(3 4))')).toEqual(points);
  expect(fromWkt('MULTIPOINT (1 2, 3 4)')).toEqual(points);
  expect(fromWkt('MULTIPOLYGON (((0 0,1 0,1 1,0 0)),((5 5,6 5,6 6,5 5)))')).toEqual({
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0, 0],
          [1, 0],
          [1, 1],
          [0, 0],
        ],
      ],
      [
        [
          [5, 5],
          [6, 5],
          [6, 6],
          [5, 5],
        ],
      ],
    ],
  });
  expect(fromWkt('LINESTRING EMPTY')).toBeNull();
  for (const bad of ['POINT (1)', 'POINT (1 2', 'POINT (1 2) x', 'LINESTRING ((1 2, 3 4))', '']) {
    expect(fromWkt(bad), bad).toBeUndefined();
  }
});
