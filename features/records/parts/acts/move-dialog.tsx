// Moves the shapes of many records by metres, as a wrong datum wants it: the exact number first; then a job in the header, taken back as one.
'use client';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { NumberField } from '@/components/fields/number-field';
import { MAX_SHIFT } from '@/contract/schemas/acts/act';
import type { Layer } from '@/contract/schemas/layer';
import classes from '../bulk-edit.module.css';
import { ActFrame } from './act-frame';
import { useAct } from './use-act';

interface MoveDialogProps {
  layer: Layer;
  /** Filters of the records' list. */
  filter: Record<string, string>;
  onClose: () => void;
  onStarted: () => void;
}

export default function MoveDialog({ layer, filter, onClose, onStarted }: MoveDialogProps) {
  const t = useTranslations('records.acts');
  const [east, setEast] = useState(0);
  const [north, setNorth] = useState(0);
  const act = useAct({ layer: layer.id, filter, act: 'move' }, () => {
    onStarted();
    onClose();
  });
  const field = { min: -MAX_SHIFT, max: MAX_SHIFT, decimals: 3, disabled: act.busy };
  return (
    <ActFrame
      title={t('title.move', { layer: layer.label })}
      words="move"
      act={act}
      text={t('background')}
      isReady={east !== 0 || north !== 0}
      onRun={() => void act.start({ by: { east, north } })}
      onClose={onClose}
      confirm={layer.config.supervised && <p className={classes.text}>{t('supervised')}</p>}
    >
      <p className={classes.text}>{t('shift.text')}</p>
      <NumberField
        {...field}
        data-autofocus
        label={t('shift.east')}
        description={t('shift.eastHint')}
        value={east}
        onChange={setEast}
      />
      <NumberField
        {...field}
        label={t('shift.north')}
        description={t('shift.northHint')}
        value={north}
        onChange={setNorth}
      />
    </ActFrame>
  );
}
