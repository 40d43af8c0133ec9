// Sheets of records as one PDF. They come one by one and are let go as soon as they are written, so that hundreds need the memory of one.
import type { StyleSpecification } from 'maplibre-gl';
import type { Extent } from '@/contract/schemas/common';
import { zoomToFit } from '../paper';
import { type PrintedPage, type Rgba, writePdf } from '../pdf';
import { type MapPicture, openFitting } from '../picture';
import { packRows } from '../raster/pack';
import type { Direction, Faces } from '../text';
import { layOutSheet, MAP_BOX, type Sheet, type SheetFoot, type SheetPaper } from './layout';

const DPI = 150;
/** Rows that are in memory at once. */
const ROWS = 512;

/** A sheet with what is drawn on it. `map` is null for what lies nowhere. */
export interface DrawnSheet {
  sheet: Sheet;
  /** [west, south, east, north] of the record, and the map's style with the record on it. */
  map: { extent: Extent; style: StyleSpecification } | null;
  pictures: ReadonlyMap<string, Rgba>;
}

export interface SheetOrder {
  sheets: AsyncIterable<DrawnSheet>;
  foot: SheetFoot;
  headings: { pictures: string };
  faces: Faces;
  direction: Direction;
  paper: SheetPaper;
  /** The document's own title and language. */
  title: string;
  lang: string;
}

/** One map for all sheets, opened when the first of them wants it. */
function createMaps(signal: AbortSignal) {
  let picture: MapPicture | null = null;
  return {
    async at({ extent, style }: NonNullable<DrawnSheet['map']>): Promise<PrintedPage['map']> {
      const place = { ...zoomToFit(extent, MAP_BOX, 0.15), bearing: 0 };
      if (picture) {
        picture.restyle(style);
        await picture.show(place, signal);
      } else
        picture = (await openFitting({ style, dpi: DPI, width: MAP_BOX.width, height: MAP_BOX.height }, place, signal)).picture; // biome-ignore format: one line
      const open = picture;
      async function* stripes() {
        for (let y = 0; y < open.height; y += ROWS) {
          signal.throwIfAborted();
          const rows = Math.min(ROWS, open.height - y);
          yield { rgba: await open.read(y, rows, signal), rows };
        }
      }
      return { width: open.width, height: open.height, packed: await packRows(open.width, stripes()) };
    },
    close: () => picture?.close(),
  };
}

/** Writes the PDF. `onSheet` is told after each sheet; a stopped job throws the signal's reason. */
export async function printSheets(
  order: SheetOrder,
  onSheet: (count: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const maps = createMaps(signal);
  async function* pages(): AsyncGenerator<PrintedPage> {
    let count = 0;
    for await (const { sheet, map, pictures } of order.sheets) {
      signal.throwIfAborted();
      const set = layOutSheet(sheet, order.foot, order.headings, order.faces, order.direction, order.paper);
      const picture = map && set.map ? await maps.at(map) : null;
      for (const [i, page] of set.pages.entries())
        yield { page, map: i === 0 ? picture : null, ...(i === 0 && { images: pictures }) };
      count += 1;
      onSheet(count);
    }
  }
  try {
    const blob = await writePdf(pages(), { title: order.title, lang: order.lang, images: new Map() });
    signal.throwIfAborted();
    return blob;
  } finally {
    maps.close();
  }
}
