// The page as it would be printed now: its facts in the reader's language, its place on earth, and the frame that shows it on the map.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import { api } from '@/contract';
import type { Extent } from '@/contract/schemas/common';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useTickText } from '@/lib/i18n/use-tick-text';
import { useMap } from '@/map/canvas/provider';
import { drawingsData } from '@/map/engine/drawings';
import { loadConverter } from '@/map/geo/coordinates-proj';
import type { Converter } from '@/map/geo/coordinates-systems';
import { degreeLines, utmLines } from '@/map/geo/graticule';
import type { PageFacts } from '@/map/print/facts';
import { loadFaces } from '@/map/print/fonts';
import { frameOf } from '@/map/print/layout';
import { type Box, cornersOf, MM_PER_PX, type Place, zoomOf } from '@/map/print/paper';
import { attributionOf, legendRows, paperMap, paperStyle } from '@/map/print/sources';
import type { Faces } from '@/map/print/text';
import { useDrawings } from '@/map/state/drawings';
import { useMapSnapshot } from '@/map/state/map-snapshot';
import { useOverlay } from '@/map/state/overlay';
import { useTool } from '@/map/state/tool';
import { DEFAULT_VIEW, useView } from '@/map/state/view';
import type { LngLat } from '@/map/types';
import type { PrintState } from './machine';
import type { PrintSettings } from './settings';
import { LOGO, servicePicture, useLegendPictures } from './use-pictures';

const OWNER = 'print';
/** The share of the window that the frame of the present view takes: the search box over it stays outside. */
const [WIDE, HIGH] = [0.86, 0.7];

/** The faces of the chosen font; null until they are here, 'failed' where they cannot be had. */
const useFaces = (font: PrintSettings['font']): Faces | 'failed' | null => {
  const [faces, setFaces] = useState<Faces | 'failed' | null>(null);
  useEffect(() => {
    let isStopped = false;
    loadFaces(font).then(
      (loaded) => !isStopped && setFaces(loaded),
      () => !isStopped && setFaces('failed'),
    );
    return () => {
      isStopped = true;
    };
  }, [font]);
  return faces;
};

/** The arithmetic of UTM while it is wanted; null until it is here, 'failed' where it cannot be had. */
const useConverter = (isNeeded: boolean): Converter | 'failed' | null => {
  const [converter, setConverter] = useState<Converter | 'failed' | null>(null);
  useEffect(() => {
    if (!isNeeded) return;
    let isStopped = false;
    loadConverter().then(
      (loaded) => !isStopped && setConverter(() => loaded),
      () => !isStopped && setConverter('failed'),
    );
    return () => {
      isStopped = true;
    };
  }, [isNeeded]);
  return isNeeded ? converter : null;
};

/** The grids of a page: where there are two, each has two sides of the frame for its names. */
const gridOf = (
  kind: PrintSettings['grid'],
  converter: Converter | 'failed' | null,
  digits: (text: string) => string,
  number: (n: number, options?: Intl.NumberFormatOptions) => string,
): NonNullable<PageFacts['grid']> => {
  const utm = kind !== 'degrees' && converter !== null && converter !== 'failed' ? converter : null;
  return {
    name: (text) => (/^-?\d+(\.\d+)?$/.test(text) ? number(Number(text), { maximumFractionDigits: 3 }) : digits(text)),
    sets: [
      ...(kind === 'utm'
        ? []
        : [
            {
              lines: (extent: Extent) => degreeLines(extent),
              sides: kind === 'both' ? ('top' as const) : ('all' as const),
            },
          ]),
      ...(utm
        ? [
            {
              lines: (extent: Extent) => utmLines(extent, utm),
              sides: kind === 'both' ? ('bottom' as const) : ('all' as const),
            },
          ]
        : []),
    ],
  };
};

/** A length in metres or kilometres. */
const lengthText = (
  value: number,
  number: (value: number) => string,
  unit: (key: 'km' | 'm', values: { value: string }) => string,
): string => {
  if (value === 0) return number(0);
  return value >= 1000 ? unit('km', { value: number(value / 1000) }) : unit('m', { value: number(value) });
};

/** The address of the organisation's logo. */
const useLogo = (isNeeded: boolean) =>
  useRead(api.customer.footerLogo, {}, { enabled: isNeeded, staleTime: Number.POSITIVE_INFINITY }).data?.logo;

