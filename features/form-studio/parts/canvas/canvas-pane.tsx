// The canvas with what ends its emptiness, and the way to the palette.
'use client';
import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { RefObject } from 'react';
import { EmptyState } from '@/components/feedback/states';
import type { ItemProblems } from '../../logic/problems';
import classes from '../studio.module.css';
import type { StudioDialog } from '../studio-menu';
import type { StudioState } from '../use-studio';
import type { StudioActs } from '../use-studio-acts';
import { Canvas } from './canvas';

const STARTERS = ['fromLayer', 'fromHeadings', 'fromXlsForm'] as const;

export interface CanvasPaneProps {
  studio: StudioState;
  problems: ReadonlyMap<string, ItemProblems>;
  acts: StudioActs;
  isReadOnly: boolean;
  isNarrow: boolean;
  frame: RefObject<HTMLElement | null>;
  onPalette: () => void;
  onStarter: (dialog: StudioDialog) => void;
  onOpen: () => void;
}

export function CanvasPane({
  studio,
  problems,
  acts,
  isReadOnly,
  isNarrow,
  frame,
  onPalette,
  onStarter,
  onOpen,
}: CanvasPaneProps) {
  const t = useTranslations('formStudio.canvas');
  const menu = useTranslations('formStudio.menu');
  const isEmpty = studio.document.items.length === 0;
  if (isEmpty && isReadOnly) return <EmptyState title={t('empty')} noAct="final" />;
  if (isEmpty)
    return (
      <EmptyState
        title={t('empty')}
        text={t(isNarrow ? 'emptyTextPhone' : 'emptyText')}
        action={
          <Group gap="xs" justify="center">
            <Button onClick={() => acts.add('text')}>{t('addText')}</Button>
            {isNarrow && (
              <Button variant="default" onClick={onPalette}>
                {t('add')}
              </Button>
            )}
            {STARTERS.map((starter) => (
              <Button key={starter} variant="default" onClick={() => onStarter(starter)}>
                {menu(starter)}
              </Button>
            ))}
          </Group>
        }
      />
    );
  return (
    <>
      <Canvas
        studio={studio}
        problems={problems}
        isReadOnly={isReadOnly}
        frame={frame}
        onDuplicate={studio.duplicate}
        onRemove={acts.remove}
        onOpen={() => isNarrow && onOpen()}
      />
      {!isReadOnly && (
        <Button className={classes.add} variant="default" leftSection={<IconPlus size={16} />} onClick={onPalette}>
          {t('add')}
        </Button>
      )}
    </>
  );
}
