// CQL2 text after the standard's examples (OGC 21-065r2), class by class, each with the records that it means; and what lies outside of the
// classes that we declare, each with a refusal that names it.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EPSG_3857, EPSG_4326 } from '../../../../contract/ogc-api/names';
import type { Field } from '../../../../contract/schemas/form';
import { askDoor, createDoorKey, publishLayer } from '../../../../testing/outside/door';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../../testing/world';
import * as make from '../../../seed/builders';

const FIELDS: Field[] = [
  { name: 'owner', label: 'owner', type: 'text' },
  { name: 'floors', label: 'floors', type: 'integer' },
  { name: 'taxes', label: 'taxes', type: 'decimal' },
  { name: 'pool', label: 'pool', type: 'boolean' },
  { name: 'material', label: 'material', type: 'text' },
  { name: 'built', label: 'built', type: 'date' },
  { name: 'updated', label: 'updated', type: 'datetime' },
  { name: 'eo:cloud_cover', label: 'cloud', type: 'decimal' },
  { name: 'نوع کاربری', label: 'کاربری', type: 'text' },
  { name: 'value', label: 'value', type: 'text' },
];
const at = (lon: number, lat: number) => ({ type: 'Point' as const, coordinates: [lon, lat] });
const RECORDS: make.NewRecordData[] = [
  { geometry: at(51, 35), value: { owner: 'Mike Jones', floors: 3, taxes: 450.5, pool: true, material: 'brick', built: '2010-05-01', updated: '2020-01-01T00:00:00.000Z', 'eo:cloud_cover': 0.1, 'نوع کاربری': 'تجاری', value: 'Straße' } }, // biome-ignore format: one record
  { geometry: at(51.5, 35.5), value: { owner: 'mike smith', floors: 6, taxes: 500, pool: false, material: 'brick red', built: '2015-01-01', updated: '2020-01-01T12:30:00.000Z', 'eo:cloud_cover': 0.2, 'نوع کاربری': 'مسکونی', value: 'STRASSE' } }, // biome-ignore format: one record
  { geometry: at(52, 36), value: { owner: 'Sara Jones', floors: 7, taxes: 500.01, pool: true, material: 'old brick', built: '2012-06-05', updated: '2021-06-01T00:00:00.000Z', 'eo:cloud_cover': 0.15, 'نوع کاربری': 'تجاری', value: 'Οδος' } }, // biome-ignore format: one record
  { geometry: at(179.5, 0), value: { owner: "O'Neill", floors: 5, taxes: 0, material: 'wood', value: 'ΟΔΟΣ' } },
  { geometry: at(-179.5, 0), value: { owner: '100% Mike', floors: 10, pool: false, built: '2020-02-29', updated: '2019-12-31T23:59:59.500Z', value: 'école' } }, // biome-ignore format: one record
  { geometry: at(0, 0), value: { owner: 'back\\slash', floors: -1, taxes: 1e6, value: 'ÉCOLE' } },
  // Nothing but a place, which is taken away.
  { geometry: at(1, 1), value: {} },
];
const ALL = [0, 1, 2, 3, 4, 5, 6];

