// The door of the tools: what the map's screen shows of them, and what other screens ask them to open.

export { openAnalysis } from './analysis/open';
export { missingLayers, readMapLink } from './bookmarks/link';
export { CoordinateBox, type CoordinateBoxProps } from './coordinates';
export { isSwitch, type ToolManifest } from './define';
export { createToolHost, toolContext } from './host';
export { listInView } from './identify/open';
export { ToolOverlays } from './overlays';
export { ToolPanel } from './panel';
export { ExportDialog, type ExportDialogProps } from './parts/export-dialog';
export { ExportMenu, type ExportMenuProps } from './parts/export-menu';
export { SketchDrafts, type SketchDraftsProps } from './parts/sketch-drafts';
export { useOwnRegions } from './parts/use-own-regions';
export { readQueryLink } from './query/link';
export { QueryEditor, type QueryEditorProps } from './query/query-editor';
export { NAMED_TOOLS, type ToolId, toolById, tools } from './registry';
export { SketchBack, SketchBar } from './sketch-bar';
export { SketchPanel, useMeasureText } from './sketch-panel';
export { canStyle } from './styling/can-style';
export type { RasterRampProps } from './styling/raster-ramp';
export { RasterRamp } from './styling/raster-ramp-part';
export { keyLabel } from './tool-menu';
export { Toolbar } from './toolbar';
