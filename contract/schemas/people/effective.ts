// What a person may do, and where each of it comes from.
import { z } from 'zod';
import { pageQuery } from '../common';
import { RIGHTS } from '../user';

export const EFFECTIVE_ORDERS = ['label', 'id'] as const;
export const EffectiveLayerQuery = pageQuery(EFFECTIVE_ORDERS).extend({
  /** Words of the layer's name. */
  search: z.string().max(200).optional(),
});

/** A layer and, for each right on it, the ids of the roles that give it. */
export const EffectiveLayer = z.object({
  id: z.number(),
  label: z.string(),
  /** Theirs by owning it: all rights, whatever the roles say. */
  owner: z.boolean(),
  rights: z.record(z.enum(RIGHTS), z.array(z.number())),
});
export type EffectiveLayer = z.infer<typeof EffectiveLayer>;

export const Effective = z.object({
  /** May do everything in all layers of the organisation; the lists say what there is beside. */
  is_superuser: z.boolean(),
  roles: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Each with the ids of the roles that give it. */
  modules: z.array(z.object({ id: z.number(), roles: z.array(z.number()) })),
  custom_perms: z.array(z.object({ codename: z.string(), roles: z.array(z.number()) })),
  regions: z.array(z.object({ id: z.number(), label: z.string() })),
  /** Ids of `workdays/`; empty for every day. */
  workdays: z.array(z.number()),
  /** Layers on which the person has any right, and those of them whose names the caller may not know. */
  layers: z.number().int(),
  hidden: z.number().int(),
});
export type Effective = z.infer<typeof Effective>;
