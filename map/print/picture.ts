// The map off screen, as large as the paper wants it, read row by row: at no time is the whole picture in the page's memory.
import { Map as MapLibreMap, type StyleSpecification } from 'maplibre-gl';
import { fixTextDirection } from '../engine/text-direction';
import { createUpdater } from '../engine/updater';
import { MM_PER_PX, type Place, pixelsOf, projection } from './paper';

/** A canvas of this many pixels a side is drawn at once; a larger map, or a weaker graphics card, is drawn piece by piece. */
const MAX_SIDE = 8192;
/** Rows of one piece, so that a row of pieces stays small. */
const PIECE_ROWS = 1024;
/** CSS pixels that a piece is drawn beyond its edges: labels near an edge then stand alike on both sides of it. */
const MARGIN = 128;
/** At every resolution a multiple of this many CSS pixels is a whole number of dots. */
const WHOLE = 48;
/** Dots of a CSS pixel while tiles are on their way: every one that comes draws all anew, and only the last drawing is for the paper. */
const DRAFT_RATIO = 0.25;
/** Milliseconds that tiles may take. */
const PATIENCE = 90_000;

export interface MapPicture {
  /** Dots. */
  width: number;
  height: number;
  /** Another style from the next `show` on. */
  restyle(style: StyleSpecification): void;
  /** Turns to a place and waits until all is drawn; returns how many tiles could not be had. */
  show(place: Place, signal: AbortSignal): Promise<number>;
  /** Whole rows, top to bottom, red green blue alpha. */
  read(y: number, rows: number, signal: AbortSignal): Promise<Uint8Array>;
  close(): void;
}
interface Order {
  style: StyleSpecification;
  /** Millimetres of the map on paper. */
  width: number;
  height: number;
  dpi: number;
  /** Smaller than MAX_SIDE in tests only. */
  maxSide?: number;
}

/** What the graphics card can draw at once, in pixels of a side. */
const readCardLimit = (): number => {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) throw new Error('webgl');
  const [w = 0, h = 0] = gl.getParameter(gl.MAX_VIEWPORT_DIMS) as Int32Array;
  const most = Math.min(
    gl.getParameter(gl.MAX_RENDERBUFFER_SIZE) as number,
    gl.getParameter(gl.MAX_TEXTURE_SIZE) as number,
    w,
    h,
  );
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return most;
};
let maxSize: number | undefined;
/** Asked once: a context of its own takes a weak computer long to make. */
const cardLimit = (): number => {
  maxSize ??= readCardLimit();
  return maxSize;
};

const whole = (px: number): number => Math.ceil(px / WHOLE) * WHOLE;

/** Tiles fade in on screen; on paper they are there or not. */
const still = (style: StyleSpecification): StyleSpecification => ({
  ...style,
  layers: style.layers.map((layer) =>
    layer.type === 'raster' ? { ...layer, paint: { ...layer.paint, 'raster-fade-duration': 0 } } : layer,
  ),
});

const settled = (map: MapLibreMap, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = (how: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      map.off('idle', idle);
      how();
    };
    const idle = () => done(resolve);
    const stop = () => done(() => reject(signal.reason));
    // What is there by then is printed; the tiles that are missing are told.
    const timer = setTimeout(idle, PATIENCE);
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop);
    map.on('idle', idle);
    map.triggerRepaint();
  });

/** The map in pieces of so many dots that a canvas of `limit` holds each, and the canvas in CSS pixels. */
const planPieces = (across: number, down: number, ratio: number, limit: number) => {
  const margin = Math.round(MARGIN * ratio);
  const single = whole(across / ratio) * ratio <= limit && whole(down / ratio) * ratio <= limit;
  const pieceWidth = single ? across : Math.min(across, limit - 2 * margin - WHOLE * Math.ceil(ratio));
  const pieceRows = single ? down : Math.min(down, PIECE_ROWS, limit - 2 * margin - WHOLE * Math.ceil(ratio));
  const extra = single ? 0 : 2 * margin;
  const css = [whole((pieceWidth + extra) / ratio), whole((pieceRows + extra) / ratio)] as const;
  return { pieceWidth, pieceRows, css };
};

/** Where the map is drawn, out of everybody's way. */
const createContainer = ([width, height]: readonly [number, number]): HTMLElement => {
  const container = document.createElement('div');
  Object.assign(container.style, {
    position: 'fixed',
    insetBlockStart: '0',
    insetInlineStart: '0',
    inlineSize: `${width}px`,
    blockSize: `${height}px`,
    visibility: 'hidden',
    pointerEvents: 'none',
    zIndex: '-1',
    contain: 'strict',
  });
  container.inert = true;
  container.dir = 'ltr';
  document.body.append(container);
  return container;
};

const createPaperMap = (container: HTMLElement, style: StyleSpecification): MapLibreMap =>
  new MapLibreMap({
    container,
    style: still(style),
    interactive: false,
    attributionControl: false,
    fadeDuration: 0,
    maxPitch: 0,
    maxZoom: 23,
    trackResize: false,
    pixelRatio: DRAFT_RATIO,
    maxCanvasSize: [MAX_SIDE, MAX_SIDE],
    canvasContextAttributes: { preserveDrawingBuffer: true },
    // The paper may show more than the world is high.
    transformConstrain: (center, zoom) => ({ center, zoom }),
    transformRequest: (url) => ({ url: new URL(url, window.location.href).href }),
  });

