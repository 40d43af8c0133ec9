// Connections to foreign PostgreSQL/PostGIS databases, the tables in them, and layers that come from a table.
import { z } from 'zod';
import { Extent, flag, Geometry, ids, int, orderBy } from './common';
import { FIELD_TYPES } from './form';
import { ValueTree } from './query';
import { Schedule } from './sources/layer-sync';

const name = z.string().min(1).max(63);

/** A connection as people see it. Its password is written, kept encrypted, and never returned. */
export const Connection = z.object({
  id: z.number(),
  label: z.string(),
  host: z.string(),
  port: z.number().int(),
  database: z.string(),
  username: z.string(),
  tls: z.boolean(),
  /** How it did when it was last used; `new`: it was not used yet. */
  state: z.enum(['new', 'ok', 'failed']),
  /** ISO time of that, and in words what went wrong. Another upstream may lack these. */
  checked: z.string().nullable().optional(),
  problem: z.string().nullable().optional(),
  /** Layers that are read from it. */
  layer_count: z.number().int().optional(),
});
export type Connection = z.infer<typeof Connection>;

/** A connection to choose from. Only superusers see where it leads and as whom. */
export const ListedConnection = Connection.partial().required({ id: true, label: true, state: true });
export type ListedConnection = z.infer<typeof ListedConnection>;

export const NewConnection = z.strictObject({
  label: z.string().trim().min(1).max(200),
  /** A host name or an address; private addresses only where the operator allows them. */
  host: z.string().trim().min(1).max(253),
  port: int(1024, 65_535).optional(),
  database: name,
  username: name,
  password: z.string().max(200),
  /** Demands a certificate that fits the host name. */
  tls: flag().optional(),
});
export type NewConnection = z.infer<typeof NewConnection>;

/** Layers that would no longer follow their tables: how many, and the first of them by name. */
export const ConnectionUsage = z.object({
  count: z.number().int(),
  layers: z.array(z.object({ id: z.number(), label: z.string() })),
});
export type ConnectionUsage = z.infer<typeof ConnectionUsage>;

/** What is absent stays. A new host, port or tls needs the password once more, so that it cannot be sent elsewhere. */
export const ConnectionPatch = NewConnection.partial().strict();

/** A saved connection, or the data of one that is to be tested before it is saved. */
export const TablesOf = z.union([
  z.strictObject({ id: int(1, 2 ** 31 - 1) }),
  NewConnection.partial({ label: true }).strict(),
]);

/** A connection that is not saved, or a saved one with its own password, perhaps as somebody else or for another database there. */
export const TrialOf = z.union([
  z.strictObject({ id: int(1, 2 ** 31 - 1), database: name.optional(), username: name.optional() }),
  NewConnection.partial({ label: true }).strict(),
]);

/**
 * What is tried of a connection, in this order: the first that fails ends the trial. An address that is closed to us fails in the words and
 * at the step of one that no name server knows.
 */
export const TRIAL_STEPS = ['address', 'connect', 'tls', 'sign_in', 'database', 'postgis'] as const;
export type TrialStep = (typeof TRIAL_STEPS)[number];
export const ConnectionTrial = z.object({
  /** The step that failed, with a sentence of what to do; null where all went well. */
  failed: z.object({ step: z.enum(TRIAL_STEPS), detail: z.string() }).nullable(),
  /** Tables that can be read; null where the trial did not come as far. */
  tables: z.number().int().nullable(),
  /** Whole milliseconds. */
  ms: z.number().int(),
});
export type ConnectionTrial = z.infer<typeof ConnectionTrial>;

export const ForeignTable = z.object({
  schema: z.string(),
  table: z.string(),
  /** Layer type 0 to 3; null where the geometry column takes several kinds, and a kind must be chosen. */
  type: z.number().int().min(0).max(3).nullable(),
  /** EPSG code as the database has it; null in a table without geometry and where it says nothing. */
  srid: z.number().int().nullable(),
  is3d: z.boolean(),
  /** As the database's statistics guess; null where it has none. */
  rows: z.number().nullable(),
  /** Its rows keep their record's id when it is read again. */
  has_key: z.boolean(),
  /** Columns that alone are unique and never empty: each may be chosen as the key. */
  keys: z.array(z.string()),
  fields: z.array(z.object({ name: z.string(), type: z.enum(FIELD_TYPES) })),
});
export type ForeignTable = z.infer<typeof ForeignTable>;

const source = {
  arcsde: int(1, 2 ** 31 - 1),
  schema: name,
  table: name,
  /** Rows that come in, by rules about columns; all where it is absent. */
  where: ValueTree.optional(),
  /** Column that says which row is which when the table is read again: unique and never empty. The primary key where it is absent. */
  key: name.optional(),
};

export const PreviewOf = z.strictObject({
  ...source,
  /** EPSG code, where the database says nothing. */
  srid: int(1, 999_999).optional(),
});
export type PreviewOf = z.infer<typeof PreviewOf>;

/** The first rows of a table. */
export const TablePreview = z.object({
  rows: z.array(
    z.object({
      /** Texts of the columns, cut where they are long; null is an empty cell. */
      values: z.record(z.string(), z.string().nullable()),
      /** Layer type 1 to 3 of its shape; null where it has none. */
      kind: z.number().int().min(1).max(3).nullable(),
      /** EPSG:4326; of a shape with many vertices its box. Null where the coordinate system is not known. */
      geometry: Geometry.nullable(),
    }),
  ),
  /** Rows that pass the filter, counted up to `MAX_COUNT`; null where counting took too long. */
  total: z.number().int().nullable(),
  /** Of these rows, in the table's own coordinates. */
  extent: Extent.nullable(),
});
export type TablePreview = z.infer<typeof TablePreview>;
/** Rows of a preview, and how far its total counts. */
export const PREVIEW_ROWS = 20;
export const MAX_COUNT = 10_000;

export const FromDatabase = z.strictObject({
  ...source,
  label: z.string().trim().min(1).max(200),
  /** Columns that come in; all where it is absent. */
  fields: z.array(name).max(500).optional(),
  /** What columns are called in the layer; a column's own name where it is absent. */
  labels: z.record(name, z.string().trim().min(1).max(200)).optional(),
  group_layer: ids(100).optional(),
  /** Which kind of geometry, where the column takes several. */
  type: int(0, 3).optional(),
  /** EPSG code, where the database says nothing. */
  srid: int(1, 999_999).optional(),
  schedule: Schedule.optional(),
});
export type FromDatabase = z.infer<typeof FromDatabase>;

export const ConnectionQuery = z.strictObject({
  limit: int(1, 1000).optional(),
  offset: int(0, 1_000_000).optional(),
  order: orderBy(['label', 'id']).optional(),
  search: z.string().max(200).optional(),
});
