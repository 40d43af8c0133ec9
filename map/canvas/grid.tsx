// Draws the map grid over whatever the map shows, anew whenever the map comes to rest. Its arithmetic comes when it is first on.
'use client';
import { type RefObject, useEffect } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import type { GridLine } from '../geo/graticule';
import { useGrid } from '../state/grid';
import { type OverlayShape, useOverlay } from '../state/overlay';
import { useView } from '../state/view';
import type { MapHandle } from '../types';
import { useMap } from './provider';

const OWNER = 'grid';
/** How far inside the window's edges the names stand, in CSS pixels: left, top, right, bottom. */
const INSET = [44, 30, 44, 12] as const;
const NAME_SIZE = 11;

/** The lines of a window; null where the arithmetic of UTM could not be fetched. */
const linesOf = async (map: MapHandle, kind: 'degrees' | 'utm') => {
  const graticule = await import('../geo/graticule');
  if (kind === 'degrees') return { lines: graticule.degreeLines(map.getExtent()), edges: graticule.edges };
  const { loadConverter } = await import('../geo/coordinates-proj');
  return { lines: graticule.utmLines(map.getExtent(), await loadConverter()), edges: graticule.edges };
};

/** `container`: the element that the map fills. */
export const MapGrid = ({ container }: { container: RefObject<HTMLElement | null> }) => {
  const map = useMap();
  const { number, digits } = useFormat();
  const { on, kind, color, width, opacity, names, set } = useGrid();
  // The view changes when the map comes to rest; that is when the grid is drawn anew.
  const view = useView((state) => state.view);

  useEffect(() => {
    if (!on) return;
    return () => useOverlay.getState().show(OWNER, []);
  }, [on]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view means new lines, though they are asked of the map itself.
  useEffect(() => {
    if (!on) return;
    let gone = false;
    const named = (text: string) =>
      /^-?\d+(\.\d+)?$/.test(text) ? number(Number(text), { maximumFractionDigits: 3 }) : digits(text);
    linesOf(map, kind).then(
      ({ lines, edges }) => {
        const element = container.current;
        if (gone || !element) return;
        const drawn = lines.map(
          ({ path, border }: GridLine): OverlayShape => ({
            geometry: { type: 'LineString', coordinates: path.map((p) => [...p]) },
            color,
            opacity,
            width: border ? width * 2 : width,
            ...(border ? { dash: 'dash' } : {}),
          }),
        );
        const texts = names
          ? edges(lines, map.project, [element.clientWidth, element.clientHeight], INSET).map(
              ({ at, text }): OverlayShape => ({
                geometry: { type: 'Point', coordinates: [...map.unproject(at)] },
                size: 0,
                text: named(text),
                font_size: NAME_SIZE,
                color,
              }),
            )
          : [];
        useOverlay.getState().show(OWNER, [...drawn, ...texts]);
        set({ failed: false });
      },
      () => {
        if (!gone) set({ failed: true });
      },
    );
    return () => {
      gone = true;
    };
  }, [on, kind, color, width, opacity, names, view, map, number, digits, container, set]);

  return null;
};
