// What a person may set for a page. Plain values: the machine keeps them for as long as the page of the browser lives.
import type { PaperName } from '@/map/print/paper';

export const FORMATS = ['pdf', 'png'] as const;
/** One page of the map as it is, or one for each region or record. */
export const ATLASES = ['none', 'regions', 'records'] as const;
/** Parts of the page that are there or not. */
export const PARTS = ['legend', 'north', 'bar', 'grid', 'date', 'logo'] as const;
/** Grids on paper: meridians and parallels, the squares of UTM, or both. */
export const GRIDS = ['degrees', 'utm', 'both'] as const;
export type Part = (typeof PARTS)[number];

export interface PrintSettings {
  paper: PaperName;
  landscape: boolean;
  dpi: number;
  /** The number under one; null is the scale of the present view. */
  scale: number | null;
  title: string;
  description: string;
  parts: Readonly<Record<Part, boolean>>;
  /** Where `parts.grid` is on. */
  grid: (typeof GRIDS)[number];
  font: 'nazanin' | 'vazirmatn';
  /** Points. */
  fontSize: number;
  format: (typeof FORMATS)[number];
  atlas: (typeof ATLASES)[number];
  /** Regions that have a page; empty for all. */
  regions: readonly number[];
  /** The layer whose records have a page. */
  layer: number | null;
}

/** The specification's: A4 across, 150 DPI, scale of the view, B Nazanin 12. */
export const DEFAULTS: PrintSettings = {
  paper: 'A4',
  landscape: true,
  dpi: 150,
  scale: null,
  title: '',
  description: '',
  parts: { legend: true, north: true, bar: true, grid: false, date: true, logo: true },
  grid: 'degrees',
  font: 'nazanin',
  fontSize: 12,
  format: 'pdf',
  atlas: 'none',
  regions: [],
  layer: null,
};

/** Pages of an atlas, at the most. */
export const MAX_PAGES = 100;
/** Dots of all pages together, at the most: what a browser can hold packed. */
export const MAX_DOTS = 1_500_000_000;
/** Letters of a title and of a description. */
export const [MAX_TITLE, MAX_TEXT] = [120, 400];
