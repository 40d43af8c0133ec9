// Keys of the tools, by their place on the keyboard, so that a Persian layout works as well.
'use client';
import { useEffect, useEffectEvent } from 'react';
import { useMap } from '@/map/canvas/provider';
import { useSketch } from '@/map/state/sketch';
import { useTool } from '@/map/state/tool';
import { isSwitch, type Reason } from './define';
import { toolContext } from './host';
import { keyFromEvent } from './keys';
import { type ToolId, tools } from './registry';

/** Whether the key belongs to the text that is being typed. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** A dialog or a menu over the map has all keys to itself. */
const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]') !== null;

/** Whether Enter or Space there presses what is focused. */
const isPressing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, [role="menuitem"], [role="option"]') !== null;

/** `onRefused`: the key of a tool that cannot be used now, and why. */
export const useToolHotkeys = (onRefused: (id: ToolId, reason: Reason) => void): void => {
  const map = useMap();
  const refused = useEffectEvent(onRefused);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isInDialog(event.target)) return;
      const { active, on, activate, toggle } = useTool.getState();
      const typing = isTyping(event.target);
      if (event.code === 'Escape') {
        if (active && !typing) activate(null);
        return;
      }
      // In the empty coordinate box Enter ends the drawing; in any other field it belongs to that field.
      const emptyBox = event.target instanceof HTMLInputElement && event.target.dataset.coordinates === 'empty';
      if (typing && !(emptyBox && event.code.endsWith('Enter'))) return;
      const name = useSketch.getState().mode === 'none' ? null : keyFromEvent(event);
      if (name) {
        if (name === 'finish' && isPressing(event.target)) return;
        event.preventDefault();
        map.send({ kind: 'key', name });
        return;
      }
      if (typing || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const keys = event.shiftKey ? `Shift+${event.code}` : event.code;
      const tool = tools.find(({ hotkey }) => hotkey === keys);
      if (!tool) return;
      event.preventDefault();
      const pressed = isSwitch(tool) ? on.has(tool.id) : active === tool.id;
      const reason = tool.disabled?.(toolContext());
      if (reason && !pressed) return refused(tool.id, reason);
      if (isSwitch(tool)) toggle(tool.id);
      else activate(pressed ? null : tool.id);
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [map]);
};
