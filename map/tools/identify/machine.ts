// A click asks what is there.
import type { Machine } from '../define';

export const machine: Machine<null> = {
  initial: null,
  step: (state, gesture, { layers }) => {
    if (gesture.kind !== 'click' && gesture.kind !== 'typed' && gesture.kind !== 'longpress') return [state];
    const { at, point, tolerance, hits } = gesture;
    const visible = layers.filter((layer) => layer.visible && layer.type > 0).map(({ id }) => id);
    return [state, { kind: 'identify', at, point, tolerance, layers: visible, hits }];
  },
  hint: () => 'click',
};
