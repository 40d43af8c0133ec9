// The door of the wire: every call, and the look-up from a raw request line to its row.
import type { Method, Row } from './define';
import { analysis } from './endpoints/analysis';
import { customer } from './endpoints/customer';
import { dashboards } from './endpoints/dashboards';
import { databases } from './endpoints/databases';
import { drawings } from './endpoints/drawings';
import { events } from './endpoints/events/stream';
import { exports } from './endpoints/exports';
import { files } from './endpoints/files';
import { layerForms } from './endpoints/forms/layer-forms';
import { groups } from './endpoints/groups/layer-groups';
import { layers } from './endpoints/layers';
import { logs } from './endpoints/logs';
import { messages } from './endpoints/messages';
import { chatFiles } from './endpoints/messages/files';
import { rooms } from './endpoints/messages/rooms';
import { projects } from './endpoints/projects';
import { projectWork } from './endpoints/projects/project-work';
import { publishKeys } from './endpoints/publish/keys';
import { ownKeys } from './endpoints/publish/own-keys';
import { publish } from './endpoints/publish/publish';
import { records } from './endpoints/records';
import { retention } from './endpoints/records/retention';
import { rewind } from './endpoints/records/rewind';
import { regions } from './endpoints/regions';
import { roles } from './endpoints/roles';
import { session } from './endpoints/session';
import { settings } from './endpoints/settings';
import { rasters } from './endpoints/sources/rasters';
import { services } from './endpoints/sources/services';
import { subscription } from './endpoints/subscription';
import { supervision } from './endpoints/supervision';
import { takeout } from './endpoints/takeout';
import { tracking, updates } from './endpoints/tracking';
import { uploads } from './endpoints/uploads';
import { users } from './endpoints/users';
import { acts } from './endpoints/values/acts';
import { choiceLists } from './endpoints/values/choice-lists';
import { formJobs } from './endpoints/values/form-jobs';
import { relations } from './endpoints/values/relations';
import { tutorials } from './endpoints/values/tutorials';
import { boards } from './endpoints/views/boards';
import { layerRecords } from './endpoints/views/layer-records';
import { layerViews } from './endpoints/views/layer-views';
import { questions } from './endpoints/views/questions';

export const api = {
  session,
  layers,
  layerForms,
  layerViews,
  layerRecords,
  groups,
  regions,
  records,
  acts,
  relations,
  rewind,
  retention,
  supervision,
  files,
  uploads,
  formJobs,
  choiceLists,
  exports,
  databases,
  rasters,
  services,
  drawings,
  analysis,
  settings,
  users,
  roles,
  customer,
  subscription,
  projects,
  projectWork,
  messages,
  tutorials,
  rooms,
  chatFiles,
  tracking,
  updates,
  events,
  dashboards,
  boards,
  questions,
  publish,
  publishKeys,
  ownKeys,
  logs,
  takeout,
};
export type Api = typeof api;

export interface Named {
  /** "area.name", unique; also the call's key in caches and tests. */
  name: string;
  row: Row;
}

/** All rows, in the order of the areas. */
export const rows: readonly Named[] = Object.entries(api).flatMap(([area, calls]) =>
  Object.entries(calls as Record<string, Row>).map(([name, row]) => ({ name: `${area}.${name}`, row })),
);

const SEGMENT = /^[A-Za-z0-9_-]{1,64}$/;
const split = (path: string) => path.replace(/\/$/, '').split('/');
/** Rows that a path can be of have as many segments, and the same first one, which is no parameter. */
const keyOf = (parts: readonly string[]) => `${parts.length} ${parts[0]}`;
const table = new Map<string, { named: Named; parts: readonly string[] }[]>();
for (const named of rows) {
  const parts = split(named.row.path);
  table.set(keyOf(parts), [...(table.get(keyOf(parts)) ?? []), { named, parts }]);
}

/** The parameters of a path that a row's segments fit, and how many of these are literals; null where they do not. */
function matchParts(own: readonly string[], parts: readonly string[]) {
  const params: Record<string, string> = {};
  let literals = 0;
  for (const [i, part] of own.entries()) {
    const segment = parts[i] as string;
    const at = part.indexOf(':');
    if (at < 0) {
      if (part !== segment) return null;
      literals++;
    } else {
      const value = segment.slice(at);
      if (!segment.startsWith(part.slice(0, at)) || !SEGMENT.test(value)) return null;
      params[part.slice(at + 1)] = value;
    }
  }
  return { params, literals };
}

/**
 * The row for a method and a raw path below /api/ (not decoded), and the path's parameters. A literal segment wins over a
 * parameter. Null where no row matches; `methods` then says whether the path exists under other methods.
 */
export function match(
  method: string,
  path: string,
): { named: Named; params: Record<string, string> } | { methods: Method[] } {
  const parts = split(path);
  const methods: Method[] = [];
  let best: { named: Named; params: Record<string, string>; literals: number } | null = null;
  for (const { named, parts: own } of table.get(keyOf(parts)) ?? []) {
    const matched = matchParts(own, parts);
    if (!matched) continue;
    methods.push(named.row.method);
    if (named.row.method === method && (!best || matched.literals > best.literals)) best = { named, ...matched };
  }
  return best ?? { methods };
}

/** A row's path with its parameters filled in. */
export const pathOf = (row: Row, params: Record<string, string | number> = {}): string =>
  row.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