/** Filters of a class with the numbers of the records that they leave. */
const EXAMPLES: Record<string, [filter: string, records: number[]][]> = {
  'Basic CQL2: comparisons': [
    [`owner = 'Mike Jones'`, [0]],
    [`owner='mike jones'`, []],
    ['floors>5', [1, 2, 4]],
    ['floors >= 5', [1, 2, 3, 4]],
    ['taxes <= 500', [0, 1, 3]],
    ['taxes < 500.0', [0, 3]],
    ['taxes <> 500', [0, 2, 3, 5]],
    ['floors = -1', [5]],
    ['floors = +3', [0]],
    ['taxes = 1.0E+6', [5]],
    ['taxes > .5e3', [2, 5]],
    ['5 < floors', [1, 2, 4]],
    [`'Mike Jones' = owner`, [0]],
    ['"floors" <= 3', [0, 5]],
    ['eo:cloud_cover < 0.2', [0, 2]],
    ['"eo:cloud_cover"=0.2', [1]],
    [`"نوع کاربری" = 'تجاری'`, [0, 2]],
    ['pool = true', [0, 2]],
    ['pool=FALSE', [1, 4]],
    ['FALSE <> pool', [0, 2]],
  ],
  'Basic CQL2: texts': [
    [`owner = 'O''Neill'`, [3]],
    [`owner = 'O\\'Neill'`, [3]],
    [`owner = 'back\\slash'`, [5]],
    [`owner < 'O'`, [0, 4]],
    [`owner > 'a'`, [1, 5]],
    [`owner = ''`, []],
  ],
  'Basic CQL2: days and instants': [
    [`built = DATE('2015-01-01')`, [1]],
    [`built < DATE('2012-06-05')`, [0]],
    [`built >= date('2012-06-05')`, [1, 2, 4]],
    [`updated = TIMESTAMP('2020-01-01T12:30:00Z')`, [1]],
    [`updated > TIMESTAMP('2020-01-01T00:00:00.000000Z')`, [1, 2]],
    [`updated < TIMESTAMP('2020-01-01T00:00:00Z')`, [4]],
    [`updated >= date('2020-01-01')`, [0, 1, 2]],
  ],
  'Basic CQL2: what is missing': [
    ['owner IS NULL', [6]],
    ['taxes IS NOT NULL', [0, 1, 2, 3, 5]],
    ['NOT taxes IS NULL', [0, 1, 2, 3, 5]],
    ['NOT pool = true', [1, 4]],
    ['pool <> true', [1, 4]],
    ['geometry IS NOT NULL', [0, 1, 2, 3, 4, 5]],
    ['geometry IS NULL', [6]],
    ['"geometry" is null OR floors = 3', [0, 6]],
  ],
  'Basic CQL2: logic': [
    ['TRUE', ALL],
    ['FALSE', []],
    ['floors>5 AND pool=true', [2]],
    ['floors > 5 or pool = true', [0, 1, 2, 4]],
    [`pool=true AND (floors>5\n    OR  material LIKE 'brick%'\n    OR  material LIKE '%brick')`, [0, 2]],
    [`(floors>5 AND material='brick red') OR pool=true`, [0, 1, 2]],
    ['NOT (floors<5) OR pool=true', [0, 1, 2, 3, 4]],
    ['floors = 3 OR floors = 6 AND taxes = 0', [0]],
    ['(floors = 3 OR floors = 6) AND taxes = 500', [1]],
    ['NOT NOT floors = 3', [0]],
    ['TRUE AND NOT FALSE', ALL],
  ],
  'Advanced comparison: LIKE': [
    [`owner LIKE '%Jones%'`, [0, 2]],
    [`owner LIKE 'Mike%'`, [0]],
    [`owner NOT LIKE '%Mike%'`, [1, 2, 3, 5]],
    [`NOT "owner" LIKE '%Mike%'`, [1, 2, 3, 5]],
    [`owner LIKE '_ike %'`, [0, 1]],
    [`owner LIKE '100\\%%'`, [4]],
    [`owner LIKE '%\\_%'`, []],
    [`owner LIKE 'O''N%'`, [3]],
    [`(owner LIKE 'mike%' OR owner LIKE 'Mike%') AND floors<4`, [0]],
  ],
  'Advanced comparison: BETWEEN and IN': [
    ['taxes BETWEEN 450.5 and 500.0', [0, 1]],
    ['taxes NOT BETWEEN 450.5 AND 500', [2, 3, 5]],
    ['NOT taxes BETWEEN 450.5 AND 500', [2, 3, 5]],
    ['floors BETWEEN -1 AND 3', [0, 5]],
    ['eo:cloud_cover BETWEEN 0.1 AND 0.15 AND floors = 7', [2]],
    ['eo:cloud_cover IN (0.1,0.2)', [0, 1]],
    ['floors NOT IN (3,5,7)', [1, 4, 5]],
    ['NOT floors IN (3, 5, 7)', [1, 4, 5]],
    [`owner IN ('Mike Jones','O''Neill','nobody')`, [0, 3]],
    [`material NOT IN ('brick','wood')`, [1, 2]],
    [`built IN (DATE('2010-05-01'), DATE('2020-02-29'))`, [0, 4]],
    [`taxes IS NULL OR taxes BETWEEN 0 AND 20`, [3, 4, 6]],
  ],
  'Case-insensitive comparison': [
    [`CASEI(owner) = CASEI('MIKE JONES')`, [0]],
    [`CASEI("owner") LIKE CASEI('MIKE%')`, [0, 1]],
    [`casei(owner) NOT LIKE casei('%mike%')`, [2, 3, 5]],
    [`CASEI("value") IN (CASEI('Οδος'),CASEI('Straße'))`, [0, 1, 2, 3]],
    [`CASEI(value) = CASEI('École')`, [4, 5]],
    [`CASEI(owner) <> CASEI('mike jones')`, [1, 2, 3, 4, 5]],
    // Only that side is folded which says so.
    [`owner LIKE CASEI('MIKE%')`, [1]],
    [`owner = CASEI('MIKE SMITH')`, [1]],
    [`CASEI(owner) = 'Mike Jones'`, []],
    [`CASEI(owner) = 'mike jones'`, [0]],
  ],
  'Basic spatial functions': [
    ['S_INTERSECTS(geometry,POINT(51.5 35.5))', [1]],
    ['S_INTERSECTS(geometry, POINT Z (51.5 35.5 12))', [1]],
    ['s_intersects("geometry", BBOX(51,35,51.5,35.5))', [0, 1]],
    ['S_INTERSECTS(geometry, BBOX(51, 35, -1.1, 52, 36, 1000.0))', [0, 1, 2]],
    ['S_INTERSECTS(geometry, BBOX(179,-1,-179,1))', [3, 4]],
    ['S_INTERSECTS(BBOX(51,35,51.5,35.5), geometry)', [0, 1]],
    ['S_INTERSECTS(POINT(52 36), "geometry") AND floors = 7', [2]],
    ['NOT S_INTERSECTS(geometry, BBOX(-180,-90,180,90))', []],
  ],
  'more shapes': [
    ['S_INTERSECTS(geometry,POLYGON((50.9 34.9, 51.6 34.9,\n     51.6 35.6, 50.9 35.6, 50.9 34.9)))', [0, 1]],
    ['S_INTERSECTS(geometry, LINESTRING (51 35, 52 36))', [0, 1, 2]],
    ['S_INTERSECTS(geometry, MULTIPOINT ((51 35), (0 0)))', [0, 5]],
    ['S_INTERSECTS(geometry, MULTIPOLYGON (((-1 -1, 1 -1, 1 1, -1 1, -1 -1))))', [5]],
  ],
};

