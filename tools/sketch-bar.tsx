// A narrow screen while a shape is under the hand: one slim bar below a free map. Also the way back to it from a panel.
'use client';
import { Button } from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBackspace,
  IconCheck,
  IconVector,
  IconX,
} from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import { useMap } from '@/map/canvas/provider';
import { useSketch } from '@/map/state/sketch';
import { useTool } from '@/map/state/tool';
import type { Shape } from '@/map/tool-types';
import { SketchWarnings } from './parts/sketch-warnings';
import type { ToolId } from './registry';
import classes from './sketch-bar.module.css';
import { useMeasureText } from './sketch-panel';
import { useToolTexts } from './use-tool-texts';

/** What is drawn vertex by vertex: it has steps to take back, and an end that somebody says. */
const BY_VERTEX: readonly (Shape | null)[] = ['line', 'polygon'];

/** The live length, or area and perimeter, in words, the first of them alone where `short`; null while there is nothing to measure. */
const useMeasured = (short = false): string | null => {
  const t = useTranslations('map.sketch');
  const measure = useMeasureText();
  const { geometry, length, area } = useSketch();
  if (!geometry || length === 0) return null;
  if (area === 0) return t('length', { value: measure(length, 'length') });
  const words = t('area', { value: measure(area, 'area') });
  return short ? words : `${words} · ${t('perimeter', { value: measure(length, 'length') })}`;
};

interface SketchBarProps {
  /** A form waits for the shape: its end leads there, and the tool is not closed from here. */
  form: boolean;
}

export const SketchBar = ({ form }: SketchBarProps) => {
  const t = useTranslations('map.sketch');
  const common = useTranslations('common');
  const map = useMap();
  const texts = useToolTexts();
  const measured = useMeasured();
  const { active, activate } = useTool();
  const { mode, shape, canUndo, canRedo, canFinish } = useSketch();
  const stepwise = mode === 'edit' || BY_VERTEX.includes(shape);
  const look = { variant: 'subtle', color: 'gray', size: 44 } as const;
  const finish = () => {
    // A reshape is in the form already, step by step; only a tool of its own wants to hear of its end.
    if (form && mode === 'edit') useSketch.setState({ hand: 'after' });
    else map.send({ kind: 'key', name: 'finish' });
  };
  return (
    <section className={classes.bar} aria-label={t('bar.title')} tabIndex={-1}>
      <SketchWarnings marks={false} />
      <p className={classes.words} role="status" aria-live="off">
        {measured ?? (active && texts.hint(active as ToolId))}
      </p>
      <div className={classes.buttons}>
        {!form && (
          <IconButton {...look} label={common('close')} onClick={() => activate(null)}>
            <IconX size={20} />
          </IconButton>
        )}
        <IconButton {...look} label={t('bar.settings')} onClick={() => useSketch.setState({ hand: 'settings' })}>
          <IconAdjustmentsHorizontal size={20} />
        </IconButton>
        {stepwise && (
          <>
            <IconButton
              {...look}
              label={t('undo')}
              disabled={!canUndo}
              onClick={() => map.send({ kind: 'key', name: 'undo' })}
            >
              <IconArrowBackUp size={20} />
            </IconButton>
            <IconButton
              {...look}
              label={t('redo')}
              disabled={!canRedo}
              onClick={() => map.send({ kind: 'key', name: 'redo' })}
            >
              <IconArrowForwardUp size={20} />
            </IconButton>
            {mode === 'edit' && (
              <IconButton {...look} label={t('remove')} onClick={() => map.send({ kind: 'key', name: 'back' })}>
                <IconBackspace size={20} />
              </IconButton>
            )}
            <Button
              className={classes.finish}
              leftSection={<IconCheck size={18} />}
              disabled={!canFinish}
              onClick={finish}
            >
              {t(form && mode === 'edit' ? 'bar.form' : 'bar.finish')}
            </Button>
          </>
        )}
      </div>
    </section>
  );
};

/** Above a panel that stands up while a shape is under the hand. */
export const SketchBack = () => {
  const t = useTranslations('map.sketch.bar');
  const measured = useMeasured(true);
  return (
    <div className={classes.back}>
      <Button
        variant="default"
        leftSection={<IconVector size={18} />}
        onClick={() => useSketch.setState({ hand: 'map' })}
      >
        {t('back')}
      </Button>
      {measured && <span className={classes.words}>{measured}</span>}
    </div>
  );
};
