// News without asking, for screens: whether there is a stream, and what it says.
'use client';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../contract/index';
import type { News } from '../../contract/schemas/events/news';
import { addressOf, headersOf, wire } from '../api/client';
import { browserTabs, shareStream } from './shared-stream';

let isLiveNow = false;
const liveListeners = new Set<(isLive: boolean) => void>();
const listeners = new Set<(news: News) => void>();

const emitNews = (news: News): void => {
  for (const listener of [...listeners]) listener(news);
};
function setLive(isLive: boolean): void {
  if (isLive === isLiveNow) return;
  isLiveNow = isLive;
  for (const listener of [...liveListeners]) listener(isLive);
}

/** Whether news come by themselves. Nothing is drawn for it: a page that is on its way would be lost by the screens of all reads drawn anew. */
export const isLive = (): boolean => isLiveNow;

function useListener<T>(set: Set<(value: T) => void>, onValue: (value: T) => void): void {
  const onEach = useEffectEvent(onValue);
  useEffect(() => {
    const listener = (value: T) => onEach(value);
    set.add(listener);
    return () => void set.delete(listener);
  }, [set]);
}
/** Hears when a stream begins and when there is none any more. */
export const useLiveChange = (onChange: (isLive: boolean) => void): void => useListener(liveListeners, onChange);
/** Hears what has changed. */
export const useNews = (onNews: (news: News) => void): void => useListener(listeners, onNews);

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
      { onNews: emitNews, onState: setLive },
    );
    return () => {
      stop();
      setLive(false);
    };
  }, [person, isOn]);
}
