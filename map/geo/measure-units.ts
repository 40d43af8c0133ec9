// The units that a measurement can be read in. What is measured is kept in metres, square metres and degrees.
import { tidyMeasure } from './measure';

/** Units in metres; `auto` is metres or kilometres, as fits the number. The mile, the foot: international, 1959. */
export const LENGTH_UNITS = { m: 1, km: 1000, mile: 1609.344, nmi: 1852, foot: 0.3048 } as const;
/** Units in square metres; the acre is the international one. */
export const AREA_UNITS = { m2: 1, ha: 10_000, km2: 1_000_000, acre: 4046.8564224 } as const;
/** Parts of a whole turn. The mil is NATO's. */
export const ANGLE_UNITS = { degree: 360, gon: 400, mil: 6400 } as const;

export type LengthUnit = keyof typeof LENGTH_UNITS;
export type AreaUnit = keyof typeof AREA_UNITS;
export type AngleUnit = keyof typeof ANGLE_UNITS;

/** What a reader has chosen; `auto` lets the size decide. */
export interface Units {
  length: LengthUnit | 'auto';
  area: AreaUnit | 'auto';
  angle: AngleUnit;
}
export const DEFAULT_UNITS: Units = { length: 'auto', area: 'auto', angle: 'degree' };

export interface InUnit<U extends string> {
  value: number;
  unit: U;
  /** Decimals worth showing. */
  digits: number;
}

/** Five figures, and never more than four decimals. */
const digitsOf = (value: number): number =>
  Math.min(4, Math.max(0, 4 - Math.floor(Math.log10(Math.max(Math.abs(value), 1)))));

/** Metres in the chosen unit. */
export const lengthIn = (metres: number, unit: Units['length']): InUnit<LengthUnit> => {
  if (unit === 'auto') return tidyMeasure(metres, 'length') as InUnit<LengthUnit>;
  const value = metres / LENGTH_UNITS[unit];
  return { value, unit, digits: unit === 'm' ? 2 : digitsOf(value) };
};

/** Square metres in the chosen unit. */
export const areaIn = (squareMetres: number, unit: Units['area']): InUnit<AreaUnit> => {
  if (unit === 'auto') return tidyMeasure(squareMetres, 'area') as InUnit<AreaUnit>;
  const value = squareMetres / AREA_UNITS[unit];
  return { value, unit, digits: unit === 'm2' ? 1 : digitsOf(value) };
};

/** Degrees in the chosen unit; an angle that rounds to a whole turn is 0 again. */
export const angleIn = (degrees: number, unit: AngleUnit): InUnit<AngleUnit> => {
  const whole = ANGLE_UNITS[unit];
  const digits = unit === 'mil' ? 0 : 2;
  const value = Number(((degrees / 360) * whole).toFixed(digits));
  return { value: value >= whole ? 0 : value, unit, digits };
};
