// The life of a session in one tab: renewal on 401, loss, idle time, sign-out here or elsewhere.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useIdleTimer } from 'react-idle-timer';
import { useStore } from 'zustand';
import { useDialogs } from '@/components/feedback/dialogs';
import { toast } from '@/components/feedback/toast';
import { useObjectUrl } from '@/components/fields/use-object-url';
import { api } from '@/contract';
import { call, wire } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { AFTER_LOGOUT_MS, IDLE_DEBOUNCE_MS, IDLE_MINUTES, REFRESH_FAILED_REDIRECT_MS } from '@/lib/config/constants';
import type { Lang } from '@/lib/i18n/lang';
import { personName } from '@/lib/i18n/person-name';
import type { Who } from '@/lib/routes/rules';
import { forgetCaches } from '@/lib/state/caches';
import { forgetTexts } from '@/lib/state/kept-texts';
import { clearUnloadGuard, hasUnsaved } from '@/lib/state/unload-guard';
import { endSession, getSignedInName } from '../logic/calls';
import { channel } from '../logic/channel';
import { HEARTBEAT_MS } from '../logic/limits';
import { createSessionRefresher, type Refresher } from '../logic/session-refresher';
import { clearMarkers, markSignedIn, removeAddress, storeAddress } from '../logic/storage';
import { sessionStore } from '../logic/store';
import { clearRecord, saveRecord } from '../logic/user-record';
import type { SignedIn } from './use-sign-in';

export interface Person {
  id: number;
  username: string;
  /** Full name; the user name where there is none. */
  name: string;
  /** An address that this tab may show; null for none. */
  image: string | null;
  signedUp: boolean;
  /** Days that are left of the plan; null while unknown and without one. */
  planDays: number | null;
}

const MAX_CLEARING_MS = 1_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Leaves the page for good; nothing in it asks whether to stay. */
function leaveTo(address: string, after: number): void {
  clearUnloadGuard();
  clearMarkers();
  // Both are local and quick; a browser that hangs in one of them leaves all the same.
  const cleared = Promise.race([Promise.all([clearRecord(), forgetCaches(), forgetTexts()]), pause(MAX_CLEARING_MS)]);
  void Promise.all([cleared, pause(after)]).then(() => location.assign(address));
}

/** Everything SessionFrame needs; see there. */
export function useSessionLife(
  initial: { user: { id: number; username: string }; who: Who; csrf: string },
  lang: Lang,
) {
  const t = useTranslations('session');
  const dialogs = useDialogs();
  const queries = useQueryClient();
  const [store] = useState(() => sessionStore(initial));
  const { who, phase, other } = useStore(store);
  const refresher = useRef<Refresher | null>(null);
  const user = useRead(api.session.user, {}).data;
  const picture = useRead(
    api.users.image,
    { params: { id: initial.user.id } },
    { enabled: Boolean(user?.image), staleTime: Number.POSITIVE_INFINITY },
  ).data;
  const image = useObjectUrl(user?.image ? picture : null);
  const isShown = useRef(false);

  const person = useMemo<Person>(() => {
    const { id, username } = initial.user;
    return {
      id,
      username,
      name: user ? personName(user) : username,
      image,
      signedUp: user?.is_signed_up ?? false,
      planDays: user?.plan_remaining_days ?? null,
    };
  }, [initial.user, user, image]);

  useEffect(() => {
    wire.lang = lang;
  }, [lang]);
  useEffect(() => {
    if (!user) return;
    isShown.current = true;
    const { id, username, name } = person;
    void saveRecord({ id, username, name, image: user.image, modules: user.modules.map((one) => one.modules__id) });
  }, [user, person]);

  const regain = useRef(async (_csrf: string | null, _who?: Who): Promise<void> => {});
  regain.current = async (csrf, granted) => {
    refresher.current?.reset();
    markSignedIn();
    const token = csrf ?? (await call(api.session.prepare, {})).login_xsrf;
    store.getState().renewed(token, granted);
    await queries.invalidateQueries();
  };

  // Without unsaved work the page simply becomes the other person's.
  const takeOver = useRef((_other: string): void => {});
  takeOver.current = (name) => {
    if (hasUnsaved()) store.getState().take(name);
    else location.reload();
  };

  useEffect(() => {
    markSignedIn();
    const sessionRenewer = createSessionRefresher();
    refresher.current = sessionRenewer;
    wire.renew = async () => {
      const renewal = await sessionRenewer.renew();
      if (renewal.outcome !== 'renewed') return false;
      markSignedIn();
      store.getState().renewed(renewal.csrf);
      return true;
    };
    wire.onSessionLost = () => {
      if (sessionRenewer.last()?.outcome === 'unreached' || store.getState().phase !== 'in') return;
      if (isShown.current) return store.getState().lose();
      // Nothing of the person's is on screen yet, so there is nothing to keep.
      store.getState().end();
      storeAddress(location.pathname + location.search);
      toast({ type: 'error', message: t('ended') });
      leaveTo('/', REFRESH_FAILED_REDIRECT_MS);
    };
    const deaf = channel().hear((news) => {
      const { phase } = store.getState();
      // Where somebody else is in, a renewal is that person's.
      if (news.type === 'renewed' && phase !== 'taken') store.getState().renewed(news.csrf);
      if (news.type === 'in' && news.username !== initial.user.username) takeOver.current(news.username);
      else if (news.type === 'in') void regain.current(news.csrf);
      // The other person has gone again; the work here still waits for its own.
      if (news.type === 'out' && phase === 'taken') store.getState().lose();
      else if (news.type === 'out') {
        store.getState().end();
        toast({ type: 'info', message: t(news.why === 'idle' ? 'signOut.idle' : 'signOut.elsewhere') });
        leaveTo('/', AFTER_LOGOUT_MS);
      }
    });
    return () => {
      deaf();
      sessionRenewer.stop();
      wire.renew = async () => false;
      wire.onSessionLost = () => {};
    };
  }, [store, t, initial.user.username]);

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

  const beat = useRef(0);
  useIdleTimer({
    timeout: IDLE_MINUTES * 60_000,
    debounce: IDLE_DEBOUNCE_MS,
    crossTab: true,
    syncTimers: 1_000,
    name: 'session-idle',
    disabled: phase === 'over',
    onIdle: () => void end('idle'),
    onAction: () => {
      if (Date.now() - beat.current < HEARTBEAT_MS || phase !== 'in') return;
      // The page's own load has just told the server; the first beat comes after a whole interval.
      const first = beat.current === 0;
      beat.current = Date.now();
      if (!first) void call(api.session.user, {}).catch(() => {});
    },
  });

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
      else if (name !== null) takeOver.current(name);
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
