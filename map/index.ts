// The door of the map room. Light on purpose: the engine comes by dynamic import when a map is mounted, or by preload().

export { usesSeveralChoices } from '@/contract/look/several-choices';
export { MapControls } from './canvas/controls';
export { MapCanvas, type MapCanvasProps } from './canvas/map-canvas';
export { MapProvider, useMap, useMapReady } from './canvas/provider';
export { MapReadout } from './canvas/readout';
export { loadConverter } from './geo/coordinates-proj';
export type { Converter } from './geo/coordinates-systems';
export { circle } from './geo/drawings';
export { areaOf, extentOf, lengthOf } from './geo/measure';
export { checkWithin } from './geo/region';
export { toleranceMetres } from './geo/scale';
export { Glyph } from './legend/glyph';
export { type LegendScale, legendScales, type Tick } from './legend/scale';
export { ScaleBar } from './legend/scale-bar';
export type { PlainView } from './plain-map/editing';
export type { DrawnKind } from './plain-map/engine';
export type { MapMark } from './plain-map/marks';
export { maskOf } from './plain-map/mask';
export { PlainMap, type PlainMapProps } from './plain-map/plain-map';
export { DIFF_VIEWS, type DiffView, RecordDiffMap, type RecordDiffMapProps } from './plain-map/record-diff-map';
export { SetSwatch } from './plain-map/set-swatch';
export type { ShapeSet } from './plain-map/sets';
export { preload } from './preload';
export type { RecordSheet, RecordSheets } from './print/sheet/records';
export { baseChoices, baseId, currentBase, useBase } from './state/base';
export { readPlace, useConverter, usePlaceText, useWrittenPlace } from './state/coordinates';
export { applyEnv, getEnv as envNow, type MapEnv, readEnv } from './state/env';
export { flash, markPlace, pinPlace, unpinPlace, useIsPinned } from './state/flash';
export { useFresh } from './state/fresh';
export { type Arrangement, arrangementOf, useLayers } from './state/layers';
export { useMeasureText } from './state/measure-text';
export { useSelection } from './state/selection';
export { useFormShape, useSketch } from './state/sketch';
export { type Look, openStyling, type StylingTab, useStyling } from './state/styling';
export { useTool } from './state/tool';
export { type CustomerView, DEFAULT_VIEW, useView } from './state/view';
export { OSM, WORLD } from './style/base';
export { compile } from './style/compile';
export { toMapLayers } from './style/layers';
export { type LegendEntry, legendOf } from './style/legend';
export type * from './tool-types';
export type * from './types';

/** Prints records as sheets of one PDF (see `RecordSheets`); its code comes when it is called. */
export const printRecords: typeof import('./print/sheet/records').printRecords = async (...order) =>
  (await import('./print/sheet/records')).printRecords(...order);
