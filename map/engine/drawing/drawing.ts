// Drawing by hand: joins sketching and reshaping, and writes their live state to the sketch store.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { Geometry } from '@/contract/schemas/common';
import { measures } from '../../geo/measure';
import { formShapeOf, isSameOwner, NO_SKETCH, useSketch } from '../../state/sketch';
import { SKETCH_SOURCE } from '../../style/overlays';
import type { Palette } from '../../style/palette';
import type { Drawing, ShapeOwner } from '../../tool-types';
import type { RecordHit } from '../../types';
import type { Updater } from '../updater';
import { drawingData } from './handle-view';
import { createReshaping, type Reshaping } from './reshaping';
import { createSketching, type Sketching } from './sketching';

/** Positions of a shape that is measured at every step of a drag. */
const MEASURED_WHILE_MOVING = 1000;

/** A new record's shape stays in sight while another tool draws: its form may still save it. */
const rest = (): Geometry | null => {
  const { formShape } = useSketch.getState();
  return formShape?.of === 'new' ? formShape.geometry : null;
};

/** Draws a new shape into the sketch's source, and its state into the sketch's store. */
const createStoredSketching = (
  map: MapLibreMap,
  updater: Updater,
  palette: () => Palette,
  onFinish: (geometry: Geometry) => void,
): Sketching =>
  createSketching(
    map,
    palette,
    ({ shape, caught }) => {
      // A reshape draws into the same source, and begins before the drawing before it has wholly gone.
      if (useSketch.getState().mode !== 'edit') updater.setData(SKETCH_SOURCE, drawingData([rest(), shape], caught));
    },
    (report) => {
      const { mode, geometry, vertices } = useSketch.getState();
      if (mode !== 'draw') return;
      useSketch.setState({
        ...report,
        ...((report.geometry && !geometry) || report.vertices > vertices ? { hand: 'map' } : {}),
        ...((report.geometry && measures(report.geometry)) ?? { length: 0, area: 0 }),
      });
    },
    (geometry) => {
      useSketch.setState(NO_SKETCH);
      onFinish(geometry);
    },
  );

/** The same for a shape that exists; `owner`: whose form holds it, null for a shape of another tool. */
const createStoredReshaping = (map: MapLibreMap, updater: Updater, owner: () => ShapeOwner | null): Reshaping =>
  createReshaping(
    map,
    (features) => updater.setData(SKETCH_SOURCE, features),
    ({ geometry, active, moving, canUndo, canRedo }) => {
      const of = owner();
      useSketch.setState({
        ...(of && { formShape: of === 'new' || canUndo ? { of, geometry } : null }),
        geometry,
        active,
        canUndo,
        canRedo,
        canFinish: true,
        vertices: 0,
        // While a big shape is dragged its last measure stays, so that the hand does not have to wait for it.
        ...measures(geometry, moving ? MEASURED_WHILE_MOVING : Infinity),
      });
    },
  );

/** `palette` may return other colours later: `repaint` then uses them. `onFinish` is called with a new shape however it was ended: by double click, on its first vertex, or by `finish`. */
export const createDrawing = (
  map: MapLibreMap,
  updater: Updater,
  palette: () => Palette,
  onFinish: (geometry: Geometry) => void,
): Drawing & { repaint(): void } => {
  /** Whose form holds what is reshaped; null for a shape of another tool. */
  let owner: ShapeOwner | null = null;
  const sketching = createStoredSketching(map, updater, palette, onFinish);
  const reshaping = createStoredReshaping(map, updater, () => owner);

  const clear = () => {
    useSketch.setState(NO_SKETCH);
    owner = null;
    sketching.stop();
    reshaping.stop();
    updater.setData(SKETCH_SOURCE, drawingData([rest()], null));
  };
  /** The stored shape of a record is seen again, and so is what its form holds. */
  const cancel = () => {
    if (useSketch.getState().formShape?.of !== 'new') useSketch.setState({ formShape: null });
    clear();
  };
  const isReshaping = () => useSketch.getState().mode === 'edit';

  return {
    start: (shape) => {
      clear();
      useSketch.setState({ mode: 'draw', shape });
      sketching.start(shape);
    },
    edit: (geometry, of, resume = false) => {
      const earlier = of && of !== 'new' && !resume ? formShapeOf(of, useSketch.getState()) : undefined;
      clear();
      owner = of ?? null;
      const self = of && of !== 'new' ? of : null;
      // Whoever takes up a kept shape does so in its form, which stays what one looks at.
      useSketch.setState({ mode: 'edit', self, hand: earlier ? 'after' : 'map' });
      if (of === 'new') useSketch.setState({ formShape: { of, geometry } });
      reshaping.start(geometry, self, resume);
      if (earlier) reshaping.change(() => earlier, false);
    },
    setFormShape: (of: RecordHit, geometry) => {
      if (isReshaping() && owner && isSameOwner(owner, of)) reshaping.change(() => geometry, false);
      else useSketch.setState({ formShape: { of, geometry } });
      useSketch.setState({ hand: 'after' });
    },
    release: () => {
      if (!useSketch.getState().formShape) return;
      useSketch.setState({ formShape: null });
      if (useSketch.getState().mode === 'none') clear();
    },
    addPoint: (at) => {
      const { mode, hand } = useSketch.getState();
      if (mode === 'edit') reshaping.moveTo(at);
      else if (mode === 'draw') sketching.addPoint(at);
      // Whoever writes coordinates goes on writing.
      useSketch.setState({ hand });
    },
    resume: (set, via) => {
      if (useSketch.getState().mode === 'draw') sketching.resume(set, via);
    },
    change: (how, inHand = false) => (isReshaping() ? reshaping.change(how, inHand) : false),
    finish: () => {
      if (isReshaping()) return reshaping.geometry();
      sketching.finish();
      return null;
    },
    cancel,
    repaint: sketching.repaint,
    undo: () => (isReshaping() ? reshaping.undo() : sketching.undo()),
    redo: () => (isReshaping() ? reshaping.redo() : sketching.redo()),
    pickVertex: (by) => {
      if (isReshaping()) reshaping.pick(by);
    },
    removeVertex: () => (isReshaping() ? reshaping.removeActive() : sketching.undo()),
  };
};
