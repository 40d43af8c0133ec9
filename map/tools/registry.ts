// The map's tools in the order of the toolbar: an ordered list of imports, nothing else.
import { draw } from './draw';
import { identify } from './identify';
import { maptip } from './maptip';
import { modify } from './modify';
import { query } from './query';
import { styling } from './styling';
import { zoomBox } from './zoom-box';

export const tools = [zoomBox, identify, query, maptip, draw, modify, styling] as const;
export type ToolId = (typeof tools)[number]['id'];

export const toolById = (id: ToolId) => tools.find((tool) => tool.id === id) as (typeof tools)[number];
