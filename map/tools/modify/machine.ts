// Move and reshape a record: choose it, get its exact geometry, change it, hand it back.
import type { RecordHit, ToolContext, ToolEffect } from '../../types';
import type { Machine } from '../define';
import { keyEffect } from '../keys';

/** `done` is the record just finished: still selected, but not to be taken up again by itself. */
export type ModifyState =
  | { phase: 'choose'; done: RecordHit | null }
  | { phase: 'waiting'; record: RecordHit }
  | { phase: 'editing'; record: RecordHit };

const isSame = (a: RecordHit | null, b: RecordHit | null) => a?.layer === b?.layer && a?.id === b?.id;

const mayEdit = ({ layers }: ToolContext, { layer }: RecordHit) =>
  layers.some(({ id, type, rights }) => id === layer && rights.edit && type > 0);

const chosen = (context: ToolContext): RecordHit | null => {
  const { selection } = context;
  const id = selection?.ids.length === 1 ? selection.ids[0] : undefined;
  const record = selection && id !== undefined ? { layer: selection.layer, id } : null;
  return record && mayEdit(context, record) ? record : null;
};

const take = (record: RecordHit): [ModifyState, ...ToolEffect[]] => [
  { phase: 'waiting', record },
  { kind: 'needGeometry', ...record },
];

export const machine: Machine<ModifyState> = {
  initial: { phase: 'choose', done: null },
  step: (state, gesture, context) => {
    switch (gesture.kind) {
      case 'enter': {
        const record = chosen(context);
        return record ? take(record) : [{ phase: 'choose', done: null }];
      }
      case 'exit':
        return [{ phase: 'choose', done: null }, { kind: 'clearSketch' }];
      case 'context': {
        const record = chosen(context);
        if (state.phase === 'editing') return [state];
        if (state.phase === 'waiting') return record && !isSame(record, state.record) ? take(record) : [state];
        return record && !isSame(record, state.done)
          ? take(record)
          : [record ? state : { phase: 'choose', done: null }];
      }
      case 'click':
      case 'longpress':
      case 'typed': {
        if (state.phase === 'editing')
          return gesture.kind === 'typed' ? [state, { kind: 'addPoint', at: gesture.at }] : [state];
        const record = gesture.hits.find((hit) => mayEdit(context, hit));
        return record ? take(record) : [state];
      }
      case 'geometry':
        return state.phase === 'waiting' && isSame(gesture, state.record)
          ? [
              { phase: 'editing', record: state.record },
              { kind: 'reshape', geometry: gesture.geometry, self: state.record },
            ]
          : [state];
      case 'drawn':
        return state.phase === 'editing'
          ? [state, { kind: 'modified', ...state.record, geometry: gesture.geometry }]
          : [state];
      case 'saved':
      case 'discarded':
        return state.phase === 'choose' ? [state] : [{ phase: 'choose', done: state.record }, { kind: 'clearSketch' }];
      case 'key':
        return state.phase === 'editing' ? [state, keyEffect(gesture.name)] : [state];
      default:
        return [state];
    }
  },
  hint: (state) => state.phase,
};
