// Asks before a form with unsaved values is left: by a link of the app, by the browser's back, by closing the page.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useEffectEvent, useId } from 'react';
import { guardUnload } from '@/lib/state/unload-guard';
import { useDialogs } from '../feedback/dialogs';

interface NavigateEvent extends Event {
  navigationType: 'push' | 'replace' | 'reload' | 'traverse';
  destination: { key: string };
}
/** The part of the Navigation API that is used; browsers without it ask at links and at closing only. */
interface Navigation extends EventTarget {
  traverseTo(key: string): unknown;
}

/** The link that a click would follow within this page, or null. */
function linkOf(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.href || link.target === '_blank' || link.hasAttribute('download')) return null;
  const { origin, pathname } = new URL(link.href);
  return origin === location.origin && pathname !== location.pathname ? link : null;
}

/** `onDiscard` is called when the person leaves all the same. */
export function LeaveGuard({ isDirty, onDiscard }: { isDirty: boolean; onDiscard?: () => void }) {
  const id = useId();
  const t = useTranslations('common.leave');
  const { confirm } = useDialogs();
  const ask = useEffectEvent(async (leave: () => void) => {
    const isSure = await confirm({ title: t('title'), text: t('text'), confirm: t('confirm'), danger: true });
    if (!isSure) return;
    guardUnload(id, false);
    onDiscard?.();
    leave();
  });

  useEffect(() => {
    guardUnload(id, isDirty);
    return () => guardUnload(id, false);
  }, [id, isDirty]);

  useEffect(() => {
    if (!isDirty) return;
    let isLeaving = false;
    const leaveBy = (act: () => void) =>
      void ask(() => {
        isLeaving = true;
        act();
      });
    const handleClick = (event: MouseEvent) => {
      const link = isLeaving ? null : linkOf(event);
      if (!link) return;
      event.preventDefault();
      event.stopPropagation();
      leaveBy(() => link.click());
    };
    const handleNavigate = (event: Event) => {
      const { navigationType, destination, cancelable } = event as NavigateEvent;
      if (isLeaving || navigationType !== 'traverse' || !cancelable) return;
      event.preventDefault();
      leaveBy(() => navigation?.traverseTo(destination.key));
    };
    const { navigation } = window as { navigation?: Navigation };
    // Before the app's own handler of links.
    document.addEventListener('click', handleClick, true);
    navigation?.addEventListener('navigate', handleNavigate);
    return () => {
      document.removeEventListener('click', handleClick, true);
      navigation?.removeEventListener('navigate', handleNavigate);
    };
  }, [isDirty]);
  return null;
}
