// Terra-draw's modes in the map's colours: what each shape is drawn by.
import {
  type SnapToCustom,
  TerraDrawCircleMode,
  TerraDrawFreehandLineStringMode,
  TerraDrawFreehandMode,
  TerraDrawLineStringMode,
  TerraDrawPointMode,
  TerraDrawPolygonMode,
  TerraDrawRectangleMode,
} from 'terra-draw';
import type { Palette } from '../../style/palette';
import type { Shape } from '../../tool-types';

/** CSS pixels round the first or last vertex in which a click ends the drawing. */
export const CLOSING = 12;
/** Keys are handled by the tools; these names can come from no keyboard. */
export const KEYS = { finish: 'map:finish', cancel: 'map:cancel' } as const;
/** As in style/overlays. */
const LINE_WIDTH = 2.5;
const FILL_OPACITY = 0.2;
/** Vertices that a shape needs; shapes that a single stroke or two clicks make end by themselves. */
export const MIN_VERTICES: Record<Shape, number> = {
  point: 1,
  line: 2,
  polygon: 3,
  rectangle: Infinity,
  circle: Infinity,
  freehand: Infinity,
  lasso: Infinity,
};
/** Corners of a circle: its area is then 0.16 % too small at most. */
const CIRCLE_CORNERS = 64;

/** `palette` is asked whenever something is drawn: the theme may change in between. `isOurs`: the shape is drawn by us for now, since terra-draw knows straight edges only; its vertices stay in sight. */
export const createModes = (palette: () => Palette, toCustom: SnapToCustom, isOurs: () => boolean) => {
  const sketch = () => palette().sketch as `#${string}`;
  const handle = () => palette().handle as `#${string}`;
  const lineWidth = () => (isOurs() ? 0 : LINE_WIDTH);
  const line = {
    lineStringColor: sketch,
    lineStringWidth: lineWidth,
    closingPointColor: sketch,
    closingPointOutlineColor: handle,
    closingPointWidth: 6,
    coordinatePointColor: handle,
    coordinatePointOutlineColor: sketch,
    coordinatePointWidth: 4,
    coordinatePointOutlineWidth: 2,
    // What caught the pointer is marked by us, a vertex otherwise than an edge.
    snappingPointWidth: 0,
    snappingPointOutlineWidth: 0,
  };
  const common = { snapping: { toCustom }, pointerDistance: CLOSING, keyEvents: KEYS, showCoordinatePoints: true };
  const area = {
    fillColor: sketch,
    fillOpacity: () => (isOurs() ? 0 : FILL_OPACITY),
    outlineColor: sketch,
    outlineWidth: lineWidth,
  };
  return {
    point: new TerraDrawPointMode({
      styles: {
        pointColor: sketch,
        pointWidth: 6,
        pointOutlineColor: handle,
      },
    }),
    line: new TerraDrawLineStringMode({ ...common, styles: line }),
    polygon: new TerraDrawPolygonMode({ ...common, styles: { ...line, ...area } }),
    rectangle: new TerraDrawRectangleMode({ keyEvents: KEYS, styles: area, drawInteraction: 'click-move-or-drag' }),
    circle: new TerraDrawCircleMode({
      keyEvents: KEYS,
      styles: area,
      segments: CIRCLE_CORNERS,
      drawInteraction: 'click-move-or-drag',
    }),
    freehand: new TerraDrawFreehandLineStringMode({ keyEvents: KEYS, styles: line, drawInteraction: 'click-drag' }),
    lasso: new TerraDrawFreehandMode({ keyEvents: KEYS, styles: { ...line, ...area }, drawInteraction: 'click-drag' }),
  };
};
