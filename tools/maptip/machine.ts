// A resting pointer says which record it rests on; the same records are announced once. A finger cannot rest: its tap says it.
import type { Machine } from '../define';

/** The most ids that a map-tip request may carry. */
const MOST = 500;

/** The records that are shown, as text; empty when none are. */
export const machine: Machine<string> = {
  initial: '',
  step: (shown, gesture) => {
    switch (gesture.kind) {
      case 'click':
      case 'hover': {
        const hits = gesture.hits.slice(0, MOST);
        const key = hits.map(({ layer, id }) => `${layer}/${id}`).join(' ');
        if (key === shown) return [shown];
        return key === ''
          ? ['', { kind: 'tipEnd' }]
          : [key, { kind: 'tip', at: gesture.at, point: gesture.point, hits }];
      }
      case 'leave':
      case 'exit':
        return shown === '' ? [''] : ['', { kind: 'tipEnd' }];
      default:
        return [shown];
    }
  },
};
