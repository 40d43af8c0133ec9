// The words of tools, whose keys are made from their ids.
'use client';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslations } from 'next-intl';
import { useTool } from '@/map/state/tool';
import type { Reason } from './define';
import type { ToolId } from './registry';

export const useToolTexts = () => {
  const t = useTranslations('map.tools');
  const { hint, active } = useTool();
  const isTouch = useMediaQuery('(pointer: coarse)') ?? false;
  return {
    title: (id: ToolId): string => t(`${id}.title`),
    reason: (reason: Reason): string => t(`reasons.${reason}`),
    /** What the active tool asks of the user now. */
    hint: (id: ToolId): string | null => {
      if (id !== active || hint === null) return null;
      // A finger does not click.
      const keys = [...(isTouch ? [`${id}.hintsTouch.${hint}`] : []), `${id}.hints.${hint}`];
      const key = keys.find((one) => t.has(one as never));
      return key ? t(key as never) : null;
    },
  };
};
