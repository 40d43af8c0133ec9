// Symbols of points: their names at once, their outlines when the first of them is drawn.
import { SYMBOL_NAMES } from './symbol-names';

/** Units of the square that the outlines are drawn in. */
export const ICON_SIDE = 15;

const KNOWN: ReadonlySet<string> = new Set(SYMBOL_NAMES);
/** Whether there is a symbol of this name. */
export const isSymbol = (name: string | undefined): name is string => name !== undefined && KNOWN.has(name);

/** Outline by name, as the `d` of an SVG path. */
export type Outlines = Readonly<Record<string, string>>;

let outlines: Outlines | null = null;
let pending: Promise<Outlines> | null = null;

/** The outlines where they are here already. */
export const getOutlines = (): Outlines | null => outlines;

/** Loads the outlines once; a load that failed is tried again by the next caller. */
export const loadOutlines = (): Promise<Outlines> => {
  pending ??= import('./symbols.json').then(
    (module) => {
      outlines = module.default;
      return outlines;
    },
    (error: unknown) => {
      pending = null;
      throw error;
    },
  );
  return pending;
};
