// What a page says, in the reader's words: the layout's input.
import type { Extent } from '@/contract/schemas/common';
import type { GridLine } from '../geo/graticule';
import type { LegendScale } from '../legend/scale';
import type { TickText } from '../legend/scale-print';
import type { LegendGlyph } from '../style/legend';
import type { PaperName } from './paper';
import type { Direction } from './text';

/** A picture of the page, by its name; pixels of 96 to the inch. */
export interface LegendPicture {
  name: string;
  width: number;
  height: number;
}
/** A row of the legend: a layer's name, one of its classes with its mark, or a map service's own legend in place of words. */
export interface LegendRow {
  label: string;
  glyph: LegendGlyph | null;
  opacity: number;
  /** A class stands under its layer. */
  inner: boolean;
  picture?: LegendPicture;
  /** Numbers of the layer's colours or sizes, in place of words. */
  scale?: LegendScale;
}
/** What the page says; a part that is absent is not wanted. Every text is ready for the reader. */
export interface PageFacts {
  paper: PaperName;
  landscape: boolean;
  direction: Direction;
  /** Points, of the texts; the title is larger. */
  fontSize: number;
  title: string;
  description: string;
  legend: { title: string; rows: readonly LegendRow[]; more(count: number): string; tick: TickText } | null;
  north: boolean;
  bar: { metres(value: number): string } | null;
  /** The scale in words, from the number under one. */
  scale(number: number): string;
  /** Grids over the map, each with the lines of a window. `sides`: where its names stand; two grids share the frame. */
  grid: {
    name(text: string): string;
    sets: readonly { lines(extent: Extent): GridLine[]; sides: 'all' | 'top' | 'bottom' }[];
  } | null;
  date: string | null;
  /** Width over height. */
  logo: { name: string; ratio: number } | null;
  /** Whose data the map shows. */
  attribution: string;
}
