// What ends or renews a session from outside the page: a refused call, another tab, idle time.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { type RefObject, useEffect, useRef } from 'react';
import { useIdleTimer } from 'react-idle-timer';
import { toast } from '@/components/feedback/toast';
import { api } from '@/contract';
import { call, wire } from '@/lib/api/client';
import { AFTER_LOGOUT_MS, IDLE_DEBOUNCE_MS, IDLE_MINUTES, REFRESH_FAILED_REDIRECT_MS } from '@/lib/config/constants';
import type { Who } from '@/lib/routes/rules';
import { hasUnsaved } from '@/lib/state/unload-guard';
import { channel } from '../../logic/channel';
import { HEARTBEAT_MS } from '../../logic/limits';
import { createSessionRefresher, type Refresher } from '../../logic/session-refresher';
import { markSignedIn, storeAddress } from '../../logic/storage';
import type { sessionStore } from '../../logic/store';
import { leaveTo } from './leave';

type Store = ReturnType<typeof sessionStore>;

/** Renews the session for calls that are refused with 401, and says so where it is lost. `isShown`: something of the person's is on screen. */
export function useRenewal(store: Store, refresher: RefObject<Refresher | null>, isShown: RefObject<boolean>) {
  const t = useTranslations('session');
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
    return () => {
      sessionRenewer.stop();
      wire.renew = async () => false;
      wire.onSessionLost = () => {};
    };
  }, [store, t, refresher, isShown]);
}

/** Somebody is in again: the same person, whose work goes on, or another one. */
export function useReentry(store: Store, refresher: RefObject<Refresher | null>) {
  const queries = useQueryClient();
  const regain = useRef(async (_csrf: string | null, _who?: Who): Promise<void> => {});
  regain.current = async (csrf, granted) => {
    refresher.current?.reset();
    markSignedIn();
    const token = csrf ?? (await call(api.session.prepare, {})).login_xsrf;
    store.getState().renewed(token, granted);
    await queries.invalidateQueries();
  };

  // Without unsaved work the page simply becomes the other person's. Else signing in again needs the token of the session that is there now:
  // the one of before, which an open dialog may hold, is worth nothing any more.
  const takeOver = useRef((_other: string, _csrf: string | null): void => {});
  takeOver.current = (name, csrf) => {
    if (!hasUnsaved()) return location.reload();
    if (csrf) wire.csrf = csrf;
    store.getState().take(name);
  };
  return { regain, takeOver };
}

interface NewsActs {
  regain: RefObject<(csrf: string | null) => Promise<void>>;
  takeOver: RefObject<(other: string, csrf: string | null) => void>;
}

/** Follows what other tabs of the browser do to the session. */
export function useNews(store: Store, username: string, { regain, takeOver }: NewsActs) {
  const t = useTranslations('session');
  useEffect(
    () =>
      channel().hear((news) => {
        const { phase } = store.getState();
        // Where somebody else is in, a renewal is that person's.
        if (news.type === 'renewed' && phase !== 'taken') store.getState().renewed(news.csrf);
        if (news.type === 'in' && news.username !== username) takeOver.current(news.username, news.csrf);
        else if (news.type === 'in') void regain.current(news.csrf);
        // The other person has gone again; the work here still waits for its own.
        if (news.type === 'out' && phase === 'taken') store.getState().lose();
        else if (news.type === 'out') {
          store.getState().end();
          toast({ type: 'info', message: t(news.why === 'idle' ? 'signOut.idle' : 'signOut.elsewhere') });
          leaveTo('/', AFTER_LOGOUT_MS);
        }
      }),
    [store, t, username, regain, takeOver],
  );
}

/** Ends the session after idle time, and tells the server of work that makes no calls. */
export function useIdleEnd(phase: ReturnType<Store['getState']>['phase'], onIdle: () => void) {
  const beat = useRef(0);
  useIdleTimer({
    timeout: IDLE_MINUTES * 60_000,
    debounce: IDLE_DEBOUNCE_MS,
    crossTab: true,
    syncTimers: 1_000,
    name: 'session-idle',
    disabled: phase === 'over',
    onIdle,
    onAction: () => {
      if (Date.now() - beat.current < HEARTBEAT_MS || phase !== 'in') return;
      // The page's own load has just told the server; the first beat comes after a whole interval.
      const first = beat.current === 0;
      beat.current = Date.now();
      if (!first) void call(api.session.user, {}).catch(() => {});
    },
  });
}
