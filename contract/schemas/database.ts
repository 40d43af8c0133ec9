// Connections to foreign PostgreSQL/PostGIS databases, the tables in them, and layers that come from a table.
import { z } from 'zod';
import { flag, ids, int, orderBy } from './common';
import { FIELD_TYPES } from './form';

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
});
export type Connection = z.infer<typeof Connection>;

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

/** What is absent stays. A new host, port or tls needs the password once more, so that it cannot be sent elsewhere. */
export const ConnectionPatch = NewConnection.partial().strict();

/** A saved connection, or the data of one that is to be tested before it is saved. */
export const TablesOf = z.union([
  z.strictObject({ id: int(1, 2 ** 31 - 1) }),
  NewConnection.partial({ label: true }).strict(),
]);

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
  fields: z.array(z.object({ name: z.string(), type: z.enum(FIELD_TYPES) })),
});
export type ForeignTable = z.infer<typeof ForeignTable>;

export const FromDatabase = z.strictObject({
  arcsde: int(1, 2 ** 31 - 1),
  schema: name,
  table: name,
  label: z.string().trim().min(1).max(200),
  /** Columns that come in; all where it is absent. */
  fields: z.array(name).max(500).optional(),
  group_layer: ids(100).optional(),
  /** Which kind of geometry, where the column takes several. */
  type: int(0, 3).optional(),
  /** EPSG code, where the database says nothing. */
  srid: int(1, 999_999).optional(),
});
export type FromDatabase = z.infer<typeof FromDatabase>;

export const ConnectionQuery = z.strictObject({
  limit: int(1, 1000).optional(),
  offset: int(0, 1_000_000).optional(),
  order: orderBy(['label', 'id']).optional(),
});
