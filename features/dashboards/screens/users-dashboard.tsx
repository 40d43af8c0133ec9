// What people did in a range of Jalali days: in all, over time, by person, layer and region, day by day, and as a table. A press filters all of it.
'use client';
import { Group, SegmentedControl, Switch } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { BarsList } from '@/components/charts/bars-list';
import { BarChart, LineChart } from '@/components/charts/charts';
import { HeatDays } from '@/components/charts/heat-days';
import { Callout } from '@/components/feedback/callout';
import { Card } from '@/components/layout/card';
import { Page } from '@/components/layout/page';
import { DashboardCell, DashboardGrid } from '@/components/templates/dashboard-grid';
import type { Days } from '@/contract/boards/days';
import type { ActivityReport } from '@/contract/schemas/dashboard';
import { today } from '@/lib/i18n/dates';
import { rangeOf } from '@/lib/i18n/day-ranges';
import { periodText } from '@/lib/i18n/period-text';
import { useFormat } from '@/lib/i18n/use-format';
import { byDay, type TrendWords, trendByAct, trendByPerson } from '../logic/activity/rows';
import { type ActivityView, lengthOf, rangeDays, SUBJECTS, type Subject } from '../logic/activity/view';
import { ActivityTable } from '../parts/activity/activity-table';
import { Filters, usePeople } from '../parts/activity/filters';
import { PlaceNotes } from '../parts/activity/place-notes';
import { Tiles } from '../parts/activity/tiles';
import { type Reports, useReports } from '../parts/activity/use-reports';
import { useView, type ViewActs } from '../parts/activity/use-view';

const NOTHING: ActivityReport = { periods: [], rows: [], capped: false };
/** Names of one ranking. */
const MAX_RANKED = 50;
/** The filter that a press on a name of a ranking goes into. */
const FILTER_OF = { user: 'people', layer: 'layers', region: 'regions' } as const;

/** The calendar of so few days leaves room beside it. */
const SHORT_DAYS = 62;
const isShort = (days: Days) => lengthOf(days) <= SHORT_DAYS;

const failureOf = ({ error, refetch }: Reports['people']) => (error ? { error, retry: () => void refetch() } : null);

function useTrendWords(reports: Reports): TrendWords {
  const t = useTranslations('dashboards.activity');
  const { lang } = useFormat();
  return {
    category: t(`periods.${reports.period}`),
    act: (act) => t(`acts.${act}`),
    person: ({ label }) => label ?? t('gone'),
    others: t('others'),
    period: (first) => periodText(reports.period, first, lang),
  };
}

function Trend({
  reports,
  view,
  change,
  hint,
}: Pick<ViewActs, 'view' | 'change'> & { reports: Reports; hint: string }) {
  const t = useTranslations('dashboards.activity');
  const words = useTrendWords(reports);
  const { trend } = reports;
  if (!trend) return null;
  const report = trend.data ?? NOTHING;
  const props = {
    title: t('trend'),
    hint,
    data: view.stack === 'user' ? trendByPerson(report, words) : trendByAct(report, words),
    isPending: trend.isPending,
    failure: failureOf(trend),
    onPick: (at: string) => change({ at: at === view.at ? null : at }),
    picked: view.at,
  };
  return (
    <DashboardCell span={8}>
      {view.mode === 'line' ? <LineChart {...props} /> : <BarChart {...props} isStacked />}
    </DashboardCell>
  );
}

function Ranking({
  reports,
  view,
  change,
  hint,
}: Pick<ViewActs, 'view' | 'change'> & { reports: Reports; hint: string }) {
  const t = useTranslations('dashboards.activity');
  const { ranking, trend } = reports;
  const all = ranking.data?.rows ?? [];
  const rows = view.hasIdle ? all : all.slice(0, MAX_RANKED);
  const filter = FILTER_OF[view.subject];
  const pick = (key: string) => {
    const id = Number(key);
    const ids = view[filter];
    if (key !== 'null') change({ [filter]: ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id] });
  };
  return (
    <DashboardCell span={trend ? 4 : 12}>
      <BarsList
        title={t('ranking')}
        hint={hint}
        head={
          <Group gap="sm">
            <SegmentedControl
              size="xs"
              aria-label={t('subject')}
              value={view.subject}
              onChange={(subject) => change({ subject: subject as Subject })}
              data={SUBJECTS.map((value) => ({ value, label: t(`subjects.${value}`) }))}
            />
            {view.subject === 'user' && (
              <Switch
                size="xs"
                label={t('idle')}
                checked={view.hasIdle}
                onChange={(event) => change({ hasIdle: event.currentTarget.checked })}
              />
            )}
          </Group>
        }
        data={{
          category: t(`subjects.${view.subject}`),
          series: [t('total')],
          rows: rows.map(({ id, label, total }) => ({ key: String(id), label: label ?? t('gone'), values: [total] })),
        }}
        isPending={ranking.isPending}
        failure={failureOf(ranking)}
        onPick={pick}
        picked={view[filter].length === 1 ? String(view[filter][0]) : null}
      />
    </DashboardCell>
  );
}

