// Whom a region binds, what lies in it, and what another shape would change.
import { z } from 'zod';
import { ids as idsOf, int, orderBy } from '../common';
import { RegionShape } from '../region';
import { Person } from '../session';

const MAX_PEOPLE = 500;
const PersonIds = idsOf(MAX_PEOPLE);

/** Records that are counted before the count is only a lower bound. */
export const MAX_EFFECT = 100_000;

/** Null asks what the region's removal would change. */
export const RegionEffectOrder = z.strictObject({ geometry: RegionShape.nullable() });
export const RegionEffect = z.object({
  /** Those who are bound to the region and whose reach changes; the first twenty by name. */
  people: z.object({ count: z.number().int(), first: z.array(Person) }),
  /** Records that leave the region, and that newly lie in it. */
  leaving: z.number().int(),
  entering: z.number().int(),
  /** By layer, those with most first; layers that the caller does not see are one row without a name. */
  layers: z.array(
    z.object({
      id: z.number().nullable(),
      label: z.string().nullable(),
      leaving: z.number().int(),
      entering: z.number().int(),
    }),
  ),
  /** There are more than were counted: time or number came to its bound. */
  capped: z.boolean(),
});
export type RegionEffect = z.infer<typeof RegionEffect>;

export const RegionPeopleQuery = z.strictObject({
  search: z.string().max(200).optional(),
  order: orderBy(['name', 'id']).optional(),
  limit: int(1, 1000).optional(),
  offset: int(0, 1_000_000).optional(),
});
/** `only`: without this region the person would see everything. */
export const RegionPerson = Person.extend({ only: z.boolean() });
export type RegionPerson = z.infer<typeof RegionPerson>;

export const RegionPeopleChange = z
  .strictObject({
    add: PersonIds.optional(),
    remove: PersonIds.optional(),
    /** Said by whoever knows that people who lose their only region will see everything. */
    everywhere: z.boolean().optional(),
  })
  .refine(({ add = [], remove = [] }) => add.length + remove.length > 0 && !add.some((id) => remove.includes(id)));

/** What stands in a region. */
export const RegionWork = z.object({
  projects: z.array(z.object({ id: z.number(), name: z.string(), state: z.number() })),
  projects_total: z.number().int(),
  /** Records by layer, as far as the caller sees the layers. */
  layers: z.array(z.object({ id: z.number(), label: z.string(), count: z.number().int() })),
  capped: z.boolean(),
});
export type RegionWork = z.infer<typeof RegionWork>;
