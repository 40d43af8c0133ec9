// Colours of the vector base maps: one set for each theme, and the same without hues.
import type { Theme } from '../types';

/** What a base map draws, by what it is. All colours are #rrggbb. */
export interface BaseColours {
  land: string;
  water: string;
  river: string;
  /** Parks, woods, grass. */
  green: string;
  /** Ground that is built on. */
  town: string;
  /** Salt flats and sand. */
  bare: string;
  building: string;
  road: string;
  mainRoad: string;
  /** Outline of roads. */
  roadEdge: string;
  rail: string;
  country: string;
  province: string;
  grid: string;
  countryName: string;
  provinceName: string;
  townName: string;
  waterName: string;
  /** Islands, mountains, deserts. */
  landName: string;
  roadName: string;
  halo: string;
}

const LIGHT: BaseColours = {
  land: '#f6f4ee',
  water: '#bfd7e8',
  river: '#a5c6dd',
  green: '#e2ebd6',
  town: '#ebe7df',
  bare: '#f3eddd',
  building: '#e2ddd3',
  road: '#ffffff',
  mainRoad: '#fbe3b0',
  roadEdge: '#d9d3c6',
  rail: '#c3bdb2',
  country: '#8c86a0',
  province: '#b9b3c4',
  grid: '#d5d0c2',
  countryName: '#4c4763',
  provinceName: '#77708c',
  townName: '#33373f',
  waterName: '#41739b',
  landName: '#8a7a5c',
  roadName: '#5d5a55',
  halo: '#fbfaf6',
};

const DARK: BaseColours = {
  land: '#232838',
  water: '#131a2a',
  river: '#31476b',
  green: '#243131',
  town: '#2a3043',
  bare: '#2a2d38',
  building: '#30364a',
  road: '#3a4157',
  mainRoad: '#545c79',
  roadEdge: '#1d2130',
  rail: '#454b61',
  country: '#767fa6',
  province: '#485172',
  grid: '#3a4362',
  countryName: '#c3c9e0',
  provinceName: '#8b94b8',
  townName: '#d5d9e8',
  waterName: '#6b8fbd',
  landName: '#a3957b',
  roadName: '#a3a9be',
  halo: '#1c2130',
};

/** A colour's luminance (ITU-R BT.709) as a grey. */
const greyOf = (colour: string): string => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const value = Math.round(0.2126 * r + 0.7152 * g + 0.0722 * b)
    .toString(16)
    .padStart(2, '0');
  return `#${value}${value}${value}`;
};
const withoutHues = (colours: BaseColours): BaseColours =>
  Object.fromEntries(Object.entries(colours).map(([name, colour]) => [name, greyOf(colour)])) as unknown as BaseColours;

const BY_THEME = {
  light: { colour: LIGHT, grey: withoutHues(LIGHT) },
  dark: { colour: DARK, grey: withoutHues(DARK) },
};

export const baseColours = (theme: Theme, isGrey: boolean): BaseColours => BY_THEME[theme][isGrey ? 'grey' : 'colour'];
