// Drawings: one's own, all or none, the same ids and shapes as they were given.
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, ONE_ENGINE, type TestWorld } from '../../../testing/world';

const point = { type: 'Point', coordinates: [51.4, 35.7] };
const square = { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]]] }; // biome-ignore format: a box

describe.each(ONE_ENGINE)('drawings on the %s engine', (kind) => {
  let w: TestWorld;
  beforeAll(async () => {
    w = await createWorld(kind);
  });
  afterAll(() => w.close());
  const call = (method: string, path: string, body?: unknown, as = 'viewer') =>
    w.call(as, method, `/api/drawing/${path}`, body);
  const mine = async (as = 'viewer') => (await call('GET', '', undefined, as)).body;
  beforeEach(async () => {
    for (const as of ['viewer', 'editor', 'super', 'stranger']) await call('DELETE', 'delete_all/', undefined, as);
  });

  it('of every type come back as they were', async () => {
    const bow = { type: 'Polygon', coordinates: [[[0, 0], [2, 2], [2, 0], [0, 2], [0, 0]]] }; // biome-ignore format: a bow tie
    const input = [
      { type: 'point', geometry: { type: 'Point', coordinates: [51.4, 35.7, 1200.5] }, label: 'بلند', style: {} },
      { type: 'line', geometry: { type: 'LineString', coordinates: [[1, 2], [3, 4]] }, label: '', style: { color: '#ff0000', dash: [2, 1] } }, // biome-ignore format: one row
      { type: 'polygon', geometry: bow, label: '', style: { fill: '#00ff00', fill_opacity: 0.3 } },
      { type: 'rectangle', geometry: square, label: '', style: {} },
      { type: 'circle', geometry: point, radius: 150.25, label: '', style: {} },
      { type: 'freehand', geometry: { type: 'LineString', coordinates: [[1, 2], [3, 4], [5, 6]] }, label: '', style: {} }, // biome-ignore format: one row
      { type: 'text', geometry: point, label: '', style: { text: 'متن\n«دو» سطر', font_size: 14, rotation: -30 } },
    ];
    const { status, body } = await call('POST', '', input);
    expect(status).toBe(200);
    expect(body.map(({ id: _, version: __, ...d }: { id: number; version: number }) => d)).toEqual(
      input.map((d) => ({ radius: null, ...d })),
    );
    expect(await mine()).toEqual(body);
    const one = await call('POST', '', { type: 'point', geometry: point });
    expect(one.body).toMatchObject({ type: 'point', label: '', style: {} });
  });

  it('are saved all or not at all', async () => {
    const good = { type: 'point', geometry: point };
    for (const bad of [
      { type: 'point', geometry: square },
      { type: 'circle', geometry: point },
      { type: 'point', geometry: point, radius: 5 },
      { type: 'circle', geometry: point, radius: -5 },
      { type: 'polygon', geometry: { type: 'Polygon', coordinates: [[[0, 0], [1, 0], [1, 1], [0, 1]]] } }, // biome-ignore format: open
      {
        type: 'line',
        geometry: {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1, 5],
          ],
        },
      },
      { type: 'point', geometry: { type: 'Point', coordinates: [181, 0] } },
      { type: 'unknown', geometry: point },
      { type: 'point', geometry: point, style: { background: 'url(http://x)' } },
      { type: 'point', geometry: point, id: 7 },
      { type: 'point', geometry: point, account_id: 1 },
    ]) {
      expect((await call('POST', '', [good, bad])).status).toBe(400);
      expect((await call('POST', '', bad)).status).toBe(400);
    }
    expect((await call('POST', '', [])).status).toBe(400);
    expect(await mine()).toEqual([]);
  });

  it('keep their ids through every change', async () => {
    const { body } = await call('POST', '', { type: 'circle', geometry: point, radius: 5, label: 'الف' });
    const changed = await call('PATCH', `${body.id}/`, { style: { color: '#123456' }, radius: 9 });
    const other = expect.any(Number);
    expect(changed.body).toEqual({ ...body, style: { color: '#123456' }, radius: 9, version: other });
    const moved = await call('PATCH', `${body.id}/`, { geometry: { type: 'Point', coordinates: [1, 2] }, label: '' });
    expect(moved.body).toMatchObject({ id: body.id, radius: 9, label: '', geometry: { coordinates: [1, 2] } });
    expect((await call('PATCH', `${body.id}/`, { geometry: square })).status).toBe(400);
    expect((await call('PATCH', `${body.id}/`, {})).body).toEqual({ ...moved.body, version: other });
    expect((await call('PATCH', `${body.id}/`, { type: 'point' })).status).toBe(400);
  });

  it('of another version than was seen are not written over, alone or among many, and two at once are one and one refused', async () => {
    const { body: drawings } = await call('POST', '', [
      { type: 'point', geometry: point, label: 'a' },
      { type: 'point', geometry: point, label: 'b' },
    ]);
    const [a, b] = drawings as { id: number; version: number }[];
    if (!a || !b) throw new Error('not made');
    const first = await call('PATCH', `${a.id}/`, { label: 'first', version: a.version });
    expect(first.status).toBe(200);
    expect(first.body.version).toBeGreaterThan(a.version);
    const late = await call('PATCH', `${a.id}/`, { label: 'late', version: a.version });
    expect([late.status, late.body.current.label]).toEqual([412, 'first']);
    const bulk = (version: number) =>
      call('PATCH', 'edit_bulk/', [
        { id: b.id, label: 'B', version: b.version },
        { id: a.id, label: 'A', version },
      ]);
    expect((await bulk(a.version)).status).toBe(412);
    expect((await mine()).map((d: { label: string }) => d.label)).toEqual(['first', 'b']);
    const both = await bulk(first.body.version);
    expect(both.body.map((d: { label: string }) => d.label)).toEqual(['B', 'A']);
    const { version } = (await mine())[0];
    const race = await Promise.all(['x', 'y'].map((label) => call('PATCH', `${a.id}/`, { label, version })));
    expect(race.map(({ status }) => status).sort()).toEqual([200, 412]);
    // Who says no version writes over whatever stands: an older program.
    expect((await call('PATCH', `${a.id}/`, { label: 'plain' })).status).toBe(200);
    expect((await call('PATCH', `${a.id}/`, { label: 'plain', version: '7' })).status).toBe(400);
  });

  it("are nobody else's, whoever asks", async () => {
    const { body } = await call('POST', '', { type: 'point', geometry: point, label: 'CANARY' });
    const own = await call('POST', '', { type: 'point', geometry: point }, 'super');
    for (const as of ['super', 'editor', 'stranger']) {
      expect(JSON.stringify(await mine(as))).not.toContain('CANARY');
      expect((await call('PATCH', `${body.id}/`, { label: 'x' }, as)).status).toBe(404);
      expect((await call('DELETE', `${body.id}/`, undefined, as)).status).toBe(404);
      await call('DELETE', 'delete_bulk/', { ids: [body.id] }, as);
    }
    expect((await call('DELETE', 'delete_bulk/', { ids: [own.body.id, body.id] }, 'super')).status).toBe(404);
    expect((await mine('super')).length).toBe(1);
    await call('DELETE', 'delete_all/', undefined, 'super');
    expect((await mine()).map((d: { label: string }) => d.label)).toEqual(['CANARY']);
    for (const id of ['-1', '0', 'abc', String(2 ** 31), String(2n ** 63n), '1.5'])
      for (const method of ['PATCH', 'DELETE'])
        expect([400, 404]).toContain((await call(method, `${id}/`, method === 'PATCH' ? {} : undefined)).status);
  });

  it('go together by id, each named once', async () => {
    const { body } = await call(
      'POST',
      '',
      Array.from({ length: 5 }, () => ({ type: 'point', geometry: point })),
    );
    const ids = body.map((d: { id: number }) => d.id);
    expect((await call('DELETE', 'delete_bulk/', { ids: [...ids.slice(0, 3), ids[0]] })).status).toBe(200);
    expect((await mine()).map((d: { id: number }) => d.id)).toEqual(ids.slice(3));
    expect((await call('DELETE', 'delete_bulk/', { ids: [] })).status).toBe(400);
    expect((await call('DELETE', 'delete_bulk/', {})).status).toBe(400);
  });

  it('end at five thousand, counted one save after the other', async () => {
    const many = (n: number) => Array.from({ length: n }, () => ({ type: 'point', geometry: point }));
    expect((await call('POST', '', many(4990))).status).toBe(200);
    const both = await Promise.all([call('POST', '', many(10)), call('POST', '', many(10))]);
    expect(both.map((r) => r.status).sort()).toEqual([200, 403]);
    expect((await mine()).length).toBe(5000);
    expect((await call('POST', '', many(5001))).status).toBe(400);
  });

  it('any line is kept to a tenth of a millimetre', async () => {
    const position = fc.tuple(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -90, max: 90, noNaN: true }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(position, { minLength: 2, maxLength: 6 }), async (coordinates) => {
        const { status, body } = await call('POST', '', {
          type: 'line',
          geometry: { type: 'LineString', coordinates },
        });
        expect(status).toBe(200);
        for (const [i, p] of body.geometry.coordinates.entries())
          for (const k of [0, 1]) expect(Math.abs(p[k] - (coordinates[i]?.[k] as number))).toBeLessThan(1e-8);
      }),
      { numRuns: 40 },
    );
  });
});
