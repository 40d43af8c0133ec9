// Whom people share their boards and questions with.
import type { Ctx } from '../../http/context';
import { forbidden, notFound } from '../../http/errors';
import { countRoles } from './store';

/** Their own; what is shared is changed by superusers as well. */
export const mayChange = (
  { caller }: Pick<Ctx, 'caller'>,
  { account_id, audience }: { account_id: number; audience: 'own' | 'roles' | 'all' },
): boolean => account_id === caller.id || (caller.superuser && audience !== 'own');

/** Own roles; superusers name any role of the organisation. Roles that are named already stay as they are. */
export async function checkRoles({ caller, engine }: Ctx, roles: readonly number[], before: readonly number[]) {
  const added = [...new Set(roles)].filter((id) => !before.includes(id));
  if (added.length === 0) return;
  if ((await countRoles(engine.db, caller.customer, added)) !== added.length) throw notFound();
  if (!caller.superuser && !added.every((id) => caller.roles.includes(id))) throw forbidden();
}
