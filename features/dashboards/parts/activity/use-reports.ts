// The reports that the screen is made of. At most three are asked at once: what stands further down waits for what stands above.
'use client';
import { api } from '@/contract';
import type { Days } from '@/contract/boards/days';
import type { ActivityQuery } from '@/contract/schemas/dashboard';
import { useRead } from '@/lib/api/hooks';
import { type ActivityView, daysBefore, focusDays, lengthOf, periodOf } from '../../logic/activity/view';

/** Longer ranges have no grid of days. */
export const MAX_HEAT_DAYS = 372;

export function useReports(view: ActivityView, days: Days | null) {
  const isSet = days !== null;
  const whole = days ?? { from: '2000-01-01', to: '2000-01-01' };
  const focus = focusDays(view, whole);
  const filters = {
    ...(view.people.length > 0 ? { users: [...view.people] } : {}),
    ...(view.layers.length > 0 ? { layers: [...view.layers] } : {}),
    ...(view.regions.length > 0 ? { regions: [...view.regions] } : {}),
  };
  const useReport = (more: Partial<ActivityQuery> & Days, enabled: boolean) =>
    useRead(api.dashboards.activity, { query: { ...more, ...filters } as ActivityQuery }, { keep: true, enabled });
  const hasTrend = isSet && lengthOf(whole) > 1;
  const period = periodOf(view, whole);
  const trend = useReport({ ...whole, period, ...(view.stack === 'user' ? { by: 'user' } : {}) }, hasTrend);
  const people = useReport({ ...focus, by: 'user' }, isSet);
  const ranking = useReport(
    { ...focus, by: view.subject, ...(view.hasIdle && view.subject === 'user' ? { idle: true } : {}) },
    isSet,
  );
  const before = useReport(daysBefore(focus), isSet && people.isFetched);
  const hasHeat = hasTrend && lengthOf(whole) <= MAX_HEAT_DAYS;
  const heat = useReport({ ...whole, period: 'day' }, hasHeat && trend.isFetched);
  return { trend: hasTrend ? trend : null, people, ranking, before, heat: hasHeat ? heat : null, focus, period };
}
export type Reports = ReturnType<typeof useReports>;
