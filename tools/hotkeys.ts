// Keys of the tools, and of the shape that is being drawn or reshaped.
'use client';
import { type Hotkey, isTyping } from '@/lib/hotkeys/hotkeys';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { useMap } from '@/map/canvas/provider';
import { useSketch } from '@/map/state/sketch';
import { useTool } from '@/map/state/tool';
import { isSwitch, type Reason } from './define';
import { toolContext } from './host';
import { EDITING_KEYS } from './keys';
import { type ToolId, tools } from './registry';

/** Whether Enter there presses what is focused. */
const isPressing = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('button, a, [role="menuitem"], [role="option"]') !== null;

/** In the empty coordinate box Enter ends the drawing; in any other field it belongs to that field. */
const isEmptyBox = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.dataset.coordinates === 'empty';

/** `onRefused`: the key of a tool that cannot be used now, and why. Tools that are `hidden` have no keys. */
export const useToolHotkeys = (onRefused: (id: ToolId, reason: Reason) => void, hidden: readonly string[]): void => {
  const map = useMap();
  const isSketching = useSketch((s) => s.mode !== 'none');
  const toolKeys = tools.flatMap((tool): Hotkey[] => {
    if (!tool.hotkey || hidden.includes(tool.id)) return [];
    const run = () => {
      const { active, on, activate, toggle } = useTool.getState();
      const isPressed = isSwitch(tool) ? on.has(tool.id) : active === tool.id;
      const reason = tool.disabled?.(toolContext());
      if (reason && !isPressed) onRefused(tool.id, reason);
      else if (isSwitch(tool)) toggle(tool.id);
      else activate(isPressed ? null : tool.id);
    };
    return [{ keys: tool.hotkey, run }];
  });
  useHotkeys('screen', toolKeys);
  const editingKeys = Object.entries(EDITING_KEYS).map(([keys, name]): Hotkey => {
    const isFinish = name === 'finish';
    const run = ({ target }: KeyboardEvent) => {
      if (isFinish && (isPressing(target) || (isTyping(target) && !isEmptyBox(target)))) return false;
      map.send({ kind: 'key', name });
      return true;
    };
    return { keys, run, repeats: true, whileTyping: isFinish };
  });
  useHotkeys('panel', editingKeys, isSketching);
};
