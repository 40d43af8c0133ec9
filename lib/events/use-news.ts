// News without asking, for screens: whether there is a stream, and what it says.
'use client';
import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { api } from '../../contract/index';
import type { News } from '../../contract/schemas/events/news';
import { addressOf, headersOf, wire } from '../api/client';
import { browserTabs, shareStream } from './shared-stream';

const useStream = create<{ isLive: boolean }>(() => ({ isLive: false }));
const listeners = new Set<(news: News) => void>();

/** Says news to this tab's screens. */
export const sayNews = (news: News): void => {
  for (const listener of [...listeners]) listener(news);
};
/** Says whether there is a stream. */
export const setLive = (isLive: boolean): void => useStream.setState({ isLive });

/** Whether news come by themselves. */
export const useIsLive = (): boolean => useStream((s) => s.isLive);

/** Hears what has changed. */
export function useNews(onNews: (news: News) => void): void {
  const onEach = useEffectEvent(onNews);
  useEffect(() => {
    const listener = (news: News) => onEach(news);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}

/** Shares one stream with the other tabs of this person, as long as the component stands. */
export function useNewsStream(person: number, isOn: boolean): void {
  useEffect(() => {
    const tabs = isOn ? browserTabs() : null;
    if (!tabs) return;
    const stop = shareStream(
      `news ${person}`,
      tabs,
      {
        open: (lastId, signal) =>
          fetch(addressOf(api.events.stream, {}), {
            headers: { ...headersOf(api.events.stream), ...(lastId ? { 'last-event-id': lastId } : {}) },
            credentials: 'same-origin',
            cache: 'no-store',
            signal,
          }),
        async renew() {
          if (await wire.renew()) return true;
          wire.onSessionLost();
          return false;
        },
      },
      { onNews: sayNews, onState: setLive },
    );
    return () => {
      stop();
      setLive(false);
    };
  }, [person, isOn]);
}
