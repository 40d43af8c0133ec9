// Copy: gather records of one layer by clicks or by the selection, and say where they go.
import type { ToolLayer } from '@/map/tool-types';
import type { Machine } from '../define';
import { dropPicked, hasShapes, NOTHING_PICKED, pickClicked, pickSelection, type RecordPick } from '../record-pick';

/** Each copy is a call of its own, so that there is an end. */
export const MAX_COPIED = 500;

export interface CopyState extends RecordPick {
  /** The layer that the copies go to; null until it is chosen. */
  into: number | null;
  /** Field of the target to field of the source; what is missing follows the names. */
  mapping: Readonly<Record<string, string | null>>;
}
export type CopyAction =
  | { do: 'into'; layer: number | null }
  | { do: 'map'; field: string; from: string | null }
  | { do: 'drop'; id: number }
  | { do: 'clear' };

export const canCopy = (layer: ToolLayer): boolean => layer.rights.view && hasShapes(layer);

/** Another source has other fields, and may not fit the target. */
const follow = (state: CopyState, picked: RecordPick, layers: readonly ToolLayer[]): CopyState => {
  if (picked.layer === state.layer) return picked.ids === state.ids ? state : { ...state, ids: picked.ids };
  const type = (id: number | null) => layers.find((l) => l.id === id)?.type;
  const into = state.into !== null && type(state.into) === type(picked.layer) ? state.into : null;
  return { ...picked, into, mapping: {} };
};

export const machine: Machine<CopyState, CopyAction> = {
  initial: { ...NOTHING_PICKED, into: null, mapping: {} },
  step: (state, gesture, context) => {
    const { layers } = context;
    switch (gesture.kind) {
      case 'enter':
      case 'context':
        return [follow(state, pickSelection(state, context, canCopy, MAX_COPIED), layers)];
      case 'exit':
        return [{ ...state, ...NOTHING_PICKED }];
      case 'click':
      case 'longpress':
      case 'typed':
        return [follow(state, pickClicked(state, gesture, context, canCopy, MAX_COPIED), layers)];
      case 'action': {
        const { action } = gesture;
        switch (action.do) {
          case 'into':
            return [{ ...state, into: action.layer, mapping: {} }];
          case 'map':
            return [{ ...state, mapping: { ...state.mapping, [action.field]: action.from } }];
          case 'drop':
            return [follow(state, dropPicked(state, action.id) ?? state, layers)];
          case 'clear':
            return [{ ...state, ...NOTHING_PICKED }];
        }
      }
    }
    return [state];
  },
  hint: ({ ids, into }) => (ids.length === 0 ? 'choose' : into === null ? 'into' : 'ready'),
};
