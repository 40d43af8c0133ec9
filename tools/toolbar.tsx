// The tool rail: one loop over the registry.
'use client';
import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { toast } from '@/components/feedback/toast';
import { IconButton } from '@/components/icon-button';
import { useSelection } from '@/map/state/selection';
import { useTool } from '@/map/state/tool';
import { isSwitch, type Reason, TOOL_GROUPS } from './define';
import { useToolHotkeys } from './hotkeys';
import { type ToolId, tools } from './registry';
import classes from './toolbar.module.css';
import { useToolTexts } from './use-tool-texts';

/** `Shift+KeyB` as a person reads it: `Shift+B`. */
export const keyLabel = (code: string): string => code.replace(/(Key|Digit)/, '');

/** By group, each group in the registry's order. */
const sorted = TOOL_GROUPS.flatMap((group) => tools.filter((tool) => tool.group === group));

interface ToolbarProps {
  orientation?: 'vertical' | 'horizontal';
}

/** Also owns the tools' keys, so there is one toolbar on a screen. */
export const Toolbar = ({ orientation = 'vertical' }: ToolbarProps) => {
  const t = useTranslations('map.toolbar');
  const texts = useToolTexts();
  const { active, on, target, layers, drawings, activate, toggle } = useTool();
  const { layer, ids } = useSelection();
  // A tool that was opened by its key may lie outside a short rail.
  const rail = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active)
      rail.current?.querySelector(`[data-tool=${active}]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  const refusal = (id: ToolId, reason: Reason) =>
    t('disabled', { title: texts.title(id), reason: texts.reason(reason) });
  useToolHotkeys((id, reason) => toast({ type: 'info', message: refusal(id, reason), id: 'tool-refused' }));
  const context = { layers, target, selection: layer === null ? null : { layer, ids }, drawings };
  return (
    <div
      ref={rail}
      role="toolbar"
      aria-label={t('title')}
      aria-orientation={orientation}
      className={classes.bar}
      data-orientation={orientation}
      data-tool-rail={orientation === 'vertical' || undefined}
    >
      {sorted.map((tool, i) => {
        const pressed = isSwitch(tool) ? on.has(tool.id) : active === tool.id;
        const opens = i > 0 && sorted[i - 1]?.group !== tool.group;
        const reason = tool.disabled?.(context) ?? null;
        const title = texts.title(tool.id);
        const Icon = tool.icon;
        return (
          <IconButton
            key={tool.id}
            data-tool={tool.id}
            label={reason ? refusal(tool.id, reason) : title}
            {...(tool.hotkey ? { hotkey: keyLabel(tool.hotkey) } : {})}
            aria-pressed={pressed}
            className={opens ? classes.opens : undefined}
            variant={pressed ? 'filled' : 'subtle'}
            color={pressed ? 'indigo' : 'gray'}
            size="var(--tool-size, 36px)"
            disabled={reason !== null && !pressed}
            onClick={() => {
              if (isSwitch(tool)) toggle(tool.id);
              else activate(pressed ? null : tool.id);
            }}
          >
            <Icon size={20} />
          </IconButton>
        );
      })}
    </div>
  );
};
