// Merge: gather records of one layer by clicks or by the selection; the panel joins them.
import type { ToolLayer } from '@/map/tool-types';
import type { Machine } from '../define';
import { dropPicked, hasShapes, NOTHING_PICKED, pickClicked, pickSelection, type RecordPick } from '../record-pick';

/** The server joins no more at once. */
export const MAX_MERGED = 100;

export interface MergeState extends RecordPick {
  /** The record that keeps its id; null for the first. */
  keep: number | null;
}
export type MergeAction = { do: 'drop'; id: number } | { do: 'keep'; id: number } | { do: 'clear' };

/** One record is changed and the others are deleted. */
export const canMerge = (layer: ToolLayer): boolean => layer.rights.edit && layer.rights.delete && hasShapes(layer);

/** A record that is no longer among them keeps nothing. */
const tidy = (state: MergeState, picked: RecordPick): MergeState =>
  picked.layer === state.layer && picked.ids === state.ids
    ? state
    : { ...picked, keep: state.keep !== null && picked.ids.includes(state.keep) ? state.keep : null };

export const machine: Machine<MergeState, MergeAction> = {
  initial: { ...NOTHING_PICKED, keep: null },
  step: (state, gesture, context) => {
    switch (gesture.kind) {
      case 'enter':
      case 'context':
        return [tidy(state, pickSelection(state, context, canMerge, MAX_MERGED))];
      case 'exit':
        return [{ ...NOTHING_PICKED, keep: null }];
      case 'click':
      case 'longpress':
      case 'typed':
        return [tidy(state, pickClicked(state, gesture, context, canMerge, MAX_MERGED))];
      case 'action': {
        const { action } = gesture;
        if (action.do === 'keep') return [state.ids.includes(action.id) ? { ...state, keep: action.id } : state];
        return [tidy(state, action.do === 'clear' ? NOTHING_PICKED : (dropPicked(state, action.id) ?? state))];
      }
      default:
        return [state];
    }
  },
  hint: ({ ids }) => (ids.length === 0 ? 'choose' : ids.length === 1 ? 'more' : 'ready'),
};
