// What the caller may do with each of the people whom they manage, told beside them.
import type { User } from '../../../contract/schemas/session';
import { flags } from '../../http/allowed';
import type { Ctx } from '../../http/context';
import { type Act, isAbove, isLast, touchProblem } from './rules';
import { getActiveSuperusers, getRolesById } from './store';
import { findHeldRoles } from './update-user';

/** People with what the caller may do with each. Three queries at most, whatever their number. */
export async function withPermissions({ engine, caller, lang }: Ctx, users: readonly User[]): Promise<User[]> {
  const { db } = engine;
  const superusers = users.some((user) => user.is_superuser) ? await getActiveSuperusers(db, caller.customer) : [];
  const heldRoles = caller.superuser
    ? new Set<number>()
    : await findHeldRoles(
        db,
        caller,
        await getRolesById(
          db,
          users.flatMap((user) => user.groups),
        ),
      );
  return users.map((user) => {
    const touch = (act: Act) => touchProblem({ caller, target: { id: user.id, superuser: user.is_superuser }, act });
    const isOwn = user.id === caller.id;
    const above =
      !caller.superuser && !isOwn && isAbove(caller, { ...user, roles: user.groups }, heldRoles) ? 'personAbove' : null;
    const last = user.is_superuser && isLast(superusers, user.id) ? 'lastSuperuser' : null;
    const login = touch('edit') ?? (isOwn ? 'ownProfile' : above);
    return {
      ...user,
      ...flags(lang, {
        edit: touch('edit'),
        edit_login: login,
        reset_two_factor: user.two_factor ? login : 'noTwoFactor',
        lock: user.locked ? touch('unlock') : (touch('lock') ?? last),
        delete: touch('delete') ?? above ?? last,
      }),
    };
  });
}