/** What is outside of these classes, and no CQL2 at all, with what the refusal says. */
const REFUSED: Record<string, [filter: string, why: RegExp][]> = {
  'other functions': [
    [`ACCENTI(owner) = ACCENTI('Beyoncé')`, /ACCENTI is not supported/],
    ['avg(floors) < 4', /avg is not supported/],
    ['Foo(geometry) = TRUE', /Foo is not supported/],
    [`FALSE <> Bar(geometry, 100, 'a', FALSE)`, /Bar is not supported/],
  ],
  'other spatial functions': [
    ['S_WITHIN(geometry,BBOX(-118,33.8,-117.9,34))', /S_WITHIN is not supported/],
    ['S_DISJOINT(geometry, POINT(1 1))', /S_DISJOINT is not supported/],
    ['S_EQUALS(POLYGON ((0 0, 1 0, 1 1, 0 0)), geometry)', /S_EQUALS is not supported/],
    ['S_INTERSECTS(geometry, GEOMETRYCOLLECTION (POINT (1.9 2), POINT (0 -2)))', /unexpected|shape/],
    ['S_INTERSECTS(geometry, geometry)', /unexpected/],
    ['S_INTERSECTS(POINT(1 1), POINT(1 1))', /unexpected/],
    ['S_INTERSECTS(geometry, BBOX(1,2,3))', /BBOX cannot be read/],
    ['S_INTERSECTS(geometry, BBOX(1,9,3,4))', /BBOX cannot be read/],
    ['S_INTERSECTS(geometry, POINT(1))', /shape cannot be read/],
    ['S_INTERSECTS(geometry, POINT(500 1))', /outside of the world/],
    ['S_INTERSECTS(owner, POINT(1 1))', /no geometry "owner"/],
    [`geometry = 'POINT(1 1)'`, /no field "geometry"/],
  ],
  'temporal and array functions': [
    [`T_BEFORE(built, DATE('2015-01-01'))`, /T_BEFORE is not supported/],
    [`T_DURING(INTERVAL(built, updated), INTERVAL('2017-06-10', '..'))`, /T_DURING is not supported/],
    [`built = INTERVAL('2005-01-10', '2010-02-10')`, /INTERVAL is not supported/],
    [`A_CONTAINS("values", ('a', 'b'))`, /A_CONTAINS is not supported/],
  ],
  'arithmetic and fields against fields': [
    ['floors > (taxes + 10)', /arithmetic/],
    ['taxes-150.0 > 0', /arithmetic/],
    ['floors <> (22.1 * taxes)', /arithmetic/],
    ['0 = (floors % 2)', /arithmetic/],
    ['1 = (floors div 2)', /arithmetic/],
    ['floors <= (2 ^ taxes)', /arithmetic/],
    ['floors = taxes', /one field and one value/],
    ['1 = 1', /one field and one value/],
    ['floors BETWEEN taxes AND 5', /a value is needed/],
    ['floors IN (taxes)', /a value is needed/],
  ],
  'values that the field cannot have': [
    [`floors = 'many'`, /"floors" is no number/],
    ['pool = 5', /"pool" is no boolean/],
    [`built = DATE('2020-02-30')`, /"built" is no day/],
    [`updated = TIMESTAMP('2020-13-01T00:00:00Z')`, /"updated" is no instant/],
    [`floors LIKE '1%'`, /LIKE needs a field of text/],
    ['owner LIKE 5', /LIKE needs a text/],
    [`CASEI(floors) = CASEI('1')`, /CASEI needs a field of text/],
    ['CASEI(owner) = CASEI(5)', /CASEI needs a text/],
    ['nothing = 1', /no field "nothing"/],
    ['nothing IS NULL', /no field "nothing"/],
  ],
  'what is no CQL2': [
    ['owner', /boolean/],
    ["'text'", /unexpected/],
    ['5', /unexpected/],
    ['floors = ', /unexpected end/],
    ['floors == 3', /unexpected/],
    ['floors != 3', /unreadable at position 8/],
    ['floors = 3 AND', /unexpected end/],
    ['(floors = 3', /unexpected end/],
    ['floors = 3)', /position 11/],
    [`owner = 'open`, /unreadable at position 9/],
    [`owner LIKE 'end\\'`, /backslash/],
    ['owner = "Mike Jones"', /one field and one value/],
    ['floors IN ()', /unexpected/],
    ['floors BETWEEN 1', /unexpected end/],
    ['floors = 3; drop table record', /unreadable at position 11/],
    ['{"op":"=","args":[{"property":"floors"},3]}', /unreadable at position 1/],
  ],
};

