// What roles together grant to whoever has them.
import { z } from 'zod';
import { idList } from './lists';

export const GrantsQuery = z.strictObject({ groups: idList(100) });
export const RoleGrants = z.object({
  /** Ids of `module/`. */
  modules: z.array(z.number()),
  custom_perms: z.array(z.string()),
  /** Layers that the roles let see. */
  layer_count: z.number().int(),
});
