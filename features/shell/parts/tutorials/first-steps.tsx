// The first things to do, ticked by what has been done.
'use client';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useState } from 'react';
import { Card } from '@/components/layout/card';
import { api } from '@/contract';
import { useRead } from '@/lib/api/hooks';
import { href, isOffered, type Who } from '@/lib/routes/rules';
import { addressOf } from '../../logic/menu-state';
import classes from './tutorials.module.css';

/** Where the map keeps what it showed last. */
const MAP_VIEW = 'mapView';

export function FirstSteps({ who }: { who: Who }) {
  const t = useTranslations('shell.tutorials');
  const done = useRead(api.customer.firstSteps, {});
  const [hasMap, setMap] = useState(false);
  useEffect(() => setMap(localStorage.getItem(MAP_VIEW) !== null), []);
  if (!done.data) return null;
  const steps = [
    { id: 'map' as const, isDone: hasMap, to: href('home') },
    ...(isOffered(who, 'layerImport')
      ? [{ id: 'layer' as const, isDone: done.data.layer, to: addressOf('layerImport') }]
      : []),
    { id: 'record' as const, isDone: done.data.record, to: href('layers') },
  ];
  return (
    <Card title={t('steps')} hint={t('stepsHint')}>
      <ol className={classes.steps}>
        {steps.map(({ id, isDone, to }) => (
          <li key={id} data-done={isDone || undefined}>
            {isDone ? (
              <IconCircleCheck size={18} role="img" aria-label={t('done')} />
            ) : (
              <IconCircle size={18} role="img" aria-label={t('notDone')} />
            )}
            <Link href={to} prefetch={false}>
              {t(`step.${id}`)}
            </Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