function Calendar({
  reports,
  days,
  view,
  change,
}: Pick<ViewActs, 'view' | 'change'> & { reports: Reports; days: Days }) {
  const t = useTranslations('dashboards.activity');
  const { heat, period } = reports;
  if (!heat || heat.error) return null;
  return (
    <DashboardCell span={isShort(days) ? 4 : 12}>
      <Card title={t('calendar')} hint={t('calendarHint')}>
        <HeatDays
          label={t('calendar')}
          from={days.from}
          to={days.to}
          values={byDay(heat.data ?? NOTHING)}
          picked={view.at}
          {...(period === 'day' ? { onPick: (at: string) => change({ at: at === view.at ? null : at }) } : {})}
        />
      </Card>
    </DashboardCell>
  );
}

/** The days in words: their name where they have one, and their ends. */
function useRangeText() {
  const t = useTranslations('common.ranges');
  const { date } = useFormat();
  return ({ from, to, range: named }: Days & Pick<ActivityView, 'range'>) => {
    const range = rangeOf({ from, to, range: named }, today());
    const ends = from === to ? date(from) : `${date(from)} – ${date(to)}`;
    return range === 'custom' ? ends : `${t(range)} · ${ends}`;
  };
}

/** /app/users-dashboard */
export function UsersDashboardScreen() {
  const t = useTranslations('dashboards.activity');
  const acts = useView();
  const { view, change } = acts;
  const days = rangeDays(view);
  const reports = useReports(view, days);
  const people = usePeople(view.people);
  const rangeText = useRangeText();
  const { lang } = useFormat();
  const { people: whole, before, trend, ranking, focus } = reports;
  const names = [...people.options, ...people.known];
  const filtered = view.people.flatMap((id) => names.find((one) => one.id === id) ?? []);
  const hint = days ? rangeText({ ...days, range: view.range }) : '';
  const focusHint = days ? rangeText({ ...focus, range: view.range }) : '';
  const all = [whole, ranking, trend, before, reports.heat].flatMap((one) => one ?? []);
  const isCapped = all.some((one) => one.data?.capped);
  return (
    <Page title={t('title')}>
      <DashboardGrid
        filters={
          <Filters
            {...acts}
            people={people}
            pressed={view.at === null ? null : periodText(reports.period, view.at, lang)}
            hasTrend={trend !== null}
          />
        }
      >
        {days === null && (
          <DashboardCell span={12}>
            <Callout>{t('halfRange')}</Callout>
          </DashboardCell>
        )}
        {isCapped && (
          <DashboardCell span={12}>
            <Callout kind="caution">{t('capped')}</Callout>
          </DashboardCell>
        )}
        <PlaceNotes
          reports={all.flatMap((one) => one.data ?? [])}
          onAgain={() => all.forEach((one) => void one.refetch())}
        />
        {days && (
          <>
            <Tiles report={whole.data} before={before.data} />
            <Trend reports={reports} view={view} change={change} hint={hint} />
            <Ranking reports={reports} view={view} change={change} hint={focusHint} />
            <Calendar reports={reports} days={days} view={view} change={change} />
            <DashboardCell span={reports.heat && isShort(days) ? 8 : 12}>
              <ActivityTable
                report={whole.data}
                failure={failureOf(whole)}
                filtered={filtered}
                hint={focusHint}
                onPerson={(id) =>
                  change({
                    people: view.people.includes(id) ? view.people.filter((one) => one !== id) : [...view.people, id],
                  })
                }
              />
            </DashboardCell>
          </>
        )}
      </DashboardGrid>
    </Page>
  );
}
