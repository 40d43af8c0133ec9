// What the organisation has and does, as far as the reader may see it: the dashboard that is there before anybody has made one.
'use client';
import { useTranslations } from 'next-intl';
import { useMemo } from 'react';
import { BarsList } from '@/components/charts/bars-list';
import { LineChart, PieChart } from '@/components/charts/charts';
import { StatTile } from '@/components/charts/stat-tile';
import { ErrorState, FormSkeleton } from '@/components/feedback/states';
import { initials } from '@/components/initials';
import { Card } from '@/components/layout/card';
import { DashboardCell, DashboardGrid } from '@/components/templates/dashboard-grid';
import { daysOf } from '@/contract/boards/days';
import { PERFORMANCE } from '@/contract/catalogue';
import type { Output } from '@/contract/define';
import { api } from '@/contract/index';
import { useRead } from '@/lib/api/hooks';
import { today } from '@/lib/i18n/dates';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { allows, href, isOffered, type Who } from '@/lib/routes/rules';
import { type MapMark, PlainMap, type ShapeSet } from '@/map';
import classes from './boards.module.css';

/** Milliseconds between two readings. */
export const OVERVIEW_MS = 60_000;
/** Regions whose shapes are drawn; an organisation with more sees them on their own screen. */
const MAX_SHAPES = 300;

function Tiles({ totals, who }: { totals: Output<typeof api.dashboards.overview>; who: Who }) {
  const t = useTranslations('boards.overview');
  const tiles = [
    ['layers', totals.layers, 'layers'],
    ['records', totals.records, null],
    ['regions', totals.regions, 'boundaryManagement'],
    ['projects', totals.projects, 'projects'],
    ['users', totals.users, 'userManager'],
    ['online', totals.online, 'onlineUsers'],
    ['today', totals.today, 'usersDashboard'],
  ] as const;
  return (
    <div className={classes.tiles}>
      {tiles.map(([name, value, route]) => (
        <StatTile
          key={name}
          label={t(`tiles.${name}`)}
          value={value}
          {...(route && isOffered(who, route) ? { href: href(route) } : {})}
        />
      ))}
    </div>
  );
}

/** What people did in the last thirty days; for those who may see it. */
function Activity() {
  const t = useTranslations('boards.overview');
  const { date } = useFormat();
  const days = daysOf('days30', today()) ?? { from: today(), to: today() };
  const read = useRead(api.dashboards.activity, { query: { ...days, period: 'day' } }, { keep: true, every: OVERVIEW_MS }); // biome-ignore format: one line
  const totals = new Map((read.data?.rows ?? []).map((row) => [row.period, row.total]));
  return (
    <LineChart
      title={t('activity')}
      {...(read.data?.capped ? { hint: t('capped') } : {})}
      isPending={read.isPending}
      failure={read.error && !read.data ? { error: read.error, retry: () => void read.refetch() } : null}
      data={{
        category: t('day'),
        series: [t('acts')],
        rows: (read.data?.periods ?? []).map((day) => ({ key: day, label: date(day), values: [totals.get(day) ?? 0] })),
      }}
    />
  );
}

function Places({ regionCount, seesPeople }: { regionCount: number; seesPeople: boolean }) {
  const t = useTranslations('boards.overview');
  const areDrawn = regionCount > 0 && regionCount <= MAX_SHAPES;
  const regions = useRead(api.regions.accessed, { query: { is_detailed: true } }, { enabled: areDrawn, staleTime: OVERVIEW_MS }); // biome-ignore format: one line
  const online = useRead(api.tracking.online, { query: {} }, { enabled: seesPeople, every: OVERVIEW_MS, keep: true });
  const sets = useMemo<ShapeSet[]>(
    () => [
      {
        id: 'regions',
        role: 'region',
        shapes: (regions.data ?? []).flatMap(({ id, geometry, colour }) =>
          geometry ? [{ id, geometry, colour }] : [],
        ),
      },
    ],
    [regions.data],
  );
  const marks = useMemo<MapMark[]>(
    () =>
      (online.data ?? []).flatMap(({ user, geometry }) => {
        if (geometry?.type !== 'Point') return [];
        const [lon = 0, lat = 0] = geometry.coordinates;
        const name = personName(user);
        return [{ id: user.id, at: [lon, lat], text: initials(name), label: name, isCurrent: false, isDim: false }];
      }),
    [online.data],
  );
  return (
    <Card title={t('map')} {...(regionCount > MAX_SHAPES ? { hint: t('manyRegions') } : {})}>
      <div className={classes.map}>
        <PlainMap label={t('map')} sets={sets} marks={marks} />
      </div>
    </Card>
  );
}

export function Overview({ who }: { who: Who }) {
  const t = useTranslations('boards.overview');
  const read = useRead(api.dashboards.overview, {}, { every: OVERVIEW_MS, keep: true });
  if (!read.data) return read.error ? <ErrorState error={read.error} retry={() => void read.refetch()} /> : <FormSkeleton />; // biome-ignore format: one line
  const totals = read.data;
  const seesActivity = allows(who, { module: PERFORMANCE });
  const typeName = (type: number) => t(`types.${type as 0}`);
  return (
    <>
      <Tiles totals={totals} who={who} />
      <DashboardGrid>
        <DashboardCell span={6}>
          <PieChart
            title={t('kinds')}
            data={{
              category: t('kind'),
              series: [t('tiles.layers')],
              rows: totals.types.map(({ type, layers }) => ({
                key: String(type),
                label: typeName(type),
                values: [layers],
              })),
            }}
          />
        </DashboardCell>
        <DashboardCell span={6}>
          <BarsList
            title={t('largest')}
            data={{
              category: t('layer'),
              series: [t('tiles.records')],
              rows: totals.largest.map(({ id, label, records }) => ({ key: String(id), label, values: [records] })),
            }}
          />
        </DashboardCell>
        {seesActivity && (
          <DashboardCell span={12}>
            <Activity />
          </DashboardCell>
        )}
        <DashboardCell span={12}>
          <Places regionCount={totals.regions} seesPeople={isOffered(who, 'onlineUsers')} />
        </DashboardCell>
      </DashboardGrid>
    </>
  );
}