/** The tiles that could not be had, from now on. */
const watchTiles = (map: MapLibreMap): Set<string> => {
  const lost = new Set<string>();
  map.on('error', (e) => {
    const tile = (e as { tile?: { tileID?: { key?: string } }; sourceId?: string }).tile;
    if (tile) lost.add(`${(e as { sourceId?: string }).sourceId}/${tile.tileID?.key}`);
    else console.error(e.error);
  });
  return lost;
};

/** Copies rows of `w` pixels into rows of `across`; the card gives the lowest row first. */
const copyRows = (from: Uint8Array, w: number, h: number, to: Uint8Array, left: number, across: number) => {
  for (let row = 0; row < h; row += 1)
    to.set(from.subarray((h - 1 - row) * w * 4, (h - row) * w * 4), (row * across + left) * 4);
};

/** Begins with an empty map; throws where the browser cannot draw. Close it. */
export const openPicture = ({ style, width, height, dpi, maxSide = MAX_SIDE }: Order): MapPicture => {
  fixTextDirection();
  const ratio = dpi / 96;
  const [across, down] = [pixelsOf(width, dpi), pixelsOf(height, dpi)];
  const { pieceWidth, pieceRows, css } = planPieces(across, down, ratio, Math.min(maxSide, cardLimit()));
  const canvas = [Math.round(css[0] * ratio), Math.round(css[1] * ratio)] as const;

  const container = createContainer(css);
  const map = createPaperMap(container, style);
  const lost = watchTiles(map);
  const updater = createUpdater(map, still(style), (error) => console.error(error));
  let place: Place = { center: [0, 0], zoom: 0, bearing: 0 };
  /** The dot of the whole picture that stands in the canvas's left top corner. */
  let corner: readonly [number, number] | null = null;
  const box = { x: 0, y: 0, width: across / (dpi / 25.4), height: down / (dpi / 25.4) };
  const aim = async (x: number, y: number, w: number, h: number, signal: AbortSignal) => {
    const [left, top] = [x - Math.floor((canvas[0] - w) / 2), y - Math.floor((canvas[1] - h) / 2)];
    if (corner && corner[0] === left && corner[1] === top) return;
    const mm = MM_PER_PX / ratio;
    const middle = projection(place, box).toEarth([(left + canvas[0] / 2) * mm, (top + canvas[1] / 2) * mm]);
    corner = null;
    map.setPixelRatio(DRAFT_RATIO);
    map.jumpTo({ center: middle, zoom: place.zoom, bearing: place.bearing });
    await settled(map, signal);
    // A hair more, so that rounding down loses no dot.
    map.setPixelRatio(ratio + 1e-9);
    await settled(map, signal);
    corner = [left, top];
  };

  const readPixels = (x: number, y: number, w: number, h: number): Uint8Array => {
    const gl = map.getCanvas().getContext('webgl2');
    if (!gl || gl.isContextLost()) throw new Error('webgl');
    if (gl.drawingBufferWidth !== canvas[0] || gl.drawingBufferHeight !== canvas[1]) throw new Error('size');
    const pixels = new Uint8Array(w * h * 4);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.readPixels(x, canvas[1] - y - h, w, h, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
  };
  return {
    width: across,
    height: down,
    restyle: (next) => updater.show(still(next)),
    show: async (next, signal) => {
      place = next;
      corner = null;
      lost.clear();
      await aim(0, 0, pieceWidth, pieceRows, signal);
      return lost.size;
    },
    read: async (y, rows, signal) => {
      const out = new Uint8Array(across * rows * 4);
      for (let top = y; top < y + rows; ) {
        const band = Math.floor(top / pieceRows) * pieceRows;
        const h = Math.min(y + rows, band + pieceRows) - top;
        for (let left = 0; left < across; left += pieceWidth) {
          const w = Math.min(pieceWidth, across - left);
          await aim(left, band, pieceWidth, pieceRows, signal);
          const [cx, cy] = corner ?? [0, 0];
          copyRows(readPixels(left - cx, top - cy, w, h), w, h, out.subarray((top - y) * across * 4), left, across);
        }
        top += h;
      }
      return out;
    },
    close: () => {
      updater.stop();
      map.remove();
      container.remove();
    },
  };
};

/** As `openPicture`; where the browser gave a smaller canvas than was asked for, the pieces become smaller. */
export const openFitting = async (
  order: Order,
  first: Place,
  signal: AbortSignal,
): Promise<{ picture: MapPicture; missing: number }> => {
  for (const maxSide of [MAX_SIDE, 4096, 2048]) {
    const picture = openPicture({ ...order, maxSide });
    try {
      const missing = await picture.show(first, signal);
      await picture.read(0, 1, signal);
      return { picture, missing };
    } catch (error) {
      picture.close();
      if (signal.aborted || maxSide === 2048) throw error;
    }
  }
  throw new Error('size');
};
