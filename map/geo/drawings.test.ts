// Drawings as geometry: circles, sizes, presses, and what a change makes of a kind.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Geometry } from '@/contract/schemas/common';
import { DrawingStyle, type DrawingType } from '@/contract/schemas/drawing';
import * as geo from './drawings';
import * as look from './drawings-look';
import { areaOf } from './measure';

const AREA: Geometry = { type: 'Polygon', coordinates: [[[51, 35], [52, 35], [52, 36], [51, 36], [51, 35]]] }; // biome-ignore format: a box
const LINE: Geometry = { type: 'LineString', coordinates: [[51, 35], [51.5, 35.0000001], [52, 35]] }; // biome-ignore format: a line
const WELL: Geometry = { type: 'Point', coordinates: [51, 35] };
const a = (type: DrawingType, geometry: Geometry, over: Partial<geo.DrawingData> = {}): geo.DrawingData => ({ type, geometry, label: '', style: {}, radius: null, ...over }); // biome-ignore format: one drawing
const ROUND = a('circle', WELL, { radius: 5000 });

describe('a circle', () => {
  it('covers what its radius says, and is found again in its polygon', () => {
    fc.assert(
      fc.property(fc.double({ min: -179, max: 179, noNaN: true }), fc.double({ min: -70, max: 70, noNaN: true }), fc.double({ min: 1, max: 50_000, noNaN: true }), (lng, lat, radius) => {
          const shape = geo.circle([lng, lat], radius);
          expect(areaOf(shape) / (Math.PI * radius * radius)).toBeCloseTo(1, 2);
          const circle = geo.circleOf(shape);
          expect(Math.abs(circle.radius / radius - 1)).toBeLessThan(1e-6);
          expect(geo.distance(circle.center, [lng, lat])).toBeLessThan(radius * 1e-6 + 1e-6);
        }), // biome-ignore format: one property
      { numRuns: 50 },
    );
  });
  it('is one shape for as long as the drawing is the same', () => {
    expect(geo.shapeOf(ROUND)).toBe(geo.shapeOf(ROUND));
    expect(geo.sizeOf(ROUND).area / (Math.PI * 25e6)).toBeCloseTo(1, 2);
    expect(geo.sizeOf(a('circle', WELL, { radius: 10 })).area).toBeCloseTo(Math.PI * 100, 6);
  });
});

describe('a changed drawing', () => {
  it('keeps its kind where it can', () => {
    const turned = geo.rotateDrawing(a('rectangle', AREA), 30);
    expect([geo.rotateDrawing(a('rectangle', AREA), 0).type, turned.type]).toEqual(['rectangle', 'polygon']);
    expect(geo.reshapeDrawing(a('freehand', LINE), { type: 'MultiLineString', coordinates: [] }).type).toBe('line');
    expect(geo.reshapeDrawing(ROUND, { type: 'Point', coordinates: [1, 2] })).toMatchObject({
      type: 'circle',
      radius: 5000,
    });
    expect(geo.reshapeDrawing(ROUND, AREA)).toMatchObject({ type: 'polygon', radius: null });
    expect(geo.reshapeDrawing(a('text', WELL), { type: 'MultiPoint', coordinates: [[1, 2]] }).type).toBe('point');
  });
  it('is turned and sized by what it is made of', () => {
    const words = a('text', WELL, { style: { rotation: 170, font_size: 20 } });
    expect(geo.rotateDrawing(words, 20).style.rotation).toBe(-170);
    expect(geo.resized(words, 2).style.font_size).toBe(40);
    expect(geo.resized(ROUND, 2).radius).toBe(10_000);
    expect(geo.rotateDrawing(ROUND, 90)).toBe(ROUND);
    expect(areaOf(geo.resized(a('polygon', AREA), 2).geometry) / areaOf(AREA)).toBeCloseTo(4, 1);
    const well = a('point', WELL);
    expect([geo.resized(well, 2), geo.rotateDrawing(well, 5), geo.simplifyDrawing(well, 5)]).toEqual([
      well,
      well,
      well,
    ]);
  });
  it('loses only vertices that do not matter', () => {
    const line = a('line', LINE);
    expect(geo.simplifyDrawing(line, 1).geometry.coordinates).toHaveLength(2);
    const area = a('polygon', AREA);
    expect(geo.simplifyDrawing(area, 1)).toBe(area);
    expect(geo.simplifyDrawing(ROUND, 1000)).toBe(ROUND);
  });
  it('is moved with all its parts and heights, and stops at the edge of the map', () => {
    const high = a('line', { type: 'LineString', coordinates: [[51, 35, 1200], [52, 84]] }); // biome-ignore format: a line
    expect(geo.moveDrawing(high, 1, 5).geometry.coordinates).toEqual([[52, 40, 1200], [53, 85]]); // biome-ignore format: a line
    expect(geo.moveDrawing(a('polygon', AREA), 1, 0).geometry).toEqual({ type: 'Polygon', coordinates: [[[52, 35], [53, 35], [53, 36], [52, 36], [52, 35]]] }); // biome-ignore format: a box
  });
});

