// Charts and tiles with samples in the messages' words.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { BarsList } from '@/components/charts/bars-list';
import type { ChartData } from '@/components/charts/chart-data';
import { BarChart, LineChart, PieChart } from '@/components/charts/charts';
import { HeatDays } from '@/components/charts/heat-days';
import { StatTile } from '@/components/charts/stat-tile';
import { Card } from '@/components/layout/card';
import { DashboardCell, DashboardGrid } from '@/components/templates/dashboard-grid';
import { useFormat } from '@/lib/i18n/use-format';

const DAYS = ['2026-03-21', '2026-04-21', '2026-05-22', '2026-06-22', '2026-07-23', '2026-08-23'];
const AMOUNTS = [12400, 9800, 15300, 7200, 18600, 11900];

export function Charts() {
  const t = useTranslations('common');
  const { date } = useFormat();
  const data = useMemo<ChartData>(
    () => ({
      category: t('details'),
      series: [t('save'), t('delete')],
      rows: DAYS.map((key, i) => ({ key, label: date(key), values: [AMOUNTS[i] ?? 0, (AMOUNTS[5 - i] ?? 0) / 3] })),
    }),
    [t, date],
  );
  const [picked, setPicked] = useState<string | null>(null);
  const chart = { data, unit: t('home'), hint: t('all') };
  return (
    <DashboardGrid>
      {[0, 1, 2].map((i) => (
        <DashboardCell key={i} span={4}>
          <StatTile label={t('save')} value={12_345 * (i + 1)} before={[10_000, 24_690, 40_000][i] ?? 0} href="#tile" />
        </DashboardCell>
      ))}
      <DashboardCell span={6}>
        <BarChart title={t('appDescription')} {...chart} />
      </DashboardCell>
      <DashboardCell span={6}>
        <LineChart title={t('search')} {...chart} />
      </DashboardCell>
      <DashboardCell span={6}>
        <PieChart title={t('more')} {...chart} />
      </DashboardCell>
      <DashboardCell span={6}>
        <BarsList title={t('all')} {...chart} onPick={setPicked} picked={picked} />
      </DashboardCell>
      <DashboardCell span={6}>
        <Card title={t('details')}>
          <HeatDays
            label={t('details')}
            from={DAYS[0] ?? ''}
            to={DAYS.at(-1) ?? ''}
            values={new Map(DAYS.map((day, i) => [day, AMOUNTS[i] ?? 0]))}
            onPick={setPicked}
            picked={picked}
          />
        </Card>
      </DashboardCell>
      <DashboardCell span={6}>
        <BarChart title={t('none')} {...chart} data={{ ...data, rows: [] }} />
      </DashboardCell>
    </DashboardGrid>
  );
}
