// Move and reshape a record: choose it, get its exact geometry, change it; its form holds what it becomes.
import type { Geometry } from '@/contract/schemas/common';
import { addHole, addPart } from '@/map/geo/shapes';
import type { Shape, ToolEffect, ToolLayer } from '@/map/tool-types';
import type { RecordHit } from '@/map/types';
import type { Machine } from '../define';
import { effectFromKey } from '../keys';
import { hasShapes, isFittingRecord, isSameRecord as isSame, singleSelected } from '../record-pick';

/** `done` is the record just finished: still selected, but not to be taken up again by itself. */
export type ModifyState =
  | { phase: 'choose'; done: RecordHit | null }
  | { phase: 'waiting'; record: RecordHit }
  /** `refused`: what was drawn last is no hole or part of this shape. */
  | { phase: 'editing'; record: RecordHit; refused?: boolean }
  /** A hole or one part more is being drawn; `base` waits for it. */
  | { phase: 'adding'; record: RecordHit; what: Extra; base: Geometry };
export type Extra = 'hole' | 'part';
export type ModifyAction = { do: 'add'; what: Extra; base: Geometry } | { do: 'stopAdding' };

/** Whether shapes of the layer may be changed. */
export const canReshape = (layer: ToolLayer): boolean => layer.rights.edit && hasShapes(layer);

const shapeOf = ({ type }: Geometry): Shape =>
  type.endsWith('Point') ? 'point' : type.endsWith('LineString') ? 'line' : 'polygon';

const resume = (record: RecordHit, geometry: Geometry, refused = false): [ModifyState, ...ToolEffect[]] => [
  { phase: 'editing', record, ...(refused ? { refused } : {}) },
  { kind: 'reshape', geometry, self: record, resume: true },
];

const take = (record: RecordHit): [ModifyState, ...ToolEffect[]] => [
  { phase: 'waiting', record },
  { kind: 'needGeometry', ...record },
];

export const machine: Machine<ModifyState, ModifyAction> = {
  initial: { phase: 'choose', done: null },
  step: (state, gesture, context) => {
    switch (gesture.kind) {
      case 'enter': {
        const record = singleSelected(context, canReshape);
        return record ? take(record) : [{ phase: 'choose', done: null }];
      }
      case 'exit':
        return [{ phase: 'choose', done: null }, { kind: 'clearSketch' }];
      case 'context': {
        const record = singleSelected(context, canReshape);
        if (state.phase === 'editing' || state.phase === 'adding') return [state];
        if (state.phase === 'waiting') return record && !isSame(record, state.record) ? take(record) : [state];
        return record && !isSame(record, state.done)
          ? take(record)
          : [record ? state : { phase: 'choose', done: null }];
      }
      case 'click':
      case 'longpress':
      case 'typed': {
        if (state.phase === 'editing' || state.phase === 'adding')
          return gesture.kind === 'typed' ? [state, { kind: 'addPoint', at: gesture.at }] : [state];
        const record = gesture.hits.find((hit) => isFittingRecord(context, hit, canReshape));
        return record ? take(record) : [state];
      }
      case 'geometry':
        return state.phase === 'waiting' && isSame(gesture, state.record)
          ? [
              { phase: 'editing', record: state.record },
              { kind: 'reshape', geometry: gesture.geometry, self: state.record },
            ]
          : [state];
      case 'drawn': {
        if (state.phase !== 'adding') return [state];
        const { record, base, what } = state;
        const next = (what === 'hole' ? addHole : addPart)(base, gesture.geometry);
        return resume(record, next ?? base, next === null);
      }
      case 'action': {
        const { action } = gesture;
        if (action.do === 'add')
          return state.phase === 'editing'
            ? [
                { phase: 'adding', record: state.record, what: action.what, base: action.base },
                { kind: 'sketch', shape: action.what === 'hole' ? 'polygon' : shapeOf(action.base) },
              ]
            : [state];
        return state.phase === 'adding' ? resume(state.record, state.base) : [state];
      }
      case 'saved':
      case 'discarded':
        return state.phase === 'choose' ? [state] : [{ phase: 'choose', done: state.record }, { kind: 'clearSketch' }];
      case 'key':
        return state.phase === 'editing' || state.phase === 'adding' ? [state, effectFromKey(gesture.name)] : [state];
      default:
        return [state];
    }
  },
  hint: (state) => (state.phase === 'adding' ? state.what : state.phase),
};
