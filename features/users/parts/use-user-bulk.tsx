// What can be done with all selected users: roles and regions given and taken, locked, unlocked, signed out, a saved view of the map.
'use client';
import { IconLock, IconLockOpen, IconLogout, IconMap2, IconMapPin, IconShield } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import type { RowAct } from '@/components/collection/acts';
import { type BulkRows, useBulkActs } from '@/components/collection/use-bulk-acts';
import { useDialogs } from '@/components/feedback/dialogs';
import { api } from '@/contract/index';
import type { User } from '@/contract/schemas/session';
import { MAX_MEMBERS } from '@/contract/schemas/user';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { personName } from '@/lib/i18n/person-name';
import { ArrangementDialog } from './arrangement-dialog';
import { MembersDialog } from './members-dialog';

/** People in one call that copies a saved view. */
const MAX_COPIES = 1000;

export function useUserBulk(users: BulkRows<User>) {
  const t = useTranslations('users.bulk');
  const client = useQueryClient();
  const { confirm } = useDialogs();
  const [dialog, setDialog] = useState<'groups' | 'regions' | 'arrangement' | null>(null);
  const bulk = useBulkActs(users, personName, () => invalidate(client, ['user']));
  const { start, each, selection, count } = bulk;
  const close = () => setDialog(null);
  const ask = async (act: 'lock' | 'signOut', send: (id: number) => Promise<unknown>) => {
    const title = t(`${act}Title`, count);
    const isSure = await confirm({ title, text: t(`${act}Text`), confirm: t(act), danger: act === 'lock' });
    if (isSure) await each(send);
  };
  const lock = (id: number) => call(api.users.lock, { params: { id } });
  const unlock = (id: number) => call(api.users.unlock, { params: { id } });
  const signOut = (id: number) => call(api.session.signOut, { params: { id }, query: {} });
  const acts: RowAct[] = [
    { id: 'roles', label: t('roles'), icon: <IconShield size={16} />, run: () => setDialog('groups') },
    { id: 'regions', label: t('regions'), icon: <IconMapPin size={16} />, run: () => setDialog('regions') },
    { id: 'arrangement', label: t('arrangement'), icon: <IconMap2 size={16} />, run: () => setDialog('arrangement') },
    { id: 'unlock', label: t('unlock'), icon: <IconLockOpen size={16} />, run: () => void each(unlock) },
    { id: 'signOut', label: t('signOut'), icon: <IconLogout size={16} />, run: () => void ask('signOut', signOut) },
    { id: 'lock', label: t('lock'), icon: <IconLock size={16} />, isDanger: true, run: () => void ask('lock', lock) },
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
            onChange={({ kind, ids, isTaken }) => {
              close();
              const send = (users: number[]) =>
                call(api.users.changeMemberships, { body: { users, [kind]: ids, take: isTaken } });
              void start(send, MAX_MEMBERS);
            }}
          />
        )}
        {dialog === 'arrangement' && (
          <ArrangementDialog
            onClose={close}
            onPick={(env) => {
              close();
              void start((ids) => call(api.settings.setEnv, { body: { env, users: ids } }), MAX_COPIES);
            }}
          />
        )}
        {bulk.result}
      </>
    ),
  };
}