describe('a press on the map', () => {
  const holed: Geometry = { type: 'Polygon', coordinates: [...(AREA.coordinates as number[][][]), [[51.4, 35.4], [51.6, 35.4], [51.6, 35.6], [51.4, 35.4]]] }; // biome-ignore format: a box with a hole
  it.each([
    ['inside an area', a('polygon', AREA), [51.5, 35.5], 10, true],
    ['in its hole', a('polygon', holed), [51.55, 35.5], 10, false],
    ['at the edge of a hole', a('polygon', holed), [51.5, 35.4], 10, true],
    ['beside an area', a('polygon', AREA), [50.999, 35.5], 10, false],
    ['beside it within reach', a('polygon', AREA), [50.9999, 35.5], 20, true],
    ['on a line', a('line', LINE), [51.7, 35], 10, true],
    ['off a line', a('line', LINE), [51.7, 35.001], 10, false],
    ['on a point', a('point', WELL), [51.0001, 35], 20, true],
    ['in a circle', ROUND, [51.04, 35], 1, true],
    ['out of a circle', ROUND, [51.06, 35], 1, false],
  ] as const)('%s', (_, drawing, place, metres, met) => {
    expect(geo.isAt(drawing, place as unknown as [number, number], metres)).toBe(met);
  });
});

describe('the look', () => {
  it('gives each kind only what means something for it, and what the wire takes', () => {
    const all = { ...look.FIRST_LOOK, icon: 'star', text: 'x', dash: [4, 2] };
    expect(Object.keys(look.styleFor('line', all)).sort()).toEqual(['color', 'dash', 'font_size', 'halo', 'opacity', 'show_label', 'width']); // biome-ignore format: one list
    expect(look.styleFor('text', all)).toMatchObject({ text: 'x', rotation: 0 });
    for (const type of ['point', 'line', 'polygon', 'text', 'circle'] as const)
      expect(DrawingStyle.safeParse(look.styleFor(type, all)).success).toBe(true);
  });
  it('saves every pattern by numbers and finds its name again', () => {
    for (const name of look.DASH_NAMES) {
      const dash = look.dashOf(name);
      expect(look.dashName(dash)).toBe(name);
      expect(DrawingStyle.safeParse(dash ? { dash } : {}).success).toBe(true);
    }
    expect(look.dashName([7, 7])).toBe('dash');
  });
  it('draws a shape and its words apart, once, and a text without a dot', () => {
    const named = a('polygon', AREA, { label: 'field', style: { show_label: true } });
    const [shape, words] = look.featuresOf(named, 7);
    expect(look.featuresOf(named, 7)[0]).toBe(shape);
    expect(words).toMatchObject({ geometry: { type: 'Point' }, properties: { key: 7, text: 'field', size: 0 } });
    expect(look.featuresOf(a('polygon', AREA, { label: 'field' }), 8)).toHaveLength(1);
    expect(look.featuresOf(a('text', WELL, { style: { text: 'hi' } }), 9)).toMatchObject([{ properties: { text: 'hi', size: 0 } }]); // biome-ignore format: one row
    const star = look.featuresOf(a('point', WELL, { style: { icon: 'star', size: 9 } }), 10)[0];
    expect(star?.properties).toMatchObject({ icon: expect.stringMatching(/^icon:star:/), icon_size: 1.2 });
  });
});
