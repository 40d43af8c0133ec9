// Identify: a click, a line or an area asks what is there; the panel shows what was found.

import type { Extent, Geometry } from '@/contract/schemas/common';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { MapEffect, Shape, ToolContext } from '@/map/tool-types';
import type { LngLat } from '@/map/types';
import type { Machine } from '../define';
import { effectFromKey } from '../keys';

/** The ways to say where; a point asks with a tolerance, the others with what they touch. */
export const ASK_SHAPES = ['point', 'line', 'polygon', 'rectangle'] as const satisfies readonly Shape[];
export type AskShape = (typeof ASK_SHAPES)[number];

/** One question. `layers` have records, `pictures` are map services and rasters, asked at `at` only. */
export interface IdentifyQuestion {
  geometry: Geometry;
  at: LngLat | null;
  /** Metres. */
  tolerance: number;
  layers: readonly number[];
  pictures: readonly number[];
  /** Asks for all that is in view: a list to go through, more than a place to look at. */
  isView?: true;
}
export interface IdentifyState {
  shape: AskShape;
  /** The layers that are asked; null for all that are visible. */
  layerIds: readonly number[] | null;
  question: IdentifyQuestion | null;
}
export type IdentifyAction =
  | { do: 'shape'; shape: AskShape }
  | { do: 'layers'; layerIds: readonly number[] | null }
  | { do: 'view'; extent: Extent };

/** The part of the world that an extent holds; a map zoomed far out shows more than the world. */
const areaOf = ([w, s, e, n]: Extent): Geometry => {
  const [west, east] = e - w >= 360 ? [-180, 180] : [Math.max(-180, w), Math.min(180, e)];
  const [south, north] = [Math.max(-85, s), Math.min(85, n)];
  const ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]; // biome-ignore format: one line
  return { type: 'Polygon', coordinates: [ring] };
};

const ready = ({ shape }: IdentifyState): MapEffect =>
  shape === 'point' ? { kind: 'clearSketch' } : { kind: 'sketch', shape };

/** The layers that a question goes to; a table has no place, so that nobody asks it. */
const targets = (layerIds: IdentifyState['layerIds'], { layers }: ToolContext) =>
  layers.filter((l) => l.type > LAYER_TYPES.table && (layerIds ? layerIds.includes(l.id) : l.visible));

const ask = (
  state: IdentifyState,
  context: ToolContext,
  where: Pick<IdentifyQuestion, 'geometry' | 'at' | 'tolerance' | 'isView'>,
): IdentifyState => {
  const targetLayers = targets(state.layerIds, context);
  return {
    ...state,
    question: {
      ...where,
      layers: targetLayers.filter((l) => l.type <= LAYER_TYPES.polygon).map((l) => l.id),
      pictures: where.at ? targetLayers.filter((l) => l.type > LAYER_TYPES.polygon).map((l) => l.id) : [],
    },
  };
};

const act = (state: IdentifyState, action: IdentifyAction, context: ToolContext): [IdentifyState, ...MapEffect[]] => {
  switch (action.do) {
    case 'shape': {
      const next = { ...state, shape: action.shape, question: null };
      return [next, ready(next)];
    }
    case 'layers': {
      const next = { ...state, layerIds: action.layerIds };
      return [next.question ? ask(next, context, next.question) : next];
    }
    case 'view':
      return [ask(state, context, { geometry: areaOf(action.extent), at: null, tolerance: 0, isView: true })];
  }
};

export const machine: Machine<IdentifyState, IdentifyAction> = {
  initial: { shape: 'point', layerIds: null, question: null },
  step: (state, gesture, context) => {
    switch (gesture.kind) {
      case 'enter':
        return [state, ready(state)];
      case 'exit':
        return [{ ...state, question: null }, { kind: 'clearSketch' }];
      case 'click':
      case 'longpress':
      case 'typed': {
        const { at, tolerance, kind } = gesture;
        if (state.shape !== 'point') return kind === 'typed' ? [state, { kind: 'addPoint', at }] : [state];
        return [ask(state, context, { geometry: { type: 'Point', coordinates: [...at] }, at, tolerance })];
      }
      case 'drawn':
        return state.shape === 'point'
          ? [state]
          : [ask(state, context, { geometry: gesture.geometry, at: null, tolerance: 0 }), ready(state)];
      case 'key':
        return state.shape === 'point' ? [state] : [state, effectFromKey(gesture.name)];
      case 'action':
        return act(state, gesture.action, context);
      default:
        return [state];
    }
  },
  hint: (state) => state.shape,
};
