// Records as sheets: what a room tells of each becomes pages with a map of where it lies and its pictures.
import type { Geometry } from '@/contract/schemas/common';
import { extentOf } from '../../geo/walk';
import { plainStyle } from '../../plain-map/sets';
import { currentBase, useBase } from '../../state/base';
import type { Lang, MapLayer } from '../../types';
import { loadFaces } from '../fonts';
import { loadPicture } from '../load-picture';
import type { Rgba } from '../pdf';
import { attributionOf } from '../sources';
import { type DrawnSheet, printSheets } from './job';
import type { Sheet, SheetPaper } from './layout';

/** Pixels of a picture on paper: 54 mm at 300 DPI. */
const MAX_PICTURE = 640;

/** One record as a room tells it. Its pictures are read from their addresses; one that cannot be had is left out. */
export interface RecordSheet extends Pick<Sheet, 'kicker' | 'title' | 'parts' | 'lists'> {
  id: number;
  /** EPSG:4326; null for what lies nowhere, and where no map is wanted. */
  geometry: Geometry | null;
  pictures: readonly { address: string; label: string }[];
}

export interface RecordSheets {
  sheets: AsyncIterable<RecordSheet>;
  /** Tiles under the record; see `toMapLayers`. */
  layers: readonly MapLayer[];
  lang: Lang;
  /** The document's title. */
  title: string;
  /** At the foot of each page; `attribution` names whose data the map shows. */
  note: (attribution: string) => string;
  page: (number: number, of: number) => string;
  /** A4 where left out; A5 has no room for maps and pictures. */
  paper?: SheetPaper;
  /** Heads the pictures. */
  pictures: string;
}

type Drawing = Pick<RecordSheets, 'layers' | 'lang'> & ReturnType<typeof readBase>;
const readBase = () => {
  const state = useBase.getState();
  return { base: currentBase(state), isGrey: state.isGrey };
};
const styleOf = ({ base, isGrey, layers, lang }: Drawing, shapes: { id: number; geometry: Geometry }[]) =>
  plainStyle({ base, isGrey, layers, sets: [{ id: 'record', role: 'after', shapes }] }, 'light', lang);

async function* draw(drawing: Drawing, sheets: AsyncIterable<RecordSheet>): AsyncGenerator<DrawnSheet> {
  for await (const { id, geometry, pictures, ...sheet } of sheets) {
    const loaded = await Promise.all(pictures.map(({ address }) => loadPicture(address, MAX_PICTURE)));
    const pixels = new Map<string, Rgba>();
    const places = pictures.flatMap(({ label }, i) => {
      const picture = loaded[i]?.pixels;
      if (!picture) return [];
      const name = `R${id}P${i + 1}`;
      pixels.set(name, picture);
      return [{ name, label, ratio: picture.width / picture.height }];
    });
    const extent = geometry && extentOf([geometry]);
    // The plain map tells the engine where its worker and its archives are.
    if (extent) await import('../../plain-map/engine');
    yield {
      sheet: { ...sheet, hasMap: extent !== null, pictures: places },
      map: geometry && extent ? { extent, style: styleOf(drawing, [{ id, geometry }]) } : null,
      pictures: pixels,
    };
  }
}

/** The PDF. `onSheet` is told how many sheets are written; a stopped job throws the signal's reason. Throws where the fonts cannot be had. */
export async function printRecords(
  { sheets, layers, lang, title, note, page, pictures, paper = 'A4' }: RecordSheets,
  onSheet: (count: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const drawing = { layers, lang, ...readBase() };
  const order = {
    sheets: draw(drawing, sheets),
    foot: { note: note(attributionOf(styleOf(drawing, []))), page },
    headings: { pictures },
    faces: await loadFaces('vazirmatn'),
    paper,
    direction: lang === 'fa' ? ('rtl' as const) : ('ltr' as const),
    title,
    lang: lang === 'fa' ? 'fa-IR' : 'en',
  };
  return printSheets(order, onSheet, signal);
}
