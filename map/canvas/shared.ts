// The map handle that outlives the map behind it: calls before the map stands are queued, and made when it stands.
import { DEFAULT_VIEW, useView } from '../state/view';
import type { MapHandle } from '../tool-types';

export interface Shared {
  handle: MapHandle;
  attach(engine: MapHandle | null): void;
  subscribe(listener: () => void): () => void;
}

/** More than this many kept orders would be a loop, not a user. */
const MAX_KEPT = 50;

export const createShared = (): Shared => {
  let engine: MapHandle | null = null;
  let queue: ((map: MapHandle) => void)[] = [];
  const listeners = new Set<() => void>();

  const later = (order: (map: MapHandle) => void): void => {
    if (engine) order(engine);
    else queue = [...queue, order].slice(-MAX_KEPT);
  };

  const handle: MapHandle = {
    ready: () => engine !== null,
    flyTo: (view) => later((map) => map.flyTo(view)),
    fitExtent: (extent, options) => later((map) => map.fitExtent(extent, options)),
    getExtent: () => engine?.getExtent() ?? [-180, -85, 180, 85],
    getView: () => engine?.getView() ?? useView.getState().view ?? DEFAULT_VIEW,
    project: (at) => engine?.project(at) ?? [0, 0],
    unproject: (point) => engine?.unproject(point) ?? DEFAULT_VIEW.center,
    queryRecords: (at) => engine?.queryRecords(at) ?? [],
    sampleShapes: (layer, max) => engine?.sampleShapes(layer, max) ?? [],
    refresh: (layers, boxes) => engine?.refresh(layers, boxes),
    zoomBy: (steps) => later((map) => map.zoomBy(steps)),
    northUp: () => later((map) => map.northUp()),
    focus: () => later((map) => map.focus()),
    idle: () => new Promise((resolve) => later((map) => map.idle().then(resolve))),
    layerState: (id) => engine?.layerState(id) ?? null,
    send: (gesture) => later((map) => map.send(gesture)),
    act: (tool, action) => later((map) => map.act(tool, action)),
    gestureAt: (kind, at = handle.getView().center) =>
      engine?.gestureAt(kind, at) ?? {
        kind,
        at,
        point: [0, 0],
        modifiers: { shift: false, ctrl: false, alt: false },
        hits: [],
        tolerance: 0,
      },
    ask: (effect) => later((map) => map.ask(effect)),
    typeAt: (at) => later((map) => map.typeAt(at)),
    drawing: {
      start: (shape) => later((map) => map.drawing.start(shape)),
      edit: (geometry, self, resume) => later((map) => map.drawing.edit(geometry, self, resume)),
      setFormShape: (of, geometry) => later((map) => map.drawing.setFormShape(of, geometry)),
      release: () => later((map) => map.drawing.release()),
      addPoint: (at) => later((map) => map.drawing.addPoint(at)),
      resume: (set, via) => later((map) => map.drawing.resume(set, via)),
      finish: () => engine?.drawing.finish() ?? null,
      change: (how, inHand) => engine?.drawing.change(how, inHand) ?? false,
      cancel: () => later((map) => map.drawing.cancel()),
      undo: () => engine?.drawing.undo(),
      redo: () => engine?.drawing.redo(),
      pickVertex: (by) => engine?.drawing.pickVertex(by),
      removeVertex: () => engine?.drawing.removeVertex(),
    },
  };

  return {
    handle,
    attach: (next) => {
      engine = next;
      if (next) {
        const orders = queue;
        queue = [];
        for (const order of orders) order(next);
      }
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
