// Zoom to a rectangle that is drawn; then the hand is free again for the next one.
import type { Machine } from '../define';

export const machine: Machine<null> = {
  initial: null,
  step: (state, gesture) => {
    switch (gesture.kind) {
      case 'enter':
        return [state, { kind: 'sketch', shape: 'rectangle' }];
      case 'exit':
        return [state, { kind: 'clearSketch' }];
      case 'drawn':
        return [state, { kind: 'fit', geometry: gesture.geometry }, { kind: 'sketch', shape: 'rectangle' }];
      case 'typed':
        return [state, { kind: 'addPoint', at: gesture.at }];
      default:
        return [state];
    }
  },
  hint: () => 'draw',
};
