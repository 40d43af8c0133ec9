// Pictures of points: named by all that draws them, over discs that are there but not seen.
import { describe, expect, it } from 'vitest';
import { DISC_ICON, IconName, type Mark, OWN_ICON } from '@/contract/schemas/style';
import { iconId, iconScale, readIconId } from './icon-image';
import { loadOutlines } from './icons';
import { legendOf } from './legend';
import { marks } from './marks';
import { markerAddress, readMarkerId, withMarker } from './points/own-marker';
import { SYMBOL_NAMES } from './symbol-names';
import OUTLINES from './symbols.json';

const DISC: Mark = { color: '#112233', opacity: 0.5, size: 6, stroke: '#ffffff', stroke_width: 2 };
const HOME: Mark = { ...DISC, size: 15, icon: 'home' };
const imageOf = (style: Parameters<typeof marks>[1]['style']) =>
  marks('l', { type: 1, style, labels: null, opacity: 1, scale: { min_zoom: 0, max_zoom: 24 } }, { source: 's' });

describe('pictures', () => {
  it('have names that the wire takes, and outlines, which are loaded when the first is drawn', async () => {
    expect(Object.keys(OUTLINES)).toEqual([...SYMBOL_NAMES]);
    expect(SYMBOL_NAMES.length).toBeGreaterThan(120);
    for (const [name, outline] of Object.entries(await loadOutlines())) {
      expect(IconName.safeParse(name).success).toBe(true);
      expect(outline).toMatch(/^[Mm]/);
      expect(readIconId(iconId({ ...HOME, icon: name }))).toMatchObject({ name, color: '#112233', stroke: '#ffffff' });
    }
    expect([iconId({ ...HOME, icon: 'unknown' }), iconId({ ...HOME, icon: 'constructor' })]).toEqual(['', '']);
    expect([iconId(DISC), readIconId('other'), readIconId(''), iconScale(HOME)]).toEqual(['', null, null, 2]);
    // A rim of two pixels on a picture twice as large as its outline is one of its units.
    expect(readIconId(iconId(HOME))?.rim).toBe(1);
  });
  it('are the uploaded marker of a layer, until another symbol or a disc is chosen', () => {
    const marker = 'layer/7/marker/#12345678';
    const address = markerAddress(marker);
    const point = { type: 1, marker };
    const style = withMarker({ kind: 'single', symbol: DISC }, point);
    expect(style).toMatchObject({ symbol: { icon: OWN_ICON, size: 10 } });
    const layers = marks('l', { type: 1, style, labels: null, opacity: 1, scale: { min_zoom: 0, max_zoom: 24 }, marker: address }, { source: 's' }); // biome-ignore format: one call
    expect(layers[0]?.paint).toMatchObject({ 'circle-opacity': 0 });
    expect(layers[1]?.layout).toMatchObject({ 'icon-image': 'own:/api/layer/7/marker/#12345678' });
    expect(readMarkerId(iconId({ ...DISC, icon: OWN_ICON }, address))).toBe(address);
    for (const icon of ['home', DISC_ICON]) {
      const other = { kind: 'single' as const, symbol: { ...DISC, icon } };
      expect(withMarker(other, point)).toBe(other);
    }
    // A layer that says so and has none is drawn as discs; one of our symbols needs no address.
    expect(imageOf({ kind: 'single', symbol: { ...DISC, icon: OWN_ICON } }).map((l) => l.id)).toEqual(['l:circle']);
    expect(withMarker({ kind: 'single', symbol: DISC }, { type: 1, marker: 'home' })).toMatchObject({ symbol: { icon: 'home' } }); // biome-ignore format: one line
    const layer = { type: 1, marker, config: { style: { kind: 'single', symbol: DISC } } } as Parameters<
      typeof legendOf
    >[0];
    expect(legendOf(layer)[0]?.glyph.picture).toBe(address);
  });
  it('stand over unseen discs, and only where there is one', () => {
    expect(imageOf({ kind: 'single', symbol: DISC }).map((l) => l.id)).toEqual(['l:circle']);
    const [circle, icon] = imageOf({ kind: 'single', symbol: HOME });
    expect(circle?.paint).toMatchObject({ 'circle-opacity': 0, 'circle-stroke-opacity': 0 });
    expect(icon).toMatchObject({ id: expect.stringMatching(/^l:icon:/), layout: { 'icon-image': iconId(HOME), 'icon-size': 2 }, paint: { 'icon-opacity': 0.5 } }); // biome-ignore format: one line
    const mixed = imageOf({ kind: 'categorised', field: 'f', categories: [{ value: 'a', label: '', symbol: HOME }], other: DISC }); // biome-ignore format: one line
    expect(mixed[0]?.paint).toMatchObject({ 'circle-opacity': ['match', ['to-string', ['get', 'f']], 'a', 0, 0.5] });
    expect(mixed[1]).toMatchObject({ layout: { 'icon-image': ['match', ['to-string', ['get', 'f']], 'a', iconId(HOME), ''] } }); // biome-ignore format: one line
  });
});