/** The page and its place, anew whenever a setting or the view changes; what is not here yet is null. */
export const usePage = ({ settings, pin }: PrintState) => {
  const t = useTranslations('map.tools.print');
  const u = useTranslations('map.units');
  const words = useTranslations('map.legend');
  const { lang, number, digits, date } = useFormat();
  const tick = useTickText();
  const map = useMap();
  const view = useView((s) => s.view) ?? DEFAULT_VIEW;
  const snapshot = useMapSnapshot((s) => s.snapshot);
  const layers = useTool((s) => s.layers);
  const faces = useFaces(settings.font);
  const address = useLogo(settings.parts.logo);
  const pictures = useLegendPictures(settings, snapshot?.layers ?? [], address);
  const attribution = useMemo(() => (snapshot ? attributionOf(paperStyle(snapshot, lang, {})) : ''), [snapshot, lang]);
  const converter = useConverter(settings.parts.grid && settings.grid !== 'degrees');
  const zoom = settings.scale === null ? view.zoom : zoomOf(view.center[1], settings.scale);

  const facts = useMemo((): PageFacts => {
    const { parts } = settings;
    const logo = pictures.get(LOGO)?.pixels;
    const rows = parts.legend
      ? legendRows(
          snapshot?.layers ?? [],
          zoom,
          (id) => layers.find((l) => l.id === id)?.label,
          (note) => words(note),
          (id) => servicePicture(pictures, id),
        )
      : [];
    return {
      paper: settings.paper,
      landscape: settings.landscape,
      direction: lang === 'fa' ? 'rtl' : 'ltr',
      fontSize: settings.fontSize,
      title: settings.title.trim(),
      description: settings.description.trim(),
      legend: parts.legend
        ? { title: t('parts.legend'), rows, more: (count) => t('more', { count: number(count) }), tick }
        : null,
      north: parts.north,
      bar: parts.bar ? { metres: (value) => lengthText(value, number, u) } : null,
      scale: (n) => t('scaleText', { value: number(roundScale(n)) }),
      grid: parts.grid ? gridOf(settings.grid, converter, digits, number) : null,
      date: parts.date ? date(new Date().toISOString()) : null,
      logo: logo ? { name: LOGO, ratio: logo.width / logo.height } : null,
      attribution,
    };
  }, [
    settings,
    snapshot,
    zoom,
    layers,
    lang,
    pictures,
    attribution,
    converter,
    t,
    u,
    words,
    number,
    digits,
    date,
    tick,
  ]);

  const box = useMemo(() => (faces && faces !== 'failed' ? frameOf(facts, faces).map : null), [facts, faces]);
  const place = useMemo(() => (box ? placeOf(map, settings, pin, view, box) : null), [map, settings, pin, view, box]);
  /** Asked for when the work begins, so that it has what the tools have drawn by then. */
  const mapNow = () =>
    snapshot && faces && faces !== 'failed'
      ? paperMap(snapshot, lang, useOverlay.getState().shapes, drawingsData(useDrawings.getState()), faces.regular)
      : null;
  const noUtm = converter === 'failed';
  /** False while something of the page is on its way. */
  const whole = !settings.parts.grid || settings.grid === 'degrees' || (converter !== null && !noUtm);
  return { facts, faces, whole, noUtm, mapNow, pictures, box, place };
};

/** A scale as people write it: three digits count where nobody has chosen it. */
export const roundScale = (n: number): number => {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(n)) - 2);
  return Math.round(n / step) * step;
};

const placeOf = (
  map: ReturnType<typeof useMap>,
  { scale }: PrintSettings,
  pin: LngLat | null,
  view: { center: LngLat; zoom: number; bearing?: number },
  box: Box,
): Place => {
  const center = pin ?? view.center;
  const bearing = view.bearing ?? 0;
  if (scale !== null) return { center, bearing, zoom: zoomOf(center[1], scale) };
  const [x, y] = map.project(view.center);
  const width = Math.min(2 * x * WIDE, 2 * y * HIGH * (box.width / box.height)) || 800;
  return { center, bearing, zoom: view.zoom + Math.log2(box.width / MM_PER_PX / width) };
};

/** Shows the frame on the map while the panel is open, with the rest of the map shaded. */
export const useFrame = (place: Place | null, box: Box | null): void => {
  useEffect(() => {
    const { show } = useOverlay.getState();
    if (!place || !box) return show(OWNER, []);
    const ring = cornersOf(place, box);
    const [west, east] = [place.center[0] - 180, place.center[0] + 180];
    const world = [[west, -85], [east, -85], [east, 85], [west, 85], [west, -85]]; // biome-ignore format: a ring
    show(OWNER, [
      { geometry: { type: 'Polygon', coordinates: [world, ring] }, width: 0, fill: '#10131c', fill_opacity: 0.45 },
      { geometry: { type: 'LineString', coordinates: ring }, role: 'frame', width: 2 },
    ]);
  }, [place, box]);
  useEffect(() => () => useOverlay.getState().show(OWNER, []), []);
};
