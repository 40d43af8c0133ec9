// Split: choose a record, get it, draw the blade, look at the parts, cut.
import type { Geometry } from '@/contract/schemas/common';
import { LAYER_TYPES } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import type { Shape, ToolContext, ToolEffect, ToolLayer } from '@/map/tool-types';
import type { RecordHit } from '@/map/types';
import type { Machine } from '../define';
import { effectFromKey } from '../keys';
import { isFittingRecord, isSameRecord, singleSelected } from '../record-pick';

/** What may cut: a line or an area; a line also at a point. */
export type Blade = Extract<Shape, 'line' | 'polygon' | 'point'>;
export const listBlades = (type: number): readonly Blade[] =>
  type === LAYER_TYPES.line ? ['line', 'polygon', 'point'] : ['line', 'polygon'];

/** `done` is the record just cut: still selected, but not to be taken up again by itself. */
export type SplitState =
  | { phase: 'choose'; blade: Blade; done: RecordHit | null }
  | { phase: 'waiting'; blade: Blade; hit: RecordHit }
  | { phase: 'cutting'; blade: Blade; record: LayerRecord }
  | { phase: 'held'; blade: Blade; record: LayerRecord; by: Geometry };
export type SplitAction =
  /** The record that was waited for. */
  | { do: 'record'; record: LayerRecord }
  | { do: 'blade'; blade: Blade }
  | { do: 'again' }
  /** Another record shall be chosen. */
  | { do: 'choose' };

/** Cutting changes the record and makes new ones. */
export const canSplit = ({ rights, type }: ToolLayer): boolean =>
  rights.edit && rights.add && (type === LAYER_TYPES.line || type === LAYER_TYPES.polygon);

const take = (blade: Blade, hit: RecordHit): [SplitState] => [{ phase: 'waiting', blade, hit }];

const cut = (state: SplitState, record: LayerRecord, { layers }: ToolContext): [SplitState, ...ToolEffect[]] => {
  const type = layers.find(({ id }) => id === record.layer)?.type ?? LAYER_TYPES.polygon;
  const blade = listBlades(type).includes(state.blade) ? state.blade : 'line';
  return [
    { phase: 'cutting', blade, record },
    { kind: 'sketch', shape: blade },
  ];
};

const act = (state: SplitState, action: SplitAction, context: ToolContext): [SplitState, ...ToolEffect[]] => {
  switch (action.do) {
    case 'record':
      return state.phase === 'waiting' &&
        isSameRecord(state.hit, { layer: action.record.layer, id: action.record.id }) &&
        action.record.geometry
        ? cut(state, action.record, context)
        : [state];
    case 'blade':
      return state.phase === 'cutting' || state.phase === 'held'
        ? cut({ ...state, blade: action.blade }, state.record, context)
        : [{ ...state, blade: action.blade }];
    case 'again':
      return state.phase === 'held' ? cut(state, state.record, context) : [state];
    case 'choose': {
      const done =
        state.phase === 'choose'
          ? state.done
          : state.phase === 'waiting'
            ? state.hit
            : { layer: state.record.layer, id: state.record.id };
      return [{ phase: 'choose', blade: state.blade, done }, { kind: 'clearSketch' }];
    }
  }
};

export const machine: Machine<SplitState, SplitAction> = {
  initial: { phase: 'choose', blade: 'line', done: null },
  step: (state, gesture, context) => {
    const { blade } = state;
    switch (gesture.kind) {
      case 'enter': {
        const record = singleSelected(context, canSplit);
        return record ? take(blade, record) : [{ phase: 'choose', blade, done: null }];
      }
      case 'exit':
        return [{ phase: 'choose', blade, done: null }, { kind: 'clearSketch' }];
      case 'context': {
        const record = singleSelected(context, canSplit);
        if (state.phase === 'waiting')
          return record && !isSameRecord(record, state.hit) ? take(blade, record) : [state];
        if (state.phase !== 'choose') return [state];
        if (record && !isSameRecord(record, state.done)) return take(blade, record);
        return [record || !state.done ? state : { ...state, done: null }];
      }
      case 'click':
      case 'longpress':
      case 'typed': {
        if (state.phase === 'cutting')
          return gesture.kind === 'typed' ? [state, { kind: 'addPoint', at: gesture.at }] : [state];
        if (state.phase === 'held') return [state];
        const hit = gesture.hits.find((h) => isFittingRecord(context, h, canSplit));
        return hit ? take(blade, hit) : [state];
      }
      case 'drawn':
        return state.phase === 'cutting' ? [{ ...state, phase: 'held', by: gesture.geometry }] : [state];
      case 'key':
        return state.phase === 'cutting' ? [state, effectFromKey(gesture.name)] : [state];
      case 'action':
        return act(state, gesture.action, context);
      default:
        return [state];
    }
  },
  hint: (state) => (state.phase === 'cutting' ? state.blade : state.phase),
};
