// Relations: records of one layer that belong to records of another by the value of a field.
import { z } from 'zod';
import { FIELDS, type FieldType } from '../../fields';
import { int, page, pageQuery } from '../common';
import { LayerRecord } from '../record';

/** The types whose values may be keys: each value has one writing, so that equal keys are equal texts. */
export const KEY_TYPES: readonly FieldType[] = ['text', 'integer', 'choice', 'barcode', 'date'];
export const MAX_RELATION_COLUMNS = 6;
const MAX_FIELD_NAME = 63;

export const RELATION_KINDS = ['many', 'one'] as const;
/** What the deletion of a parent does: it is refused, its children lose their key, or they are deleted too. */
export const DELETE_RULES = ['block', 'clear', 'cascade'] as const;
export const RELATION_SIDES = ['children', 'parents'] as const;
export type RelationSide = (typeof RELATION_SIDES)[number];

const label = z.string().trim().min(1).max(100);
const field = z.string().min(1).max(MAX_FIELD_NAME);

/** `parent_field` null: the child's key is the id of its parent, as in a field of type `reference`. */
const ends = {
  parent_layer: int(1),
  parent_field: field.nullable(),
  child_layer: int(1),
  child_field: field,
};

/** `label` names the children on a parent's record, `back_label` the parent on a child's. */
export const RelationInput = z.strictObject({
  name: label,
  ...ends,
  kind: z.enum(RELATION_KINDS),
  on_delete: z.enum(DELETE_RULES),
  required: z.boolean(),
  label,
  back_label: label,
  title: field.nullable(),
  columns: z.array(field).max(MAX_RELATION_COLUMNS),
});
export type RelationInput = z.infer<typeof RelationInput>;
export const RelationPatch = RelationInput.partial();

/** A layer at the end of a relation, with the field that is its key. */
const RelationEnd = z.object({
  layer: z.number().int(),
  label: z.string(),
  type: z.number().int(),
  field: z.string().nullable(),
  field_label: z.string().nullable(),
});

/**
 * `key` names the relation in other calls. One that a `reference` field of a form makes has no `id` and keeps no rule for deletions.
 * An end that the caller may not see is null.
 */
export const Relation = z.object({
  id: z.number().int().nullable(),
  key: z.string(),
  name: z.string(),
  parent: RelationEnd.nullable(),
  child: RelationEnd.nullable(),
  kind: z.enum(RELATION_KINDS),
  on_delete: z.enum([...DELETE_RULES, 'keep']),
  required: z.boolean(),
  label: z.string(),
  back_label: z.string(),
  title: z.string().nullable(),
  columns: z.array(z.string()),
});
export type Relation = z.infer<typeof Relation>;

/** `layer`: only relations that the layer has an end of. */
export const RelationQuery = pageQuery(['name', 'id'] as const).extend({
  search: z.string().max(200).optional(),
  layer: int(1).optional(),
});

export const RELATION_LISTS = ['orphans', 'duplicates', 'extras'] as const;
/** `list`: which records are told one by one. */
export const RelationCheck = z.strictObject({
  ...ends,
  list: z.enum(RELATION_LISTS).optional(),
  limit: int(1, 500).optional(),
  offset: int(0, 1_000_000).optional(),
});
export type RelationCheck = z.infer<typeof RelationCheck>;

/**
 * Of the children: those with a parent, those whose key nobody has, those without a key, and those that share their parent with one
 * before them. Of the parents: those that have their key with others. `records` is the page of the list that was asked for.
 */
export const RelationChecked = z.object({
  matched: z.number().int(),
  orphans: z.number().int(),
  empty: z.number().int(),
  extras: z.number().int(),
  duplicates: z.number().int(),
  /** Whether the parent's field keeps its values apart, as a relation needs it. */
  unique: z.boolean(),
  /** The caller does not see all records of both layers. */
  limited: z.boolean(),
  records: z.array(z.object({ id: z.number().int(), key: z.string() })),
});
export type RelationChecked = z.infer<typeof RelationChecked>;

export const RelatedQuery = pageQuery(['id'] as const).extend({
  relation: z.string().min(1).max(100),
  /** Needed where both ends are the same layer. */
  side: z.enum(RELATION_SIDES).optional(),
});
/** `hidden`: the layer at the other end is not open to the caller. `limited`: of its records they see a part. */
export const RelatedPage = page(LayerRecord).extend({ hidden: z.boolean(), limited: z.boolean() });

export const MAX_COUNTED_RECORDS = 500;
/** Children of one record are counted up to here. */
export const MAX_CHILDREN_COUNTED = 1000;
export const RelatedCount = z.object({
  record: z.number().int(),
  relation: z.string(),
  side: z.enum(RELATION_SIDES),
  count: z.number().int(),
  /** There are more than that. */
  capped: z.boolean(),
});
export type RelatedCount = z.infer<typeof RelatedCount>;

/** Whether a field can be the key at a child's end. */
export const isKeyField = ({ type }: { type: FieldType }): boolean =>
  KEY_TYPES.includes(type) || FIELDS[type].format === 'reference';
