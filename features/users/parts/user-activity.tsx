// What a user did to features in a range of days: totals, and by week or month.
'use client';
import { SimpleGrid, Stack } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { BarChart } from '@/components/charts/charts';
import { StatTile } from '@/components/charts/stat-tile';
import { ErrorState } from '@/components/feedback/states';
import { JalaliRange } from '@/components/pickers/jalali-range';
import { daysOf } from '@/contract/boards/days';
import { api } from '@/contract/index';
import { ACTIVITIES, type ActivityReport } from '@/contract/schemas/dashboard';
import { useRead } from '@/lib/api/hooks';
import type { DayRange } from '@/lib/collection/filters';
import { today } from '@/lib/i18n/dates';
import { useFormat } from '@/lib/i18n/use-format';

const CHART_PX = 180;
/** A longer range is told by months. */
const LONG_MS = 190 * 86_400_000;

/** Sums of all periods for each activity that happened, in the order of ACTIVITIES. */
function totalsOf({ rows }: ActivityReport) {
  return ACTIVITIES.map((activity) => ({
    activity,
    total: rows.reduce((sum, { counts }) => sum + (counts[activity] ?? 0), 0),
  })).filter(({ total }) => total > 0);
}

/** Needs the module of people's performance. */
export function UserActivity({ id }: { id: number }) {
  const t = useTranslations('users.activity');
  const { date } = useFormat();
  const [range, setRange] = useState<DayRange | null>(() => daysOf('days30', today()));
  const to = range?.to ?? today();
  const from = range?.from ?? daysOf('year1', to)?.from ?? to;
  const period = Date.parse(to) - Date.parse(from) > LONG_MS ? 'month' : 'week';
  const read = useRead(api.dashboards.activity, { query: { from, to, period, users: [id] } }, { keep: true });
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  const report = read.data ?? { periods: [], rows: [], capped: false };
  const byPeriod = new Map(report.rows.map((row) => [row.period, row.total]));
  return (
    <Stack gap="md">
      <JalaliRange label={t('range')} value={range} onChange={setRange} />
      <SimpleGrid cols={2} spacing="xs">
        {totalsOf(report).map(({ activity, total }) => (
          <StatTile key={activity} label={t(`of.${activity}`)} value={total} />
        ))}
      </SimpleGrid>
      <BarChart
        title={t(`by.${period}`)}
        {...(report.capped ? { hint: t('capped') } : {})}
        isPending={read.isPending}
        height={CHART_PX}
        data={{
          category: t(period),
          series: [t('total')],
          rows: (report.rows.length > 0 ? report.periods : []).map((start) => ({
            key: start,
            label: date(start),
            values: [byPeriod.get(start) ?? 0],
          })),
        }}
      />
    </Stack>
  );
}
