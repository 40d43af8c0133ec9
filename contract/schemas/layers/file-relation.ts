// A relation as a file holds it: the tables at its ends, and what of ours comes back with it.
import { z } from 'zod';
import { DELETE_RULES, MAX_RELATION_COLUMNS, RELATION_KINDS } from './relation';

/** Names what a GeoPackage's metadata say of a relation of ours. */
export const FILE_RELATION = 'urn:pahneh:relation:1';

const label = z.string().trim().min(1).max(100);
const column = z.string().min(1).max(63);

/**
 * A relation without its layers. `parent_field` null: the children's field refers to the id of the parent. `on_delete` is `keep` for one
 * that a field of type `reference` makes.
 */
export const RelationDefinition = z.strictObject({
  name: label,
  parent_field: column.nullable(),
  child_field: column,
  kind: z.enum(RELATION_KINDS),
  on_delete: z.enum([...DELETE_RULES, 'keep']),
  required: z.boolean(),
  label,
  back_label: label,
  title: column.nullable(),
  columns: z.array(column).max(MAX_RELATION_COLUMNS),
});
export type RelationDefinition = z.infer<typeof RelationDefinition>;

/** A relation of an uploaded file: parents are in the data set `base`, children in `related`. */
export const FileRelation = z.object({
  name: z.string(),
  base: z.string(),
  related: z.string(),
});
export type FileRelation = z.infer<typeof FileRelation>;
