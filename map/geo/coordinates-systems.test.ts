// Conversions against PROJ, which PostGIS carries, on a thousand random places for each kind of system; and what can be written and read.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Engine } from '@/backend/db/engine';
import { random } from '@/testing/random';
import { createEngine, ONE_ENGINE } from '@/testing/world';
import type { LngLat } from '../types';
import { loadConverter } from './coordinates-proj';
import {
  type Converter,
  CUSTOM,
  DEGREES,
  definitionOf,
  formatIn,
  parseIn,
  type System,
  zoneReading,
} from './coordinates-systems';
import { UTM_CELLS, utmDefinition, zoneOf } from './utm';

const COUNT = 1000;
/** Metres. */
const AGREED = 0.01;
const METRES_A_DEGREE = 111_320;

const next = random(2026);
const between = (low: number, high: number) => low + next() * (high - low);
const AUTO: System = { kind: 'utm', zone: null, south: false };

interface Case {
  definition: string;
  at: LngLat;
  /** The EPSG code by which the database knows it; its own definition is taken where there is none. */
  srid?: number;
}
const createCases = (one: () => Case): Case[] => Array.from({ length: COUNT }, one);
const CASES: Record<string, Case[]> = {
  'UTM of the place': createCases(() => {
    const at: LngLat = [between(-180, 180), between(-79.9, 83.9)];
    return { at, definition: definitionOf(AUTO, at) ?? '' };
  }),
  'a UTM zone that was chosen, its neighbours included': createCases(() => {
    const zone = 1 + Math.floor(next() * 60);
    const middle = zone * 6 - 183;
    const lng = middle + between(-9, 9);
    const south = next() < 0.5;
    return { at: [((lng + 540) % 360) - 180, between(-80, 84)], definition: utmDefinition(zone, south) };
  }),
  'a transverse Mercator of one’s own': createCases(() => {
    const meridian = Math.round(between(-170, 170) * 10) / 10;
    const system: System = { ...CUSTOM, meridian, scale: between(0.999, 1), east: 200_000, north: -1_000_000 };
    const at: LngLat = [meridian + between(-6, 6), between(-80, 80)];
    return { at, definition: definitionOf(system, at) ?? '' };
  }),
  'the web Mercator': createCases(() => ({
    at: [between(-180, 180), between(-85, 85)],
    srid: 3857,
    definition:
      '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +no_defs',
  })),
};

describe.each(ONE_ENGINE)('conversions on the %s engine', (kind) => {
  let engine: Engine;
  let convert: Converter;
  beforeAll(async () => {
    [engine, convert] = await Promise.all([createEngine(kind), loadConverter()]);
  });
  afterAll(() => engine.close());

  /** The cases that PROJ and we see more than a centimetre apart, there or back. */
  const apart = async (cases: Case[]) => {
    const list = JSON.stringify(cases.map(({ at: [x, y], definition, srid = null }) => ({ x, y, definition, srid })));
    const { rows } = await sql<{ n: number; x: number; y: number }>`
      select n::int, st_x(g) as x, st_y(g) as y
        from jsonb_array_elements(${list}::jsonb) with ordinality t(j, n),
             lateral st_setsrid(st_point((j->>'x')::float8, (j->>'y')::float8), 4326) p,
             lateral (select case when j->>'srid' is null then st_transform(p, j->>'definition') else st_transform(p, (j->>'srid')::int) end as g) t2
       order by n`.execute(engine.db);
    expect(rows).toHaveLength(cases.length);
    return rows.filter(({ n, x, y }) => {
      const { at, definition } = cases[n - 1] as Case;
      const scale = definition.includes('+proj=longlat') ? METRES_A_DEGREE : 1;
      const there = convert.forward(definition, at);
      const back = convert.inverse(definition, [x, y]);
      const off = there ? Math.hypot(there[0] - x, there[1] - y) * scale : 1e9;
      const turns = back ? Math.abs(back[0] - at[0]) : 1e9;
      const east = Math.min(turns, Math.abs(360 - turns)) * Math.cos((at[1] * Math.PI) / 180);
      return off > AGREED || Math.hypot(east, back ? back[1] - at[1] : 1e9) * METRES_A_DEGREE > AGREED;
    });
  };

  it.each(Object.keys(CASES))('%s: within a centimetre of PROJ, there and back', async (name) => {
    expect(await apart(CASES[name] ?? [])).toEqual([]);
  });

  it('the systems of Iran that the server lists: within a centimetre of PROJ', async () => {
    const { rows } = await sql<{ definition: string }>`
      select trim(proj4text) as definition from spatial_ref_sys where srid in (4154, 2058, 2059, 2060, 2061)`.execute(
      engine.db,
    );
    expect(rows.length).toBeGreaterThan(0);
    const cases = createCases(
      (): Case => ({
        at: [between(44, 63.5), between(25, 40)],
        definition: rows[Math.floor(next() * rows.length)]?.definition ?? '',
      }),
    );
    expect(await apart(cases)).toEqual([]);
  });
});

