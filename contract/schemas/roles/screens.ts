// What a role says of the screens of its members (its `interface`), and what a session gets of all its roles together.
import { z } from 'zod';

const Env = z.object({ label: z.string().max(200), data: z.json() });

/** The known part of a role's interface. What a client of another kind has written there and is not understood counts as absent. */
export const RoleScreens = z.object({
  /** The screen that opens after the sign-in, by its address. */
  start: z.string().min(1).max(200).optional().catch(undefined),
  /** Tools of the map that its list leaves out. No right: what the server allows stays allowed. */
  hidden_tools: z.array(z.string().max(60)).max(100).optional().catch(undefined),
  /** The base map for whoever has chosen none. */
  base_map: z.string().min(1).max(60).optional().catch(undefined),
  /** The saved view of the map for whoever has none of their own that opens first. */
  env: Env.optional().catch(undefined),
});
export type RoleScreens = z.infer<typeof RoleScreens>;

/** The same of all roles of a person together, by the rule of docs/adr/0045. */
export const SessionScreens = z.object({
  start: z.string().nullable(),
  hidden_tools: z.array(z.string()),
  base_map: z.string().nullable(),
  env: Env.nullable(),
});
export type SessionScreens = z.infer<typeof SessionScreens>;
