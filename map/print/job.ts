// A printing job: pages in, one file out. Page by page, stripe by stripe; it can be stopped at any of them.
import type { StyleSpecification } from 'maplibre-gl';
import { drawPage } from './draw';
import type { PageFacts } from './facts';
import type { Page } from './items';
import { layOut } from './layout';
import { type Box, MM_PER_INCH, type Place, pixelsOf } from './paper';
import { type PrintedPage, type Rgba, writePdf } from './pdf';
import { type MapPicture, openFitting } from './picture';
import { packRows } from './raster/pack';
import { toPng } from './raster/png';
import type { Stripe } from './raster/rows';
import type { Faces } from './text';
import { type MapWord, type PlacedWord, reserveWords } from './words';

export interface PrintOrder {
  format: 'pdf' | 'png';
  dpi: number;
  style: StyleSpecification;
  /** At least one; a PNG has the first alone. */
  pages: readonly { facts: PageFacts; place: Place }[];
  faces: Faces;
  /** What the pages write on their maps. */
  words: readonly MapWord[];
  /** The document's own title, and its language. */
  title: string;
  lang: string;
  images: ReadonlyMap<string, { canvas: CanvasImageSource; pixels: Rgba }>;
}
export interface PrintResult {
  blob: Blob;
  /** Tiles that could not be had: the map has holes there. */
  missing: number;
}

/** Rows that are in memory at once: 14 MB of the widest page. */
const ROWS = 512;

/** Keeps one map for all pages whose map is of one size. */
const createPictures = (order: PrintOrder, signal: AbortSignal) => {
  let open: { picture: MapPicture; size: string } | null = null;
  let missing = 0;
  return {
    missing: () => missing,
    at: async (box: Box, place: Place, placed: readonly PlacedWord[]): Promise<MapPicture> => {
      const style = reserveWords(order.style, placed, place, box);
      const size = `${box.width.toFixed(3)}/${box.height.toFixed(3)}`;
      if (open?.size === size) {
        open.picture.restyle(style);
        missing += await open.picture.show(place, signal);
        return open.picture;
      }
      open?.picture.close();
      open = null;
      const picture = await openFitting({ style, dpi: order.dpi, width: box.width, height: box.height }, place, signal);
      open = { picture: picture.picture, size };
      missing += picture.missing;
      return picture.picture;
    },
    close: () => open?.picture.close(),
  };
};
type Pictures = ReturnType<typeof createPictures>;

async function* mapRows(
  picture: MapPicture,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): AsyncGenerator<Stripe> {
  for (let y = 0; y < picture.height; y += ROWS) {
    signal.throwIfAborted();
    const rows = Math.min(ROWS, picture.height - y);
    yield { rgba: await picture.read(y, rows, signal), rows };
    onProgress((y + rows) / picture.height);
  }
}

/** The whole page as stripes of pixels. */
async function* pageRows(
  page: Page,
  box: Box,
  picture: MapPicture,
  order: PrintOrder,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): AsyncGenerator<Stripe> {
  const scale = order.dpi / MM_PER_INCH;
  const [width, height] = [pixelsOf(page.width, order.dpi), pixelsOf(page.height, order.dpi)];
  const [left, top] = [Math.round(box.x * scale), Math.round(box.y * scale)];
  const images = new Map([...order.images].map(([name, { canvas }]) => [name, canvas]));
  for (let y = 0; y < height; y += ROWS) {
    signal.throwIfAborted();
    const rows = Math.min(ROWS, height - y);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = rows;
    const pen = canvas.getContext('2d', { willReadFrequently: true });
    if (!pen) throw new Error('canvas');
    const first = Math.max(0, y - top);
    const last = Math.min(picture.height, y + rows - top);
    const strip = last > first ? await picture.read(first, last - first, signal) : null;
    const map = () => {
      if (!strip) return;
      const pixels = new ImageData(new Uint8ClampedArray(strip.buffer as ArrayBuffer), picture.width, last - first);
      pen.putImageData(pixels, left, top + first - y);
    };
    drawPage(pen, page, scale, { images, map }, y);
    yield { rgba: pen.getImageData(0, 0, width, rows).data, rows };
    onProgress((y + rows) / height);
  }
}

const asPng = async (
  order: PrintOrder,
  pictures: Pictures,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Blob> => {
  const [first] = order.pages;
  if (!first) throw new Error('no page');
  const { page, map, placed } = layOut(first.facts, first.place, order.faces, order.words);
  const picture = await pictures.at(map, first.place, placed);
  onProgress(0.3);
  const [width, height] = [pixelsOf(page.width, order.dpi), pixelsOf(page.height, order.dpi)];
  const rows = pageRows(page, map, picture, order, signal, (share) => onProgress(0.3 + 0.7 * share));
  return toPng(width, height, order.dpi, await packRows(width, rows), signal);
};

async function* pdfPages(
  order: PrintOrder,
  pictures: Pictures,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): AsyncGenerator<PrintedPage> {
  for (const [i, { facts, place }] of order.pages.entries()) {
    signal.throwIfAborted();
    const { page, map, placed } = layOut(facts, place, order.faces, order.words);
    const picture = await pictures.at(map, place, placed);
    onProgress(i + 0.5);
    const packed = await packRows(
      picture.width,
      mapRows(picture, signal, (share) => onProgress(i + 0.5 + share / 2)),
    );
    yield { page, map: { width: picture.width, height: picture.height, packed } };
  }
}

/** Does the job. `onProgress` is called with how many pages are done, in parts; a stopped job throws the signal's reason. */
export const print = async (
  order: PrintOrder,
  onProgress: (done: number) => void,
  signal: AbortSignal,
): Promise<PrintResult> => {
  const pictures = createPictures(order, signal);
  try {
    const images = new Map([...order.images].map(([name, { pixels }]) => [name, pixels]));
    const blob =
      order.format === 'png'
        ? await asPng(order, pictures, signal, onProgress)
        : await writePdf(pdfPages(order, pictures, signal, onProgress), {
            title: order.title,
            lang: order.lang,
            images,
          });
    signal.throwIfAborted();
    return { blob, missing: pictures.missing() };
  } finally {
    pictures.close();
  }
};
