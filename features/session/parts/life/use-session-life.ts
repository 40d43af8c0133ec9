// The life of a session in one tab: renewal on 401, loss, idle time, sign-out here or elsewhere.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useDialogs } from '@/components/feedback/dialogs';
import { toast } from '@/components/feedback/toast';
import { wire } from '@/lib/api/client';
import { AFTER_LOGOUT_MS } from '@/lib/config/constants';
import type { Lang } from '@/lib/i18n/lang';
import type { Who } from '@/lib/routes/rules';
import { clearUnloadGuard } from '@/lib/state/unload-guard';
import { endSession, getSignedInName } from '../../logic/calls';
import { channel } from '../../logic/channel';
import type { Refresher } from '../../logic/session-refresher';
import { removeAddress, storeAddress } from '../../logic/storage';
import { sessionStore } from '../../logic/store';
import type { SignedIn } from '../use-sign-in';
import { leaveTo } from './leave';
import type { SeeAsView } from './see-as-bar';
import { useSeeAsLife } from './see-as-life';
import { usePerson } from './use-person';
import { useIdleEnd, useNews, useReentry, useRenewal } from './use-session-events';

/** Everything SessionFrame needs; see there. */
export function useSessionLife(
  initial: { user: { id: number; username: string }; who: Who; csrf: string; seeAs?: SeeAsView },
  lang: Lang,
) {
  const t = useTranslations('session');
  const dialogs = useDialogs();
  const queries = useQueryClient();
  const [store] = useState(() => sessionStore(initial));
  const { who, phase, other } = useStore(store);
  const refresher = useRef<Refresher | null>(null);
  const isViewing = initial.seeAs !== undefined;
  const { person, isShown } = usePerson(initial.user, isViewing);

  useEffect(() => {
    wire.lang = lang;
  }, [lang]);
  const { regain, takeOver } = useReentry(store, refresher);
  useRenewal(store, refresher, isShown);
  useSeeAsLife(initial.user.username, isViewing);
  useNews(store, initial.user.username, { regain, takeOver });

  const end = async (why: 'asked' | 'idle', everywhere = false) => {
    const ended = await endSession(initial.user.id, everywhere);
    if (!ended && why === 'asked') return void toast({ type: 'error', message: t('signOut.failed') });
    store.getState().end();
    channel().tell({ type: 'out', why });
    removeAddress();
    queries.cancelQueries();
    toast({ type: 'success', message: t(why === 'idle' ? 'signOut.idle' : 'signOut.done') });
    leaveTo('/', AFTER_LOGOUT_MS);
  };

  const isSure = (title: string, text: string) => dialogs.confirm({ title, text, confirm: t('signOut.confirm') });

  useIdleEnd(phase, () => void end('idle'));

  return {
    session: {
      person,
      who,
      signOut: async () => {
        if (await isSure(t('signOut.title'), t('signOut.question'))) await end('asked');
      },
      signOutEverywhere: async () => {
        if (await isSure(t('signOut.everywhere'), t('signOut.everywhereQuestion'))) await end('asked', true);
      },
    },
    lost: phase === 'lost' || phase === 'taken',
    /** Whose session this browser has now, where it is not this person's. */
    other: phase === 'taken' ? other : undefined,
    /** The same person has signed in again: calls may be repeated, other tabs go on too. */
    regained: ({ username, who: granted, csrf }: SignedIn) => {
      channel().tell({ type: 'in', username, csrf });
      void regain.current(csrf, granted);
    },
    /** The dialog found a session in the browser: this person's own, or another one's. */
    alreadyIn: async () => {
      const name = await getSignedInName();
      if (name === initial.user.username) await regain.current(null);
      else if (name !== null) takeOver.current(name, null);
    },
    leave: () => {
      if (phase === 'taken') {
        clearUnloadGuard();
        return location.reload();
      }
      storeAddress(location.pathname + location.search);
      store.getState().end();
      leaveTo('/', 0);
    },
  };
}
