// The tools over the map: what can be drawn and done, and while a shape is under edit its steps, and saving or dropping it.
'use client';
import { Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircleDashed,
  IconLine,
  IconPolygon,
  IconStack2,
  IconVectorTriangle,
  IconWaveSine,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/icon-button';
import type { Region } from '@/contract/schemas/region';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import classes from '../regions.module.css';
import type { Editor, Tool } from '../use-editor';

export interface MapToolsProps {
  editor: Editor;
  open: Region | null;
  onSave: () => void;
  onCancel: () => void;
  onSimplify: () => void;
  onLayer: () => void;
}

export function MapTools({ editor, open, onSave, onCancel, onSimplify, onLayer }: MapToolsProps) {
  const t = useTranslations('regions.tools');
  const { draft, tool, isBusy } = editor;
  const id = draft ? draft.id : (open?.id ?? null);
  const geometry = draft ? draft.geometry : (open?.geometry ?? null);
  const whyNot = draft === null && open?.can_edit === false ? (open.why?.edit ?? null) : null;
  const begin = (next: Tool | null, isVertices = false) => editor.begin(id, geometry, next, isVertices);
  const button = (key: string, icon: ReactNode, run: () => void, isOn = false, isOff = false) => (
    <IconButton
      label={isOff && whyNot ? whyNot : t(key as 'draw')}
      variant={isOn ? 'filled' : 'default'}
      size={36}
      aria-pressed={isOn}
      disabled={isBusy || isOff}
      onClick={run}
    >
      {icon}
    </IconButton>
  );
  const isOff = geometry === null || whyNot !== null;
  useHotkeys('screen', [
    { keys: 'Mod+KeyZ', run: () => (draft ? editor.undo() : false) },
    { keys: 'Mod+Shift+KeyZ', run: () => (draft ? editor.redo() : false) },
    { keys: 'KeyE', run: () => (isOff ? false : begin(null, true)) },
  ]);
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('label')}>
      {draft || open ? (
        <>
          {button('add', <IconPolygon size={18} />, () => begin('draw'), tool === 'draw', whyNot !== null)}
          {button(
            'vertices',
            <IconVectorTriangle size={18} />,
            () => begin(null, !draft?.isVertices),
            draft?.isVertices === true && !tool,
            isOff,
          )}
          {button('hole', <IconCircleDashed size={18} />, () => begin('hole'), tool === 'hole', isOff)}
          {button('split', <IconLine size={18} />, () => begin('split'), tool === 'split', isOff || draft?.id === null)}
          {button('simplify', <IconWaveSine size={18} />, onSimplify, false, isOff)}
        </>
      ) : null}
      {button('layer', <IconStack2 size={18} />, onLayer, tool === 'pick', whyNot !== null)}
      {draft && (
        <div className={classes.steps}>
          {button('undo', <IconArrowBackUp size={18} />, editor.undo, false, draft.past.length === 0)}
          {button('redo', <IconArrowForwardUp size={18} />, editor.redo, false, draft.future.length === 0)}
          <Button variant="default" onClick={onCancel}>
            {t('cancel')}
          </Button>
          {draft.id !== null && (
            <Button disabled={draft.past.length === 0 || isBusy} onClick={onSave}>
              {t('save')}
            </Button>
          )}
        </div>
      )}
      {tool && <p className={classes.hint}>{t(`hints.${tool}`)}</p>}
    </div>
  );
}
