// A person's own drawings on the map: the whole list as features, most of them the same objects as before.
import type { FeatureCollection } from 'geojson';
import { featuresOf } from '../geo/drawings-look';
import { type DrawingsState, useDrawings } from '../state/drawings';

/** The drawings that are seen now; the one under the hand is drawn by the reshape. */
export const drawingsData = ({ items, hidden, editing }: DrawingsState): FeatureCollection => ({
  type: 'FeatureCollection',
  features: items.flatMap(({ key, drawing }) => (key === editing || hidden.has(key) ? [] : featuresOf(drawing, key))),
});

/** Shows the drawings now and after every change, at most once a frame. The returned function stops it. */
export const subscribeDrawings = (show: (features: FeatureCollection) => void): (() => void) => {
  let frame = 0;
  const refresh = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      show(drawingsData(useDrawings.getState()));
    });
  };
  if (useDrawings.getState().items.length > 0) refresh();
  const stop = useDrawings.subscribe((now, before) => {
    if (now.items !== before.items || now.hidden !== before.hidden || now.editing !== before.editing) refresh();
  });
  return () => {
    stop();
    cancelAnimationFrame(frame);
  };
};
