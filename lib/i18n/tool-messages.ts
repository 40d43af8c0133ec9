// The texts of the map's tools by language, a file for each tool.
import enAnalysis from '../../messages/en/tools/analysis.json';
import enBookmarks from '../../messages/en/tools/bookmarks.json';
import enCoordinates from '../../messages/en/tools/coordinates.json';
import enCopyFrom from '../../messages/en/tools/copy-from.json';
import enDraw from '../../messages/en/tools/draw.json';
import enDrawings from '../../messages/en/tools/drawings.json';
import enGrid from '../../messages/en/tools/grid.json';
import enIdentify from '../../messages/en/tools/identify.json';
import enMaptip from '../../messages/en/tools/maptip.json';
import enMeasure from '../../messages/en/tools/measure.json';
import enMerge from '../../messages/en/tools/merge.json';
import enModify from '../../messages/en/tools/modify.json';
import enPrint from '../../messages/en/tools/print.json';
import enQuery from '../../messages/en/tools/query.json';
import enSplit from '../../messages/en/tools/split.json';
import enStyling from '../../messages/en/tools/styling.json';
import enZoomBox from '../../messages/en/tools/zoom-box.json';
import faAnalysis from '../../messages/fa/tools/analysis.json';
import faBookmarks from '../../messages/fa/tools/bookmarks.json';
import faCoordinates from '../../messages/fa/tools/coordinates.json';
import faCopyFrom from '../../messages/fa/tools/copy-from.json';
import faDraw from '../../messages/fa/tools/draw.json';
import faDrawings from '../../messages/fa/tools/drawings.json';
import faGrid from '../../messages/fa/tools/grid.json';
import faIdentify from '../../messages/fa/tools/identify.json';
import faMaptip from '../../messages/fa/tools/maptip.json';
import faMeasure from '../../messages/fa/tools/measure.json';
import faMerge from '../../messages/fa/tools/merge.json';
import faModify from '../../messages/fa/tools/modify.json';
import faPrint from '../../messages/fa/tools/print.json';
import faQuery from '../../messages/fa/tools/query.json';
import faSplit from '../../messages/fa/tools/split.json';
import faStyling from '../../messages/fa/tools/styling.json';
import faZoomBox from '../../messages/fa/tools/zoom-box.json';

export const faTools = {
  identify: faIdentify,
  maptip: faMaptip,
  draw: faDraw,
  modify: faModify,
  zoomBox: faZoomBox,
  styling: faStyling,
  query: faQuery,
  split: faSplit,
  merge: faMerge,
  measure: faMeasure,
  copyFrom: faCopyFrom,
  bookmarks: faBookmarks,
  coordinates: faCoordinates,
  grid: faGrid,
  print: faPrint,
  drawings: faDrawings,
  analysis: faAnalysis,
};

export const enTools = {
  identify: enIdentify,
  maptip: enMaptip,
  draw: enDraw,
  modify: enModify,
  zoomBox: enZoomBox,
  styling: enStyling,
  query: enQuery,
  split: enSplit,
  merge: enMerge,
  measure: enMeasure,
  copyFrom: enCopyFrom,
  bookmarks: enBookmarks,
  coordinates: enCoordinates,
  grid: enGrid,
  print: enPrint,
  drawings: enDrawings,
  analysis: enAnalysis,
};
