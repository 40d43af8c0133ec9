// The map's tools in the order of the toolbar: an ordered list of imports, nothing else.
import { analysis } from './analysis';
import { bookmarks } from './bookmarks';
import { coordinates } from './coordinates-tool';
import { copyFrom } from './copy-from';
import { draw } from './draw';
import { drawings } from './drawings';
import { grid } from './grid';
import { identify } from './identify';
import { maptip } from './maptip';
import { measure } from './measure';
import { merge } from './merge';
import { modify } from './modify';
import { print } from './print';
import { query } from './query';
import { split } from './split';
import { styling } from './styling';
import { zoomBox } from './zoom-box';

export const tools = [
  zoomBox,
  identify,
  query,
  analysis,
  coordinates,
  maptip,
  grid,
  draw,
  modify,
  split,
  merge,
  copyFrom,
  styling,
  drawings,
  measure,
  bookmarks,
  print,
] as const;
export type ToolId = (typeof tools)[number]['id'];

/** The tools of every day, in the order of the rail. */
export const NAMED_TOOLS = ['identify', 'draw', 'measure', 'styling', 'print'] as const satisfies readonly ToolId[];

export const toolById = (id: ToolId) => tools.find((tool) => tool.id === id) as (typeof tools)[number];
