// What an append would do, did, or took back, in numbers.
'use client';
import { useTranslations } from 'next-intl';
import { Num } from '@/components/num';
import type { Job } from '@/contract/schemas/upload';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './append.module.css';

const APPEND = ['added', 'changed', 'same', 'skipped'] as const;
const UNDO = ['removed', 'restored', 'left'] as const;

export function Outcome({ job }: { job: Job }) {
  const t = useTranslations('layerBuilder.append.outcome');
  const { digits, listed, number } = useFormat();
  const { outcome, report } = job;
  if (!outcome) return null;
  const keys = job.kind === 'undo' ? UNDO : APPEND;
  return (
    <div className={classes.outcome}>
      <dl className={classes.counts}>
        {keys.map((key) => (
          <div key={key} data-key={key}>
            <dt>{t(key)}</dt>
            <dd>
              <Num value={outcome[key] ?? 0} />
            </dd>
          </div>
        ))}
        {job.kind !== 'undo' && (
          <div data-key="rejected">
            <dt>{t('rejected')}</dt>
            <dd>
              <Num value={job.rejected} />
            </dd>
          </div>
        )}
      </dl>
      {report && report.invalid_geometry > 0 && (
        <p className={classes.hint}>{t('invalid', { n: number(report.invalid_geometry) })}</p>
      )}
      {report && report.duplicates > 0 && (
        <p className={classes.hint}>{t('twins', { n: number(report.duplicates) })}</p>
      )}
      {report?.orphans?.map(({ relation, field, rows }) => (
        <p key={`${relation} ${field}`} className={classes.hint}>
          {t('orphans', { n: number(rows), relation })}
        </p>
      ))}
      {(outcome.left_ids?.length ?? 0) > 0 && (
        <p className={classes.hint}>{t('leftIds', { ids: listed((outcome.left_ids ?? []).map(digits)) })}</p>
      )}
    </div>
  );
}
