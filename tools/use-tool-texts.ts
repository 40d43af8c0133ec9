// The words of tools, whose keys are made from their ids.
'use client';
import { useTranslations } from 'next-intl';
import { useTool } from '@/map/state/tool';
import type { Reason } from './define';
import type { ToolId } from './registry';

export const useToolTexts = () => {
  const t = useTranslations('map.tools');
  const { hint, active } = useTool();
  return {
    title: (id: ToolId): string => t(`${id}.title`),
    reason: (reason: Reason): string => t(`reasons.${reason}`),
    /** What the active tool asks of the user now. */
    hint: (id: ToolId): string | null => {
      const key = `${id}.hints.${hint}`;
      return id === active && hint !== null && t.has(key as never) ? t(key as never) : null;
    },
  };
};