describe('zones', () => {
  it('cover the earth once, Norway and Svalbard included', () => {
    for (let i = 0; i < 5000; i += 1) {
      const at: LngLat = [between(-180, 180), between(-80, 84)];
      const holding = UTM_CELLS.filter(({ box: [w, s, e, n] }) => at[0] >= w && at[0] < e && at[1] >= s && at[1] < n);
      expect(holding.map(({ zone }) => zone)).toEqual([zoneOf(at)?.zone]);
    }
    expect(zoneOf([51.4, 35.7])).toEqual({ zone: 39, south: false });
    expect(zoneOf([5, 60])?.zone).toBe(32);
    expect(zoneOf([20, 78])?.zone).toBe(33);
    expect(zoneOf([180, -30])).toEqual({ zone: 1, south: true });
    expect(zoneOf([0, 85])).toBeNull();
  });
});

describe('written and read', () => {
  const TEHRAN: LngLat = [51.389, 35.6892];
  const CHOSEN: System = { kind: 'utm', zone: 39, south: false };
  let convert: Converter;
  beforeAll(async () => {
    convert = await loadConverter();
  });
  const read = (text: string, system: System = AUTO, near = TEHRAN) => parseIn(system, text, near, convert);
  const isTehran = (at: LngLat | null) => {
    expect(at?.[0]).toBeCloseTo(TEHRAN[0], 5);
    expect(at?.[1]).toBeCloseTo(TEHRAN[1], 5);
  };

  it('writes what it reads, in every system', () => {
    const systems: System[] = [
      DEGREES,
      { kind: 'degrees', style: 'dm' },
      { kind: 'degrees', style: 'dms' },
      AUTO,
      CHOSEN,
      { kind: 'utm', zone: 40, south: false },
      CUSTOM,
      { kind: 'listed', srid: 4154, proj4: '+proj=longlat +ellps=intl +towgs84=-117,-132,-164 +no_defs', units: 'degrees' }, // biome-ignore format: one system
      {
        kind: 'listed',
        srid: 3857,
        proj4: '+proj=merc +a=6378137 +b=6378137 +units=m +nadgrids=@null',
        units: 'metres',
      },
    ];
    for (const system of systems) isTehran(read(formatIn(system, TEHRAN, convert) ?? '', system));
    expect(formatIn(AUTO, TEHRAN, convert)).toBe('39N 535196.78, 3949546.79');
  });

  it.each([
    ['39N 535205 3949547'],
    ['39 N 535205, 3949547'],
    ['zone 39n 535,205 3,949,547'],
    ['39S 535205 m E 3949547 m N'],
    ['39S 535205 3949547'],
    ['39 S 535205, 3949547'],
    ['39N N 3949547 E 535205'],
    ['39T 535205mE 3949547mN'],
    ['۳۹N ۵۳۵۲۰۵، ۳۹۴۹۵۴۷'],
    ['535205 3949547'],
    ['۵۳۵٬۲۰۵ ۳٬۹۴۹٬۵۴۷'],
    ['E 535205 N 3949547'],
    ['Y=3949547 X=535205'],
    ['3949547 N, 535205 E'],
    ['۵۳۵۲۰۵ شرقی، ۳۹۴۹۵۴۷ شمالی'],
    ['۵۳۵۲۰۵ متر شرقی و ۳۹۴۹۵۴۷ متر شمالی'],
    ['35.6892 51.3890'],
  ])('reads "%s"', (text) => {
    const at = read(text);
    expect(at?.[0]).toBeCloseTo(TEHRAN[0], 3);
    expect(at?.[1]).toBeCloseTo(TEHRAN[1], 3);
  });

  it('S is the southern half where its band has no such place, and says how it was read', () => {
    expect(read('39S 535205 6050453')?.[1]).toBeLessThan(-35);
    expect(zoneReading('۳۹S ۵۳۵۲۰۵ ۶۰۵۰۴۵۳')).toEqual({ zone: 39, letter: 'S', as: 'half' });
    expect(zoneReading('39S 535090 3949720')).toEqual({ zone: 39, letter: 'S', as: 'band' });
    for (const text of ['39N 535205 3949547', '39T 535205 3949547', '535205 3949547', '35 S']) expect(zoneReading(text)).toBeNull(); // biome-ignore format: one line
  });

  it('reads what it writes on both halves, where S would say the other one', () => {
    for (const lat of [-79, -56, -52, -36, -1, 1, 33, 39, 83]) {
      const text = formatIn(AUTO, [-68.5, lat], convert) ?? '';
      expect([text, Math.round(read(text)?.[1] ?? 0)]).toEqual([text, lat]);
    }
  });

  it.each(['', '535205', '1 2 3', '61N 535205 3949547', '0N 535205 3949547', '39N 5 3', 'E 535205 E 3949547', 'a b'])(
    'refuses "%s"',
    (text) => expect(read(text)).toBeNull(),
  );

  it('has nothing to say without a converter, and where a system ends', () => {
    expect(formatIn(AUTO, TEHRAN, null)).toBeNull();
    expect(formatIn(AUTO, [51, 88], convert)).toBeNull();
    // A zone serves its neighbours; metres of the other side of the earth would not be read again.
    const zone = (at: readonly [number, number]) => formatIn({ kind: 'utm', zone: 39, south: false }, at, convert);
    expect(zone([59.6, 36.3])).toMatch(/^39N 12\d{5}\.\d\d, 40\d{5}\.\d\d$/);
    expect(zone([-70.66, -33.45])).toBeNull();
    expect(parseIn(AUTO, '535205 3949547', TEHRAN, null)).toBeNull();
    expect(read('535205 3949547', { kind: 'listed', srid: 1, proj4: '+proj=nonsense', units: 'metres' })).toBeNull();
  });
});
