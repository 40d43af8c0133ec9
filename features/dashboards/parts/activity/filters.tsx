// The bar that stays: the range, whose work and where, how it is put together, and what was pressed below as chips.
'use client';
import { Button, SegmentedControl, Select } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { FilterBar } from '@/components/collection/filter-bar';
import { api } from '@/contract';
import { PERIODS, type Period } from '@/contract/schemas/dashboard';
import { useLayerOptions, usePeopleOptions, useRegionOptions } from '@/lib/collection/options';
import { STACKS, type Stack } from '../../logic/activity/view';
import classes from './activity.module.css';
import type { ViewActs } from './use-view';

export interface FiltersProps extends ViewActs {
  /** What the pressed period is called. */
  pressed: string | null;
  people: ReturnType<typeof usePeopleOptions>;
  hasTrend: boolean;
}

export const usePeople = (picked: readonly number[]) => usePeopleOptions(api.users.all, picked);

export function Filters({ view, change, clear, pressed, people, hasTrend }: FiltersProps) {
  const t = useTranslations('dashboards.activity');
  const layers = useLayerOptions();
  const regions = useRegionOptions();
  const ids = (id: 'people' | 'layers' | 'regions', source: typeof layers) => ({
    id,
    kind: 'ids' as const,
    label: t(`filters.${id}`),
    value: view[id].length > 0 ? view[id] : null,
    source,
    onChange: (next: readonly number[] | null) => change({ [id]: next ?? [] }),
  });
  const isFiltered = view.people.length + view.layers.length + view.regions.length > 0 || view.at !== null;
  return (
    <div className={classes.filters}>
      <FilterBar
        fields={[
          {
            id: 'days',
            kind: 'days',
            label: t('filters.days'),
            value: { from: view.from, to: view.to, range: view.range },
            onChange: (range) => (range ? change(range) : clear()),
          },
          ids('people', people),
          ids('layers', layers),
          ids('regions', regions),
        ]}
        isFiltered={isFiltered}
        onClear={() => change({ people: [], layers: [], regions: [], at: null })}
      />
      {hasTrend && (
        <div className={classes.looks}>
          <Select
            aria-label={t('filters.period')}
            data={[
              { value: 'auto', label: t('periodAuto') },
              ...PERIODS.map((one) => ({ value: one, label: t(`periods.${one}`) })),
            ]}
            allowDeselect={false}
            value={view.period ?? 'auto'}
            onChange={(period) => change({ period: period === 'auto' ? null : (period as Period) })}
          />
          <SegmentedControl
            aria-label={t('mode')}
            value={view.mode}
            onChange={(mode) => change({ mode: mode as 'line' | 'bars' })}
            data={(['line', 'bars'] as const).map((value) => ({ value, label: t(`modes.${value}`) }))}
          />
          <SegmentedControl
            aria-label={t('stack')}
            value={view.stack}
            onChange={(stack) => change({ stack: stack as Stack })}
            data={STACKS.map((value) => ({ value, label: t(`stacks.${value}`) }))}
          />
          {pressed !== null && (
            <Button
              size="compact-sm"
              variant="light"
              rightSection={<IconX size={16} aria-hidden />}
              aria-label={t('leavePeriod', { name: pressed })}
              onClick={() => change({ at: null })}
            >
              <bdi>{pressed}</bdi>
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
