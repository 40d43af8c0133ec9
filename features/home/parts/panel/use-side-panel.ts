// The side panel at work: runs its state machine, does what it asks for, and is asked before any tool changes.
'use client';
import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useDialogs } from '@/components/feedback/dialogs';
import { recordDraftKey } from '@/lib/state/record-drafts';
import { hasUnsaved } from '@/lib/state/unload-guard';
import { useMap, useSelection, useSketch, useTool } from '@/map';
import {
  LAYERS_ONLY,
  type Loss,
  type RecordForm,
  type SidePanelEffect,
  type SidePanelEvent,
  stackOf,
  step,
  type Work,
} from '../../logic/side-panel';

/** The form registers what is unsaved in it under the name of its draft. */
const workOf = (form: RecordForm | null): Work => ({
  isFormUnsaved:
    form !== null &&
    hasUnsaved(
      form.kind === 'new' ? recordDraftKey(form.layer, null) : recordDraftKey(form.record.layer, form.record.id),
    ),
  vertices: useSketch.getState().vertices,
});

/** The open tool stays in its own store, where the map's host and the rail read it; only this hook changes it. */
export function useSidePanel() {
  const map = useMap();
  const t = useTranslations('home.leave');
  const { confirm } = useDialogs();
  const tool = useTool((s) => s.active);
  const [panel, setPanel] = useState(LAYERS_ONLY);
  const latest = useRef(panel);

  const send = (event: SidePanelEvent): void => {
    const before = { ...latest.current, tool: useTool.getState().active };
    const [next, ...effects] = step(before, event, workOf(before.form));
    latest.current = next;
    setPanel(next);
    for (const effect of effects) perform(effect);
    if (next.tool !== before.tool) useTool.getState().open(next.tool);
  };
  const ask = async (loss: Loss): Promise<void> => {
    const isSure = await confirm({ title: t('title'), text: t(loss), confirm: t('confirm'), danger: true });
    send({ kind: isSure ? 'confirmed' : 'refused' });
  };
  const perform = (effect: SidePanelEffect): void => {
    const selection = useSelection.getState();
    switch (effect.kind) {
      case 'ask':
        void ask(effect.loss);
        break;
      case 'release':
        map.send({ kind: effect.how });
        break;
      case 'select': {
        const { layer, id, geometry } = effect.record;
        selection.select(layer, [id], geometry ? [geometry] : []);
        break;
      }
      case 'deselect':
        selection.clear();
        break;
      case 'closeTool':
        useTool.getState().activate(null);
    }
  };

  const current = useRef(send);
  useEffect(() => {
    current.current = send;
  });
  const dispatch = useCallback((event: SidePanelEvent) => current.current(event), []);
  useEffect(() => {
    useTool.setState({ onActivate: (next) => dispatch({ kind: 'tool', tool: next }) });
    return () => useTool.setState({ onActivate: null });
  }, [dispatch]);
  return { form: panel.form, stack: stackOf({ ...panel, tool }), send: dispatch };
}
