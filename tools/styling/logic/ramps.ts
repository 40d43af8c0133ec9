// Colours for classes: named ramps, as many colours of them as are wanted, and which ramp a row of colours is.
import {
  interpolateBlues,
  interpolateBrBG,
  interpolateCividis,
  interpolateGreens,
  interpolateGreys,
  interpolateMagma,
  interpolateOranges,
  interpolatePiYG,
  interpolatePRGn,
  interpolatePuOr,
  interpolatePurples,
  interpolateRdBu,
  interpolateRdYlBu,
  interpolateRdYlGn,
  interpolateReds,
  interpolateSpectral,
  interpolateViridis,
  interpolateYlGnBu,
  interpolateYlOrRd,
  schemeDark2,
  schemePaired,
  schemeSet1,
  schemeSet2,
  schemeSet3,
  schemeTableau10,
} from 'd3-scale-chromatic';
import { FRESH_COLOURS } from '@/contract/schemas/style';

export const RAMP_KINDS = ['sequential', 'diverging', 'qualitative'] as const;
export type RampKind = (typeof RAMP_KINDS)[number];

export interface Ramp {
  id: string;
  kind: RampKind;
  /** Told apart by people with the common kinds of colour blindness. */
  safe: boolean;
  /** The colour at a share of the ramp (0 to 1), or the colours one after the other. */
  of: ((share: number) => string) | readonly string[];
}

const slide = (kind: RampKind, safe: boolean, all: Record<string, Ramp['of']>): Ramp[] =>
  Object.entries(all).map(([id, of]) => ({ id, kind, safe, of }));

/** Of Brewer, of Matplotlib (viridis and its kin), of Okabe and Ito, and of Paul Tol. */
export const RAMPS: readonly Ramp[] = [
  ...slide('sequential', true, {
    viridis: interpolateViridis,
    cividis: interpolateCividis,
    magma: interpolateMagma,
    blues: interpolateBlues,
    greens: interpolateGreens,
    oranges: interpolateOranges,
    purples: interpolatePurples,
    reds: interpolateReds,
    greys: interpolateGreys,
    ylgnbu: interpolateYlGnBu,
    ylorrd: interpolateYlOrRd,
  }),
  ...slide('diverging', true, {
    rdbu: interpolateRdBu,
    rdylbu: interpolateRdYlBu,
    puor: interpolatePuOr,
    brbg: interpolateBrBG,
    prgn: interpolatePRGn,
    piyg: interpolatePiYG,
  }),
  ...slide('diverging', false, { rdylgn: interpolateRdYlGn, spectral: interpolateSpectral }),
  ...slide('qualitative', true, {
    fresh: FRESH_COLOURS,
    okabe: ['#e69f00', '#56b4e9', '#009e73', '#f0e442', '#0072b2', '#d55e00', '#cc79a7', '#999999'],
    bright: ['#4477aa', '#ee6677', '#228833', '#ccbb44', '#66ccee', '#aa3377', '#bbbbbb'],
    muted: ['#cc6677', '#332288', '#ddcc77', '#117733', '#88ccee', '#882255', '#44aa99', '#999933', '#aa4499'],
  }),
  ...slide('qualitative', false, {
    tableau: schemeTableau10,
    set1: schemeSet1,
    set2: schemeSet2,
    dark2: schemeDark2,
    paired: schemePaired,
    set3: schemeSet3,
  }),
];

export const rampById = (id: string): Ramp | undefined => RAMPS.find((ramp) => ramp.id === id);

type Rgb = [number, number, number];

const parse = (colour: string): Rgb => {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  if (hex) return hex.slice(1).map((pair) => Number.parseInt(pair, 16)) as Rgb;
  return [...colour.matchAll(/[\d.]+/g)].slice(0, 3).map(([n]) => Number(n)) as Rgb;
};
const write = (rgb: Rgb): string =>
  `#${rgb
    .map((n) =>
      Math.round(Math.min(255, Math.max(0, n)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Between two colours; 0 is the first. */
export const mixColours = (from: string, to: string, share: number): string => {
  const [a, b] = [parse(from), parse(to)];
  return write(a.map((n, i) => n + ((b[i] as number) - n) * share) as Rgb);
};

/** Brewer's palest steps vanish on a light map. */
const PALEST = 0.15;
/** Viridis and its kin are dark and bright enough from end to end; the brightest yellow is spared. */
const WHOLE = new Set(['viridis', 'cividis', 'magma']);

/** A list that is too short begins again, lighter, then darker. */
const again = (list: readonly string[], i: number): string => {
  const colour = list[i % list.length] as string;
  const round = Math.floor(i / list.length);
  const share = Math.min(0.7, 0.32 * Math.ceil(round / 2));
  return round === 0 ? colour : mixColours(colour, round % 2 === 1 ? '#ffffff' : '#000000', share);
};

/** `count` colours from the ramp's beginning to its end, as #rrggbb. */
export const colours = ({ id, kind, of }: Ramp, count: number, reversed = false): string[] => {
  const row = Array.from({ length: count }, (_, i) => {
    if (typeof of !== 'function') return write(parse(again(of, i)));
    const share = count === 1 ? 0.6 : i / (count - 1);
    const [from, to] = kind === 'diverging' ? [0.05, 0.95] : WHOLE.has(id) ? [0, 0.95] : [PALEST, 1];
    return write(parse(of(from + share * (to - from))));
  });
  return reversed ? row.reverse() : row;
};

/** The ramp that a row of colours is taken from, or null. */
export const rampOf = (row: readonly string[]): { ramp: Ramp; reversed: boolean } | null => {
  if (row.length < 2) return null;
  const text = row.join().toLowerCase();
  for (const ramp of RAMPS)
    for (const reversed of [false, true])
      if (colours(ramp, row.length, reversed).join() === text) return { ramp, reversed };
  return null;
};
