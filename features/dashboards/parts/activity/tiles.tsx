// What was done in all, each number against the span of the same length before.
'use client';
import { Skeleton } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { StatTile } from '@/components/charts/stat-tile';
import { Num } from '@/components/num';
import { DashboardCell } from '@/components/templates/dashboard-grid';
import type { ActivityReport } from '@/contract/schemas/dashboard';
import { returnShare, totalOf } from '../../logic/activity/rows';
import classes from './activity.module.css';

const ACTS = ['create', 'edit', 'delete', 'approve'] as const;

export interface TilesProps {
  report: ActivityReport | undefined;
  before: ActivityReport | undefined;
}

/** Of the verdicts those that gave the work back. */
function ShareTile({ report, before }: TilesProps) {
  const t = useTranslations('dashboards.activity');
  const share = report && returnShare(totalOf(report.rows).counts);
  const last = before && returnShare(totalOf(before.rows).counts);
  return (
    <div className={classes.share}>
      <span className={classes.dim}>{t('returnShare')}</span>
      <span className={classes.shareNumber}>
        {typeof share === 'number' ? <Num value={share} isShare /> : t('noVerdict')}
      </span>
      {typeof last === 'number' && (
        <span className={classes.dim}>
          {t('before')} <Num value={last} isShare />
        </span>
      )}
    </div>
  );
}

export function Tiles({ report, before }: TilesProps) {
  const t = useTranslations('dashboards.activity');
  const now = report && totalOf(report.rows).counts;
  const last = before && totalOf(before.rows).counts;
  return (
    <>
      {ACTS.map((act) => (
        <DashboardCell key={act} span={2}>
          {now ? (
            <StatTile label={t(`acts.${act}`)} value={now[act] ?? 0} {...(last ? { before: last[act] ?? 0 } : {})} />
          ) : (
            <Skeleton h={96} />
          )}
        </DashboardCell>
      ))}
      <DashboardCell span={4}>
        {now ? <ShareTile report={report} before={before} /> : <Skeleton h={96} />}
      </DashboardCell>
    </>
  );
}
