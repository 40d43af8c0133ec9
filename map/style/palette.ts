// Every colour of the map that is not a user's choice, by theme: a missing one is a type error.
import type { Theme } from '../types';

/** What a set of shapes on a plain map stands for. */
export type SetRole = 'before' | 'after' | 'region' | 'found' | 'track';

export interface Palette {
  ground: string;
  water: string;
  land: string;
  border: string;
  name: string;
  nameHalo: string;
  /** What is selected. */
  mark: string;
  markHalo: string;
  /** What is being drawn or reshaped. */
  sketch: string;
  handle: string;
  /** Sets of a plain map. */
  roles: Record<SetRole, string>;
}

export const PALETTE: Record<Theme, Palette> = {
  dark: {
    ground: '#14161f',
    water: '#161b2b',
    land: '#252a3a',
    border: '#515a78',
    name: '#aeb6cf',
    nameHalo: '#1a1e2b',
    mark: '#ffd43b',
    markHalo: '#1a1b1e',
    sketch: '#91a7ff',
    handle: '#ffffff',
    roles: { before: '#ff922b', after: '#38d9a9', region: '#b197fc', found: '#ffd43b', track: '#66d9e8' },
  },
  light: {
    ground: '#eef1f6',
    water: '#d3e1ee',
    land: '#f7f6f2',
    border: '#a8b0c0',
    name: '#4a5266',
    nameHalo: '#ffffff',
    mark: '#e8590c',
    markHalo: '#ffffff',
    sketch: '#4263eb',
    handle: '#ffffff',
    roles: { before: '#c2410c', after: '#087f5b', region: '#6741d9', found: '#c2255c', track: '#0b7285' },
  },
};
