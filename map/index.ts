// The door of the map room. Light on purpose: the engine comes by dynamic import when a map is mounted, or by preload().

export { MapControls } from './canvas/controls';
export { MapCanvas, type MapCanvasProps } from './canvas/map-canvas';
export { MapProvider, useMap, useMapReady } from './canvas/provider';
export { MapReadout } from './canvas/readout';
export { areaOf, extentOf, lengthOf, tidyMeasure } from './geo/measure';
export { toleranceMetres } from './geo/scale';
export { Glyph } from './legend/glyph';
export { preload } from './preload';
export { baseChoices, currentBase, useBase } from './state/base';
export { usePlaceText, useWrittenPlace } from './state/coordinates';
export { applyEnv, getEnv as envNow, type MapEnv, readEnv } from './state/env';
export { flash, markPlace } from './state/flash';
export { useFresh } from './state/fresh';
export { type Arrangement, arrangementOf, useLayers } from './state/layers';
export { useSelection } from './state/selection';
export { useFormShape, useSketch } from './state/sketch';
export { type Look, openStyling, type StylingTab, useStyling } from './state/styling';
export { useTool } from './state/tool';
export { type CustomerView, DEFAULT_VIEW, useView } from './state/view';
export { OSM } from './style/base';
export { compile } from './style/compile';
export { toMapLayers } from './style/layers';
export { type LegendEntry, legend } from './style/legend';
export type * from './tool-types';
export type * from './types';
