// The tool rail: one loop over the registry.
'use client';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import { useSelection } from '../state/selection';
import { useTool } from '../state/tool';
import { useToolHotkeys } from './hotkeys';
import { tools } from './registry';
import { useToolTexts } from './texts';
import classes from './toolbar.module.css';

const keyLabel = (code: string) => code.replace(/^(Key|Digit)/, '');

interface ToolbarProps {
  orientation?: 'vertical' | 'horizontal';
}

/** Also owns the tools' keys, so there is one toolbar on a screen. */
export const Toolbar = ({ orientation = 'vertical' }: ToolbarProps) => {
  const t = useTranslations('map.toolbar');
  const texts = useToolTexts();
  const { active, on, target, layers, activate, toggle } = useTool();
  const { layer, ids } = useSelection();
  useToolHotkeys();
  const context = { layers, target, selection: layer === null ? null : { layer, ids } };
  return (
    <div
      role="toolbar"
      aria-label={t('title')}
      aria-orientation={orientation}
      className={classes.bar}
      data-orientation={orientation}
    >
      {tools.map((tool) => {
        const pressed = tool.takesPointer ? active === tool.id : on.has(tool.id);
        const reason = tool.disabled?.(context) ?? null;
        const title = texts.title(tool.id);
        const Icon = tool.icon;
        return (
          <IconButton
            key={tool.id}
            label={reason ? t('disabled', { title, reason: texts.reason(reason) }) : title}
            {...(tool.hotkey ? { hotkey: keyLabel(tool.hotkey) } : {})}
            aria-pressed={pressed}
            variant={pressed ? 'filled' : 'subtle'}
            color={pressed ? 'indigo' : 'gray'}
            size={36}
            disabled={reason !== null && !pressed}
            onClick={() => {
              if (!tool.takesPointer) toggle(tool.id);
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
