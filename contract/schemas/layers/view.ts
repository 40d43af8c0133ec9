// Saved views of a layer's table: a filter, columns, an order and a grouping under a name.
import { z } from 'zod';
import { int } from '../common';
import { QueryTree } from '../query';
import { Person } from '../session';
import { Grouping } from './groups';

/** Views that one person keeps for one layer. */
export const MAX_VIEWS = 100;
/** Views of one layer that a list carries: the own ones first. */
export const MAX_LISTED = 300;
const MAX_COLUMNS = 600;

const name = z.string().trim().min(1).max(100);
const columns = z
  .strictObject({
    /** Visible ones in their order, as the list of records sorts by them: `id`, `value__name`. */
    visible: z.array(z.string().min(1).max(80)).min(1).max(MAX_COLUMNS),
    pinned: z.array(z.string().min(1).max(80)).max(MAX_COLUMNS),
  })
  .nullable();
const order = z.string().min(1).max(80).nullable();

const parts = {
  name,
  query: QueryTree,
  /** Null: as the table has them of itself. */
  columns,
  order,
  groups: Grouping.nullable(),
  /** Open to everybody who sees the layer. */
  shared: z.boolean(),
};

export const NewLayerView = z.strictObject({
  layer: int(1, 2 ** 31 - 1),
  ...parts,
  columns: columns.optional(),
  order: order.optional(),
  groups: Grouping.nullable().optional(),
  shared: z.boolean().optional(),
});
/** What is absent stays as it is. */
export const LayerViewPatch = z.strictObject(parts).partial();
/** Whether the view opens by itself for the caller, where they open the layer; one of a layer does. */
export const LayerViewDefault = z.strictObject({ is_default: z.boolean() });

export const LayerView = z.object({
  id: z.number().int(),
  layer: z.number().int(),
  ...parts,
  owner: Person.nullable(),
  is_own: z.boolean(),
  is_default: z.boolean(),
  /** Whether the caller may change and delete it. */
  can: z.boolean(),
  /** Fields that the view names and the form no longer has. Rules about them are passed over. */
  missing: z.array(z.string()),
  /** The ETag of the view is this number in quotes. */
  version: z.number().int(),
  create_date: z.string(),
  modified_date: z.string(),
});
export type LayerView = z.infer<typeof LayerView>;

/** `count` is null where there was no time to count, or where the view's filter cannot be read by the caller. */
export const LayerViewCount = z.object({
  id: z.number().int(),
  count: z.number().int().nullable(),
  capped: z.boolean(),
});
export type LayerViewCount = z.infer<typeof LayerViewCount>;
