// Draws the map grid over whatever the map shows, anew whenever the map comes to rest. Its arithmetic comes when it is first on.
'use client';
import { type RefObject, useEffect } from 'react';
import { useFormat } from '@/lib/i18n/use-format';
import type { GridLine } from '../geo/graticule';
import type { WindowBox } from '../geo/grid-names';
import { useCovers } from '../state/covers';
import { type GridKind, useGrid } from '../state/grid';
import { type OverlayShape, useOverlay } from '../state/overlay';
import { useView } from '../state/view';
import type { MapHandle } from '../tool-types';
import type { Pixel } from '../types';
import { useMap } from './provider';

const OWNER = 'grid';
/** How far inside the window's edges the names stand, in CSS pixels: left, top, right, bottom. */
const INSET = [40, 22, 40, 6] as const;
const NAME_SIZE = 11;

/** Of a name's letter, and of the line that it stands in. */
const [LETTER, ROW] = [NAME_SIZE * 0.6, NAME_SIZE * 1.4];
/** How far above its place a name's line begins (style/overlays). */
const LIFT = NAME_SIZE * 0.4;

interface GridRequest {
  kind: GridKind;
  own: number | null;
  size: Pixel;
  covers: readonly WindowBox[];
  /** A name as it is shown. */
  named: (text: string) => string;
}

/** The lines of a window, and where their names stand. Fails where the arithmetic of UTM could not be fetched. */
const linesOf = async (map: MapHandle, { kind, own, size, covers, named }: GridRequest) => {
  const { degreeLines, sparseness, utmLines } = await import('../geo/graticule');
  const { edges, spaceNames: spaced, uncovered } = await import('../geo/grid-names');
  const extent = map.getExtent();
  const converter = kind === 'utm' ? await (await import('../geo/coordinates-proj')).loadConverter() : null;
  const lines = converter ? utmLines(extent, converter, own) : degreeLines(extent, own);
  const wide = (text: string) => (named(text).length + 1) * LETTER;
  const names = uncovered(edges(lines, map.project, size, INSET), covers, ([x, y], text) => {
    const half = wide(text) / 2;
    return [x - half, y - LIFT - ROW, x + half, y - LIFT];
  });
  return {
    lines,
    sparse: own === null ? 1 : sparseness(extent, kind, own),
    names: spaced(names, wide, ROW),
  };
};

const NO_COVERS: readonly WindowBox[] = [];

/** `container`: the element that the map fills. */
export const MapGrid = ({ container }: { container: RefObject<HTMLElement | null> }) => {
  const map = useMap();
  const { number, digits } = useFormat();
  const { on, kind, spacing, color, width, opacity, names, set } = useGrid();
  const own = spacing[kind];
  // The view changes when the map comes to rest; that is when the grid is drawn anew.
  const view = useView((state) => state.view);
  const covers = useCovers((state) => (on && names ? state.boxes : NO_COVERS));

  useEffect(() => {
    if (!on) return;
    return () => useOverlay.getState().show(OWNER, []);
  }, [on]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new view means new lines, though they are asked of the map itself.
  useEffect(() => {
    if (!on) return;
    let isStopped = false;
    const named = (text: string) =>
      /^-?\d+(\.\d+)?$/.test(text) ? number(Number(text), { maximumFractionDigits: 3 }) : digits(text);
    const size: Pixel = [container.current?.clientWidth ?? 0, container.current?.clientHeight ?? 0];
    linesOf(map, { kind, own, size, covers, named }).then(
      ({ lines, sparse, names: places }) => {
        if (isStopped) return;
        const labels = lines.map(
          ({ path, border }: GridLine): OverlayShape => ({
            geometry: { type: 'LineString', coordinates: path.map((p) => [...p]) },
            color,
            opacity,
            width: border ? width * 2 : width,
            ...(border ? { dash: 'dash' } : {}),
          }),
        );
        const texts = names
          ? places.map(
              ({ at, text }): OverlayShape => ({
                geometry: { type: 'Point', coordinates: [...map.unproject(at)] },
                size: 0,
                text: named(text),
                font_size: NAME_SIZE,
                color,
              }),
            )
          : [];
        useOverlay.getState().show(OWNER, [...labels, ...texts]);
        set({ failed: false, sparse });
      },
      () => {
        if (!isStopped) set({ failed: true });
      },
    );
    return () => {
      isStopped = true;
    };
  }, [on, kind, own, color, width, opacity, names, covers, view, map, number, digits, container, set]);

  return null;
};
