// What keeps a draft from starting, and what may be accepted.
'use client';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { Card } from '@/components/layout/card';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import classes from './details.module.css';

export function Checklist({ id }: { id: number }) {
  const t = useTranslations('projects.checklist');
  const checks = useRead(api.projectWork.checklist, { params: { id } }).data;
  if (!checks) return null;
  return (
    <Card title={t('title')} hint={t('hint')}>
      <ul className={classes.checks}>
        {checks.length === 0 && (
          <li data-kind="ready">
            <IconCircleCheck size={16} aria-hidden /> {t('ready')}
          </li>
        )}
        {checks.map(({ code, text, blocks }) => (
          <li key={code + text} data-kind={blocks ? 'blocks' : 'warns'}>
            {blocks ? <IconCircleX size={16} aria-hidden /> : <IconAlertTriangle size={16} aria-hidden />}
            <span>
              <bdi>{text}</bdi> {!blocks && t('acceptable')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
