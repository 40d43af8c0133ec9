// What can be done with all selected users: roles and regions given and taken, days of work, locked, unlocked, signed out, a saved view
// of the map. The server does what it may and names whom it may not, with the reason.
'use client';
import {
  IconCalendarWeek,
  IconLock,
  IconLockOpen,
  IconLogout,
  IconMap2,
  IconMapPin,
  IconShield,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { RowAct } from '@/components/collection/acts';
import { type BulkRows, useBulkActs } from '@/components/collection/use-bulk-acts';
import { useDialogs } from '@/components/feedback/dialogs';
import { api } from '@/contract/index';
import { type EditBulk, MAX_BULK } from '@/contract/schemas/people/bulk';
import type { User } from '@/contract/schemas/session';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { personName } from '@/lib/i18n/person-name';
import { ArrangementDialog } from './arrangement-dialog';
import { MembersDialog } from './members-dialog';
import { WorkdaysDialog } from './workdays-dialog';

export function useUserBulk(users: BulkRows<User>) {
  const t = useTranslations('users.bulk');
  const client = useQueryClient();
  const { confirm } = useDialogs();
  const [dialog, setDialog] = useState<'groups' | 'regions' | 'workdays' | 'arrangement' | null>(null);
  const bulk = useBulkActs(users, personName, () => invalidate(client, ['user']));
  const { selection, count } = bulk;
  const close = () => setDialog(null);
  const change = (part: Omit<EditBulk, 'users'>) =>
    void bulk.start((users) => call(api.users.editBulk, { body: { users, ...part } }), MAX_BULK);
  const changeAndClose = (part: Omit<EditBulk, 'users'>) => {
    close();
    change(part);
  };
  const ask = async (act: 'lock' | 'signOut', part: Omit<EditBulk, 'users'>) => {
    const title = t(`${act}Title`, count);
    const isSure = await confirm({ title, text: t(`${act}Text`), confirm: t(act), danger: act === 'lock' });
    if (isSure) change(part);
  };
  const acts: RowAct[] = [
    { id: 'roles', label: t('roles'), icon: <IconShield size={16} />, run: () => setDialog('groups') },
    { id: 'regions', label: t('regions'), icon: <IconMapPin size={16} />, run: () => setDialog('regions') },
    { id: 'workdays', label: t('workdays'), icon: <IconCalendarWeek size={16} />, run: () => setDialog('workdays') },
    { id: 'arrangement', label: t('arrangement'), icon: <IconMap2 size={16} />, run: () => setDialog('arrangement') },
    { id: 'unlock', label: t('unlock'), icon: <IconLockOpen size={16} />, run: () => change({ locked: false }) },
    {
      id: 'signOut',
      label: t('signOut'),
      icon: <IconLogout size={16} />,
      run: () => void ask('signOut', { sign_out: true }),
    },
    {
      id: 'lock',
      label: t('lock'),
      icon: <IconLock size={16} />,
      isDanger: true,
      run: () => void ask('lock', { locked: true }),
    },
  ];
  return {
    bar: { selection, acts, progress: bulk.progress, onStop: bulk.stop },
    dialogs: (
      <>
        {(dialog === 'groups' || dialog === 'regions') && (
          <MembersDialog
            kind={dialog}
            count={selection.count}
            onClose={close}
            onChange={({ kind, ids, isTaken }) => changeAndClose({ [kind]: isTaken ? { remove: ids } : { add: ids } })}
          />
        )}
        {dialog === 'workdays' && (
          <WorkdaysDialog
            count={selection.count}
            onClose={close}
            onChange={(workdays) => changeAndClose({ workdays })}
          />
        )}
        {dialog === 'arrangement' && <ArrangementDialog onClose={close} onPick={(env) => changeAndClose({ env })} />}
        {bulk.result}
      </>
    ),
  };
}
