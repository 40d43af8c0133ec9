// Said over a map that cannot be drawn: why, and what to do.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { MapTrouble } from '../types';
import classes from './trouble-notice.module.css';

/** Fills the nearest positioned parent. Only what the network has kept back can be tried again. */
export const MapTroubleNotice = ({ trouble, onRetry }: { trouble: MapTrouble; onRetry: () => void }) => {
  const t = useTranslations('map.trouble');
  return (
    <div role="alert" className={classes.trouble}>
      <strong>{t(`${trouble}.title`)}</strong>
      <p>{t(`${trouble}.text`)}</p>
      {trouble === 'engine' && <Button onClick={onRetry}>{t('retry')}</Button>}
    </div>
  );
};
