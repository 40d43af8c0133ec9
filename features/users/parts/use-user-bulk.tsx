// What can be done with all selected users: roles and regions given and taken, locked, unlocked, signed out, an arrangement of the map.
'use client';
import { IconLock, IconLockOpen, IconLogout, IconMap2, IconMapPin, IconShield } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import type { RowAct } from '@/components/collection/acts';
import { BulkResult } from '@/components/collection/bulk-result';
import { useDialogs } from '@/components/feedback/dialogs';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract/index';
import { call } from '@/lib/api/client';
import { invalidate } from '@/lib/api/keys';
import { ifMatch, readResource } from '@/lib/api/use-resource';
import type { ChunkResult } from '@/lib/collection/chunks';
import { useBulk } from '@/lib/collection/use-bulk';
import type { Collection } from '@/lib/collection/use-collection';
import { useSelection } from '@/lib/collection/use-selection';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import type { USERS_VIEW } from '../logic/view';
import { ArrangementDialog } from './arrangement-dialog';
import { type MemberChange, MembersDialog } from './members-dialog';

/** People in one call that copies an arrangement. */
const MAX_COPIES = 1000;

type Users = Collection<typeof USERS_VIEW.call, typeof USERS_VIEW.filters, (typeof USERS_VIEW.orders)[number]>;

export function useUserBulk(users: Users) {
  const t = useTranslations('users.bulk');
  const client = useQueryClient();
  const errorText = useErrorText();
  const { number } = useFormat();
  const { confirm } = useDialogs();
  const [result, setResult] = useState<ChunkResult | null>(null);
  const [dialog, setDialog] = useState<'groups' | 'regions' | 'arrangement' | null>(null);
  const ids = useMemo(() => users.rows.map(({ id }) => id), [users.rows]);
  const selection = useSelection(ids, users.count, JSON.stringify(users.view.filters));
  const { run, progress, stop } = useBulk(users.readIds, selection.value);
  const count = { n: number(selection.count), count: selection.count };

  const start = async (send: (ids: number[]) => Promise<unknown>, size: number) => {
    try {
      const ended = await run(send, size);
      await invalidate(client, ['user']);
      selection.clear();
      if (ended.refused.length > 0 || ended.left.length > 0) setResult(ended);
      else toast({ type: 'success', message: t('done', { n: number(ended.done.length) }) });
    } catch (error) {
      toast({ type: 'error', message: errorText(error) });
    }
  };
  const each = (send: (id: number) => Promise<unknown>) => start(([id = 0]) => send(id), 1);
  const ask = async (act: 'lock' | 'signOut', send: (id: number) => Promise<unknown>) => {
    const isSure = await confirm({
      title: t(`${act}Title`, count),
      text: t(`${act}Text`),
      confirm: t(act),
      danger: act === 'lock',
    });
    if (isSure) await each(send);
  };
  /** Roles or regions of one person are a whole list: it is read, changed, and written only if nobody else has changed it meanwhile. */
  const changeMembership = ({ kind, ids: members, isTaken }: MemberChange) =>
    each(async (id) => {
      const { body, etag } = await readResource(api.users.one, { params: { id } });
      const rest = body[kind].filter((one) => !members.includes(one));
      const next = isTaken ? rest : [...rest, ...members];
      await call(api.users.edit, { params: { id }, body: { [kind]: next } }, ifMatch(etag));
    });

  const acts: RowAct[] = [
    { id: 'roles', label: t('roles'), icon: <IconShield size={16} />, run: () => setDialog('groups') },
    { id: 'regions', label: t('regions'), icon: <IconMapPin size={16} />, run: () => setDialog('regions') },
    { id: 'arrangement', label: t('arrangement'), icon: <IconMap2 size={16} />, run: () => setDialog('arrangement') },
    {
      id: 'unlock',
      label: t('unlock'),
      icon: <IconLockOpen size={16} />,
      run: () => void each((id) => call(api.users.unlock, { params: { id } })),
    },
    {
      id: 'signOut',
      label: t('signOut'),
      icon: <IconLogout size={16} />,
      run: () => void ask('signOut', (id) => call(api.session.signOut, { params: { id }, query: {} })),
    },
    {
      id: 'lock',
      label: t('lock'),
      icon: <IconLock size={16} />,
      isDanger: true,
      run: () => void ask('lock', (id) => call(api.users.lock, { params: { id } })),
    },
  ];
  const close = () => setDialog(null);
  return {
    selection,
    acts,
    progress,
    onStop: stop,
    dialog: (
      <>
        {(dialog === 'groups' || dialog === 'regions') && (
          <MembersDialog
            kind={dialog}
            count={selection.count}
            onClose={close}
            onChange={(change) => {
              close();
              void changeMembership(change);
            }}
          />
        )}
        {dialog === 'arrangement' && (
          <ArrangementDialog
            onClose={close}
            onPick={(env) => {
              close();
              void start((some) => call(api.settings.setEnv, { body: { env, users: some } }), MAX_COPIES);
            }}
          />
        )}
        {result && (
          <BulkResult
            result={result}
            nameOf={(id) => {
              const user = users.rows.find((one) => one.id === id);
              return user && personName(user);
            }}
            onClose={() => setResult(null)}
          />
        )}
      </>
    ),
  };
}
