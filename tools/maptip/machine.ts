// Map tips: a hovering pointer or a tap shows the records under it; the same records are reported once.
import type { Machine } from '../define';

/** The most ids that a map-tip request may carry. */
const MAX_IDS = 500;

/** The records that are shown, as text; empty when none are. */
export const machine: Machine<string> = {
  initial: '',
  step: (current, gesture) => {
    switch (gesture.kind) {
      case 'click':
      case 'hover': {
        const hits = gesture.hits.slice(0, MAX_IDS);
        const key = hits.map(({ layer, id }) => `${layer}/${id}`).join(' ');
        if (key === current) return [current];
        return key === ''
          ? ['', { kind: 'tipEnd' }]
          : [key, { kind: 'tip', at: gesture.at, point: gesture.point, hits }];
      }
      case 'leave':
      case 'exit':
        return current === '' ? [''] : ['', { kind: 'tipEnd' }];
      default:
        return [current];
    }
  },
};
