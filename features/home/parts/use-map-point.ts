// Presses on the map while no tool takes them: open the record there, let go of the selection, ask for the menu.
'use client';
import { useState } from 'react';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { type PointGesture, useMap, useSelection, useSketch, useTool } from '@/map';
import type { RecordForm } from '../logic/side-panel';
import type { Tip } from './use-tool-events';

interface MapPointInput {
  phone: boolean;
  form: RecordForm | null;
  tip: Tip | null;
  onOpen: (record: number) => void;
}

export function useMapPoint({ phone, form, tip, onOpen }: MapPointInput) {
  const map = useMap();
  const [menu, setMenu] = useState<PointGesture | null>(null);
  const openMenu = ({ target }: KeyboardEvent) => {
    if (!(target instanceof HTMLElement && target.closest('canvas'))) return false;
    setMenu(map.gestureAt('menu'));
    return true;
  };
  useHotkeys('screen', [{ keys: ['ContextMenu', 'Shift+F10'], run: openMenu }]);

  const onPoint = (gesture: PointGesture) => {
    if (useSketch.getState().mode !== 'none') return;
    const { on } = useTool.getState();
    const [hit] = gesture.hits;
    if (gesture.kind === 'menu' || gesture.kind === 'longpress') setMenu(gesture);
    // The panel of a tool that leaves the pointer alone stays below the record's form.
    else if (gesture.kind === 'click' && form?.kind !== 'new') {
      // With map tips on, a finger's first tap shows the tip and the second one opens the record.
      const isTipped = tip?.hits.some((one) => one.id === hit?.id && one.layer === hit.layer);
      if (hit && phone && on.has('maptip') && !isTipped) return;
      if (hit) onOpen(hit.id);
      else if (form === null) useSelection.getState().clear();
    }
  };
  return { menu, closeMenu: () => setMenu(null), onPoint };
}
