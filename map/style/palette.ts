// Every colour of the map that is not a user's choice, by theme: a missing one is a type error.
import { LABEL_COLOURS, type Labels } from '@/contract/schemas/style';
import type { Theme } from '../types';

/** What a set of shapes on a plain map stands for. */
export type SetRole = 'before' | 'after' | 'region' | 'found' | 'track' | 'shade';

/** What a shape of a tool stands for. */
export const TOOL_ROLES = ['warning', 'result', 'mark', 'frame', 'shade'] as const;
export type ToolRole = (typeof TOOL_ROLES)[number];

export interface Palette {
  /** Below everything where there is no base map. */
  ground: string;
  /** Labels of layers whose colours nobody chose. */
  label: string;
  labelHalo: string;
  /** What is selected. */
  mark: string;
  markHalo: string;
  /** What is being drawn or reshaped. */
  sketch: string;
  handle: string;
  /** What tools show besides what they draw. */
  tools: Record<ToolRole, string>;
  /** Sets of a plain map. */
  roles: Record<SetRole, string>;
}

export const PALETTE: Record<Theme, Palette> = {
  dark: {
    ground: '#14161f',
    label: '#e9ecf5',
    labelHalo: '#14161f',
    mark: '#ffd43b',
    markHalo: '#1a1b1e',
    sketch: '#91a7ff',
    handle: '#ffffff',
    tools: { warning: '#ff8787', result: '#e599f7', mark: '#ffd43b', frame: '#91a7ff', shade: '#08090f' },
    roles: {
      before: '#ff922b',
      after: '#38d9a9',
      region: '#b197fc',
      found: '#ffd43b',
      track: '#66d9e8',
      shade: '#08090f',
    },
  },
  light: {
    ground: '#eef1f6',
    label: '#1f2933',
    labelHalo: '#ffffff',
    mark: '#e8590c',
    markHalo: '#ffffff',
    sketch: '#4263eb',
    handle: '#ffffff',
    tools: { warning: '#e03131', result: '#9c36b5', mark: '#e67700', frame: '#4263eb', shade: '#343a40' },
    roles: {
      before: '#c2410c',
      after: '#087f5b',
      region: '#6741d9',
      found: '#c2255c',
      track: '#0b7285',
      shade: '#343a40',
    },
  },
};

/** The colours of a label: those of the theme where nobody has chosen others. */
export const labelColours = ({ color, halo }: Pick<Labels, 'color' | 'halo'>, { label, labelHalo }: Palette) => {
  const isChosen = color !== LABEL_COLOURS.color || halo !== LABEL_COLOURS.halo;
  return { 'text-color': isChosen ? color : label, 'text-halo-color': isChosen ? halo : labelHalo };
};
