// The tool rail: the tools of every day with their names, the others behind "more"; what is open or on stands beside them.
'use client';
import { useTranslations } from 'next-intl';
import { type ReactNode, useEffect, useRef } from 'react';
import { toast } from '@/components/feedback/toast';
import { IconButton } from '@/components/icon-button';
import { useRovingFocus } from '@/components/use-roving-focus';
import { useSelection } from '@/map/state/selection';
import { useTool } from '@/map/state/tool';
import { isSwitch, kindOf, type Reason } from './define';
import { useToolHotkeys } from './hotkeys';
import { NAMED_TOOLS, type ToolId, toolById, tools } from './registry';
import { keyLabel, ToolMenu } from './tool-menu';
import classes from './toolbar.module.css';
import { useToolTexts } from './use-tool-texts';

const isNamed = (id: ToolId): boolean => NAMED_TOOLS.some((named) => named === id);
const others = tools.filter(({ id }) => !isNamed(id));

const NOTHING: readonly string[] = [];

interface ToolbarProps {
  orientation?: 'vertical' | 'horizontal';
  /** Tools that are left out, with their keys. */
  hidden?: readonly string[];
  /** Further buttons of the rail. */
  children?: ReactNode;
}

/** Also owns the tools' keys, so there is one toolbar on a screen. */
export const Toolbar = ({ orientation = 'vertical', hidden = NOTHING, children }: ToolbarProps) => {
  const t = useTranslations('map.toolbar');
  const texts = useToolTexts();
  const { active, on, target, layers, drawings, activate, toggle } = useTool();
  const { layer, ids } = useSelection();
  const rail = useRef<HTMLDivElement>(null);
  const more = useRef<HTMLButtonElement>(null);
  const roving = useRovingFocus(rail, orientation);
  // A tool that was opened by its key may lie outside a short rail.
  useEffect(() => {
    if (active)
      rail.current?.querySelector(`[data-tool=${active}]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  const refusal = (id: ToolId, reason: Reason) =>
    t('disabled', { title: texts.title(id), reason: texts.reason(reason) });
  useToolHotkeys((id, reason) => toast({ type: 'info', message: refusal(id, reason), id: 'tool-refused' }), hidden);
  const context = { layers, target, selection: layer === null ? null : { layer, ids }, drawings };

  const press = (id: ToolId) => {
    if (isSwitch(toolById(id))) toggle(id);
    else activate(active === id ? null : id);
  };
  const isPressed = (id: ToolId) => active === id || on.has(id);
  const button = (id: ToolId, word: string) => {
    const tool = toolById(id);
    const pressed = isPressed(id);
    const reason = tool.disabled?.(context) ?? null;
    const Icon = tool.icon;
    return (
      <IconButton
        key={id}
        data-tool={id}
        data-kind={kindOf(tool)}
        label={reason ? refusal(id, reason) : texts.title(id)}
        tip={orientation === 'vertical' ? 'left' : 'top'}
        {...(tool.hotkey ? { hotkey: keyLabel(tool.hotkey) } : {})}
        aria-pressed={pressed}
        className={classes.tool}
        variant={pressed && tool.takesPointer ? 'filled' : 'subtle'}
        color={pressed ? 'indigo' : 'gray'}
        disabled={reason !== null && !pressed}
        onClick={() => {
          press(id);
          // The button of a tool out of the menu goes with its tool.
          if (pressed && !isNamed(id)) more.current?.focus();
        }}
      >
        <Icon size={20} />
        <span className={classes.word}>{word}</span>
      </IconButton>
    );
  };
  return (
    <div
      ref={rail}
      role="toolbar"
      aria-label={t('title')}
      aria-orientation={orientation}
      className={classes.bar}
      data-orientation={orientation}
      data-tool-rail={orientation === 'vertical' || undefined}
      {...roving}
    >
      {NAMED_TOOLS.filter((id) => !hidden.includes(id)).map((id) => button(id, t(`words.${id}`)))}
      {others.filter(({ id }) => isPressed(id)).map(({ id }) => button(id, texts.title(id)))}
      <ToolMenu
        ref={more}
        tools={others.filter(({ id }) => !hidden.includes(id))}
        isPressed={isPressed}
        reasonOf={(tool) => tool.disabled?.(context) ?? null}
        onPick={press}
        side={orientation === 'vertical' ? 'left-start' : 'top-end'}
        className={classes.tool ?? ''}
      >
        <span className={classes.word}>{t('words.more')}</span>
      </ToolMenu>
      {children}
    </div>
  );
};
