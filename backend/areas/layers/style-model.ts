// GeoStyler's model as far as we speak it, with scales as zooms. Pure: the parsers of SLD and QML stand on its other side.
import type { StyleWarning } from '../../../contract/schemas/style';

/** Tells what one side cannot say. */
export type Warn = (code: StyleWarning['code'], where?: string) => void;

/** The part of GeoStyler's model that we speak. Values that its functions compute are not taken. */
export interface GsSymbolizer {
  kind: string;
  [property: string]: unknown;
}
export type GsFilter = [string, ...unknown[]];
export interface GsRule {
  name: string;
  filter?: GsFilter;
  scaleDenominator?: { min?: number; max?: number };
  symbolizers: GsSymbolizer[];
}

/** Names of points in SLD and QGIS, and the icons of ours that look the same; "cross" is a plus there, which we have not. */
const SHAPES: Record<string, string> = {
  square: 'square',
  triangle: 'triangle',
  equilateral_triangle: 'triangle',
  diamond: 'diamond',
  star: 'star',
  regular_star: 'star',
  x: 'cross',
  cross2: 'cross',
};
export const iconOfShape = (name: unknown): string | undefined => SHAPES[String(name).toLowerCase()];

/** Scale of zoom 0: the equator (40,075,016.7 m) on 512 px of 0.28 mm, the pixel of OGC's standards. */
const SCALE_0 = 279_541_132.014;
export const DEEPEST = 24;

export const scaleOf = (min: number, max: number) =>
  min <= 0 && max >= DEEPEST
    ? {}
    : {
        scaleDenominator: {
          ...(max >= DEEPEST ? {} : { min: SCALE_0 / 2 ** max }),
          ...(min <= 0 ? {} : { max: SCALE_0 / 2 ** min }),
        },
      };
const zoomOf = (scale: number) => Math.min(DEEPEST, Math.max(0, Math.round(Math.log2(SCALE_0 / scale) * 1000) / 1000));
export const zoomsOf = (rule: GsRule) => ({
  min_zoom: rule.scaleDenominator?.max ? zoomOf(rule.scaleDenominator.max) : 0,
  max_zoom: rule.scaleDenominator?.min ? zoomOf(rule.scaleDenominator.min) : DEEPEST,
});

/** A piece of text between stars; star, dot and exclamation mark are escaped, as the SLD writer declares. */
export const pattern = (text: string) => `*${text.replace(/[*.!]/g, '!$&')}*`;
export const unpattern = (text: string): string | null => {
  const inside = /^\*([\s\S]+)\*$/.exec(text)?.[1];
  if (inside === undefined || /(^|[^!])(!!)*[*.]/.test(inside)) return null;
  return inside.replace(/!([*.!])/g, '$1');
};
