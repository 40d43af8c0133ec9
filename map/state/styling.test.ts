// A look that is not saved: drawn instead of the saved one, asked about before it is lost, and gone when it is left.
import { beforeEach, describe, expect, it } from 'vitest';
import { createToolLayer } from '@/tools/play-machine';
import { compile } from '../style/compile';
import { toMapLayers } from '../style/layers';
import { lookOf, openStyling, useStyling } from './styling';
import { useTool } from './tool';

const { layer } = createToolLayer(1, { type: 1 });
const saved = lookOf(layer);
const SYMBOL = { color: '#112233', opacity: 1, size: 5, stroke: '#ffffff', stroke_width: 1 };
const switches = { order: [1], hidden: new Set<number>(), opacity: new Map<number, number>(), off: new Map() };
const draftStyle = () => {
  const { layer: id, draft } = useStyling.getState();
  return toMapLayers([layer], switches, { layer: id, draft });
};
const tilesOf = () => {
  const style = compile({ base: 'none', layers: draftStyle(), records: [], selection: null }, 'dark', 'fa');
  const source = style.sources['layer-1'];
  return source?.type === 'vector' ? String(source.tiles?.[0]) : '';
};

beforeEach(() => {
  useStyling.getState().leave();
  useTool.setState({ active: null, mayLeave: null, help: null });
});

describe('a draft', () => {
  it('is drawn instead of what is saved, for its layer alone', () => {
    useStyling.getState().choose(1);
    expect(draftStyle()[0]?.style).toEqual(saved.style);
    useStyling.getState().change(saved, { style: { kind: 'single', symbol: SYMBOL } });
    expect(draftStyle()[0]).toMatchObject({ style: { symbol: { color: '#112233' } }, scale: saved.scale });
    useStyling.getState().change(saved, { scale: { min_zoom: 3, max_zoom: 9 } });
    expect(draftStyle()[0]).toMatchObject({ style: { symbol: { color: '#112233' } }, scale: { min_zoom: 3 } });
    expect(useStyling.getState().base).toEqual(saved);
    useStyling.getState().choose(2);
    expect(draftStyle()[0]?.style).toEqual(saved.style);
  });
  it('asks for tiles with the attributes that it needs, and only then', () => {
    useStyling.getState().choose(1);
    const plain = tilesOf();
    useStyling.getState().change(saved, { style: { kind: 'single', symbol: SYMBOL } });
    expect(tilesOf()).toBe(plain);
    const style = { kind: 'categorised' as const, field: 'a, b', categories: [], other: SYMBOL };
    useStyling.getState().change(saved, { style });
    const url = new URL(tilesOf(), 'http://x');
    expect(url.searchParams.get('FIELDS')).toBe('a%2C%20b');
    expect(url.searchParams.get('V')).not.toBe(new URL(plain, 'http://x').searchParams.get('V'));
    useStyling.getState().discard();
    expect(tilesOf()).toBe(plain);
  });
});

describe('leaving the tool', () => {
  it('happens only if the panel agrees, and at once where there is nothing to ask', async () => {
    const { activate } = useTool.getState();
    activate('styling');
    let answer = false;
    useTool.setState({ mayLeave: async () => answer, help: 'layer-label' });
    activate('identify');
    await Promise.resolve();
    expect(useTool.getState()).toMatchObject({ active: 'styling', help: 'layer-label' });
    answer = true;
    activate(null);
    await new Promise((resolve) => setTimeout(resolve));
    expect(useTool.getState()).toMatchObject({ active: null, mayLeave: null, help: null });
    activate('draw');
    expect(useTool.getState().active).toBe('draw');
  });
  it('opens another layer only after asking', async () => {
    await openStyling(1);
    expect(useTool.getState().active).toBe('styling');
    useStyling.getState().change(saved, { labels: null });
    useTool.setState({ mayLeave: async () => false });
    await openStyling(2);
    expect(useStyling.getState().layer).toBe(1);
    useTool.setState({ mayLeave: async () => true });
    await openStyling(2, 'scale');
    expect(useStyling.getState()).toMatchObject({ layer: 2, tab: 'scale', draft: null });
  });
});
