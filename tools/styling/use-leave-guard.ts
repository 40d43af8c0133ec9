// Nobody leaves an unsaved look unasked: neither for another layer or tool, nor by closing the page.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { guardUnload } from '@/lib/state/unload-guard';
import { useStyling } from '@/map/state/styling';
import { useTool } from '@/map/state/tool';
import { isSame } from './logic/looks';

const GUARD = 'styling';

/** Returns what asks whether the look that is edited may be given up; true where there is nothing to lose. */
export const useLeaveGuard = (isDirty: boolean): (() => Promise<boolean>) => {
  const t = useTranslations('map.tools.styling');
  const { confirm } = useDialogs();

  useEffect(() => guardUnload(GUARD, isDirty), [isDirty]);

  const ask = async (): Promise<boolean> => {
    const { draft, base } = useStyling.getState();
    return (
      draft === null ||
      isSame(draft, base) ||
      confirm({ title: t('leaveTitle'), text: t('leaveText'), confirm: t('leave'), danger: true })
    );
  };
  const latest = useRef(ask);
  useEffect(() => {
    latest.current = ask;
  });
  useEffect(() => {
    useTool.setState({
      mayLeave: async () => {
        if (!(await latest.current())) return false;
        useStyling.getState().leave();
        guardUnload(GUARD, false);
        return true;
      },
    });
  }, []);
  return ask;
};
