// What can be done with one user, as the acts of their row. What state forbids is told with the server's own reason.
'use client';
import { IconEdit, IconLock, IconLockOpen, IconLogout, IconShieldOff, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { RowAct } from '@/components/collection/acts';
import { useAction } from '@/components/feedback/use-action';
import { api } from '@/contract/index';
import type { User } from '@/contract/schemas/session';
import { useWrite } from '@/lib/api/hooks';
import { personName } from '@/lib/i18n/person-name';
import { href } from '@/lib/routes/rules';

/** What each act does once it is asked for. `onRemoved` is called when somebody was deleted. */
function useRuns(onRemoved?: () => void) {
  const t = useTranslations('users.acts');
  const lock = useWrite(api.users.lock);
  const unlock = useWrite(api.users.unlock);
  const signOut = useWrite(api.session.signOut);
  const reset = useWrite(api.users.resetTwoFactor);
  const remove = useWrite(api.users.remove);
  const params = ({ id }: User) => ({ params: { id } });
  const name = (user: User) => ({ name: personName(user) });

  const locking = useAction((user: User) => lock.mutateAsync(params(user)), {
    confirm: (user) => ({ title: t('lockTitle', name(user)), text: t('lockText'), confirm: t('lock'), danger: true }),
    done: (_, user) => t('lockDone', name(user)),
    undo: async (_, user) => {
      await unlock.mutateAsync(params(user));
      return t('unlockDone', name(user));
    },
  });
  const unlocking = useAction((user: User) => unlock.mutateAsync(params(user)), {
    done: (_, user) => t('unlockDone', name(user)),
  });
  const closing = useAction((user: User) => signOut.mutateAsync({ ...params(user), query: {} }), {
    confirm: (user) => ({ title: t('signOutTitle', name(user)), text: t('signOutText'), confirm: t('signOut') }),
    done: (_, user) => t('signOutDone', name(user)),
  });
  const resetting = useAction((user: User) => reset.mutateAsync(params(user)), {
    confirm: (user) => ({
      title: t('resetTwoFactorTitle', name(user)),
      text: t('resetTwoFactorText'),
      confirm: t('resetTwoFactor'),
      danger: true,
    }),
    done: (_, user) => t('resetTwoFactorDone', name(user)),
  });
  const removing = useAction((user: User) => remove.mutateAsync(params(user)), {
    confirm: (user) => ({
      title: t('removeTitle', name(user)),
      text: t('removeText'),
      confirm: t('remove'),
      danger: true,
    }),
    done: (_, user) => t('removeDone', name(user)),
  });

  return {
    lock: (user: User) => void locking.run(user),
    unlock: (user: User) => void unlocking.run(user),
    signOut: (user: User) => void closing.run(user),
    resetTwoFactor: (user: User) => void resetting.run(user),
    remove: (user: User) => void removing.run(user).then((done) => done && onRemoved?.()),
  };
}

/** `onRemoved` is called when somebody was deleted. */
export function useUserActs(onRemoved?: () => void): (user: User) => RowAct[] {
  const t = useTranslations('users.acts');
  const runs = useRuns(onRemoved);
  return (user) => {
    const { locked, why } = user;
    const refusal = (isAllowed: boolean | undefined, act: string) =>
      isAllowed === false ? (why?.[act] ?? t('notAllowed')) : null;
    return [
      {
        id: 'edit',
        label: t('edit'),
        icon: <IconEdit size={16} />,
        href: href('userEditor', { id: user.id }),
        whyNot: refusal(user.can_edit, 'edit'),
      },
      locked
        ? {
            id: 'unlock',
            label: t('unlock'),
            icon: <IconLockOpen size={16} />,
            run: () => runs.unlock(user),
            whyNot: refusal(user.can_lock, 'lock'),
          }
        : {
            id: 'lock',
            label: t('lock'),
            icon: <IconLock size={16} />,
            run: () => runs.lock(user),
            whyNot: refusal(user.can_lock, 'lock'),
          },
      {
        id: 'signOut',
        label: t('signOut'),
        icon: <IconLogout size={16} />,
        run: () => runs.signOut(user),
        whyNot: refusal(user.can_lock, 'lock'),
      },
      ...(user.two_factor
        ? [
            {
              id: 'resetTwoFactor',
              label: t('resetTwoFactor'),
              icon: <IconShieldOff size={16} />,
              run: () => runs.resetTwoFactor(user),
              whyNot: refusal(user.can_reset_two_factor, 'reset_two_factor'),
            },
          ]
        : []),
      {
        id: 'remove',
        group: 'remove',
        label: t('remove'),
        icon: <IconTrash size={16} />,
        isDanger: true,
        run: () => runs.remove(user),
        whyNot: refusal(user.can_delete, 'delete'),
      },
    ];
  };
}
