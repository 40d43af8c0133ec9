// The map of a page as it will be printed, small: drawn by the map that prints, again some time after anything has changed.
'use client';
import { useEffect, useRef, useState } from 'react';
import type { Box, Place } from '@/map/print/paper';
import { type MapPicture, openPicture } from '@/map/print/picture';
import type { MapWord } from '@/map/print/words';
import { useDrawings } from '@/map/state/drawings';
import { useMapSnapshot } from '@/map/state/map-snapshot';
import { useOverlay } from '@/map/state/overlay';
import type { usePage } from './use-page';

/** Milliseconds of rest before the map is drawn again. */
const REST_MS = 400;

interface Order {
  place: Place;
  box: Box;
  /** Dots of an inch of paper. */
  dpi: number;
}
export interface Thumbnail {
  /** The map that fills `box`; `words` are what the page writes on it. */
  canvas: HTMLCanvasElement;
  words: readonly MapWord[];
  place: Place;
  box: Box;
}

const toCanvas = ({ width, height }: MapPicture, rows: Uint8Array): HTMLCanvasElement => {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pixels = new ImageData(new Uint8ClampedArray(rows.buffer as ArrayBuffer), width, height);
  canvas.getContext('2d')?.putImageData(pixels, 0, 0);
  return canvas;
};

/** One map for all thumbnails of a size; another size has a map of its own. */
const createPainter = () => {
  let open: { picture: MapPicture; size: string } | null = null;
  return {
    paint: async ({ place, box, dpi }: Order, { style, words }: PaperMap, signal: AbortSignal): Promise<Thumbnail> => {
      const size = [box.width.toFixed(3), box.height.toFixed(3), dpi].join('/');
      if (open?.size === size) open.picture.restyle(style);
      else {
        open?.picture.close();
        open = { picture: openPicture({ style, width: box.width, height: box.height, dpi }), size };
      }
      const { picture } = open;
      await picture.show(place, signal);
      return { canvas: toCanvas(picture, await picture.read(0, picture.height, signal)), words, place, box };
    },
    close: () => {
      open?.picture.close();
      open = null;
    },
  };
};
type PaperMap = NonNullable<ReturnType<ReturnType<typeof usePage>['mapNow']>>;

/** `thumbnail` is the newest that is drawn, null before the first; `isBusy` while a newer one is on its way. */
export const useThumbnail = (
  order: Order | null,
  mapNow: () => PaperMap | null,
  isPaused: boolean,
): { thumbnail: Thumbnail | null; isBusy: boolean } => {
  const [thumbnail, setThumbnail] = useState<Thumbnail | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [painter] = useState(createPainter);
  const snapshot = useMapSnapshot((s) => s.snapshot);
  const drawings = useDrawings((s) => s.items);
  const shapes = useOverlay((s) => s.shapes);
  const orderKey = JSON.stringify(order);
  const latest = useRef(mapNow);
  useEffect(() => {
    latest.current = mapNow;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what `mapNow` reads is named, so that the map is drawn again when it changes.
  useEffect(() => {
    const next = JSON.parse(orderKey) as Order | null;
    if (!next || isPaused) return;
    setBusy(true);
    const control = new AbortController();
    const paint = async () => {
      const map = latest.current();
      if (!map) return;
      try {
        const painted = await painter.paint(next, map, control.signal);
        if (!control.signal.aborted) setThumbnail(painted);
      } catch (error) {
        if (!control.signal.aborted) console.error(error);
      }
      if (!control.signal.aborted) setBusy(false);
    };
    const timer = setTimeout(() => void paint(), REST_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [orderKey, isPaused, painter, snapshot, drawings, shapes]);
  useEffect(() => painter.close, [painter]);
  return { thumbnail, isBusy };
};
