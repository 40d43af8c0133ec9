// Printing's machine: it remembers the settings, and where a click has put the frame.
import type { LngLat } from '@/map/types';
import type { Machine } from '../define';
import { DEFAULTS, type PrintSettings } from './settings';

export interface PrintState {
  settings: PrintSettings;
  /** The middle of the frame; null while the frame goes with the map. */
  pin: LngLat | null;
}
export type PrintAction = { do: 'set'; change: Partial<PrintSettings> } | { do: 'follow' };

export const machine: Machine<PrintState, PrintAction> = {
  initial: { settings: DEFAULTS, pin: null },
  hint: ({ settings, pin }) => (settings.atlas === 'none' ? (pin ? 'pinned' : 'follow') : null),
  step: (state, gesture) => {
    switch (gesture.kind) {
      case 'click':
      case 'typed':
        return state.settings.atlas === 'none' ? [{ ...state, pin: gesture.at }] : [state];
      case 'action': {
        const { action } = gesture;
        if (action.do === 'follow') return [{ ...state, pin: null }];
        const settings = { ...state.settings, ...action.change };
        // A picture has one page.
        if (settings.atlas !== 'none') settings.format = 'pdf';
        return [{ ...state, settings }];
      }
      default:
        return [state];
    }
  },
};
