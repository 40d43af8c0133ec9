// The acts of a shape that is drawn vertex by vertex on a plain map, for those who have no Enter key.
'use client';
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import type { DrawnSteps } from './engine';
import classes from './plain-map.module.css';

interface DrawBarProps extends DrawnSteps {
  onUndo: () => void;
  onFinish: () => void;
}

export const DrawBar = ({ canUndo, canFinish, onUndo, onFinish }: DrawBarProps) => {
  const t = useTranslations('map.sketch');
  return (
    <div className={classes.drawBar}>
      <IconButton label={t('undo')} variant="default" size={36} disabled={!canUndo} onClick={onUndo}>
        <IconArrowBackUp size={18} />
      </IconButton>
      <IconButton
        label={t('bar.finish')}
        variant="filled"
        color="indigo"
        size={36}
        disabled={!canFinish}
        onClick={onFinish}
      >
        <IconCheck size={18} />
      </IconButton>
    </div>
  );
};