describe.each(ONE_ENGINE)('CQL2 by its examples on the %s engine', (kind) => {
  let w: TestWorld;
  let path: string;
  let key: string;
  let ids: number[];
  const ask = (filter: string, more = '') => askDoor(w, `${path}?filter=${encodeURIComponent(filter)}${more}`, { key });
  beforeAll(async () => {
    w = await createWorld(kind);
    const layer = await make.createLayer(w.engine, { customer: w.ids.customer, owner: 1, label: 'l', type: 1, form: FIELDS, records: RECORDS }); // biome-ignore format: one line
    const { rows } = await sql<{ id: number }>`select id from record where layer_id = ${layer}::int order by id`.execute(w.engine.db); // biome-ignore format: one line
    ids = rows.map(({ id }) => id);
    await sql`update record set geom = null where id = ${ids[6]}::bigint`.execute(w.engine.db);
    await publishLayer(w, layer);
    key = await createDoorKey(w, [layer]);
    path = `/ogc/collections/layer_${layer}/items`;
  });
  afterAll(() => w.close());
  const numbersOf = (body: { features: { id: number }[] }) => body.features.map(({ id }) => ids.indexOf(id));

  describe.each(Object.entries(EXAMPLES))('%s', (_, examples) => {
    it.each(examples)('%s', async (filter, records) => {
      const { status, body } = await ask(filter, '&filter-lang=cql2-text');
      expect([status, body.detail]).toEqual([200, undefined]);
      expect([numbersOf(body), body.numberMatched]).toEqual([records, records.length]);
    });
  });

  describe.each(Object.entries(REFUSED))('%s are refused', (_, examples) => {
    it.each(examples)('%s', async (filter, why) => {
      const { status, type, body, reason } = await ask(filter);
      expect([status, type]).toEqual([400, 'application/problem+json']);
      expect(body.detail).toMatch(/^The filter cannot be read: .+\.$/);
      expect(body.detail).toMatch(why);
      // Programs show the reason phrase alone.
      expect(reason).toMatch(/^The filter cannot be read: [\x20-\x7e]+/);
    });
  });

  it('takes the text encoding alone, and says which parameter is at fault', async () => {
    const json = '{"op":"=","args":[{"property":"floors"},3]}';
    for (const [filter, more, name] of [
      [json, '&filter-lang=cql2-json', 'filter-lang'],
      ['floors = 3', '&filter-lang=cql-text', 'filter-lang'],
      ['floors = 3', '&filter-lang=', 'filter-lang'],
      ['floors = 3', '&filter-crs=http://example.test/crs', 'filter-crs'],
      ['', '', 'filter'],
      ['   ', '', 'filter'],
      [`owner = '${'x'.repeat(4000)}'`, '', 'filter'],
      ['floors = 3', '&filter=TRUE', 'filter'],
    ] as const) {
      const { status, body } = await ask(filter, more);
      expect([more, status, body.detail]).toEqual([
        more,
        400,
        `The parameter "${name}" is unknown, repeated or wrong.`,
      ]);
    }
    expect((await ask('floors = 3')).body.numberMatched).toBe(1);
  });

  it('reads shapes in each coordinate system that is named, and joins a filter with the other parameters', async () => {
    const crs = (uri: string) => `&filter-crs=${encodeURIComponent(uri)}`;
    expect(numbersOf((await ask('S_INTERSECTS(geometry, POINT(35.5 51.5))', crs(EPSG_4326))).body)).toEqual([1]);
    expect(numbersOf((await ask('S_INTERSECTS(geometry, BBOX(35,51,35.5,51.5))', crs(EPSG_4326))).body)).toEqual([
      0, 1,
    ]);
    // echo "35 51" | cs2cs EPSG:4326 EPSG:3857, and two metres around it
    expect(numbersOf((await ask('S_INTERSECTS(geometry, BBOX(5677293,4163880,5677297,4163884))', crs(EPSG_3857))).body)).toEqual([0]); // biome-ignore format: one line
    expect(numbersOf((await ask('floors > 3', '&bbox=51,35,52,36')).body)).toEqual([1, 2]);
    expect(numbersOf((await ask('floors > 3', '&limit=2')).body)).toEqual([1, 2]);
  });
});
