// What is shown of a queue, and in which order. On a telephone it folds into a sheet.
'use client';
import { Button, Drawer, Select, Stack } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconSortAscending, IconSortDescending } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { JalaliRange } from '@/components/pickers/jalali-range';
import { hasNoValue } from '@/contract/fields';
import { api } from '@/contract/index';
import type { Layer } from '@/contract/schemas/layer';
import { CHANGE_KINDS, QUEUE_STATES } from '@/contract/schemas/supervision';
import { useRead } from '@/lib/api/hooks';
import { usePeopleOptions, useRegionOptions } from '@/lib/collection/options';
import { useFormat } from '@/lib/i18n/use-format';
import { QUEUE_ORDERS } from '../../logic/view';
import classes from './queue.module.css';
import type { ReviewQueue } from './use-queue';

interface QueueFiltersProps {
  queue: ReviewQueue;
  /** The one layer of the queue. */
  layer: Layer | undefined;
  /** In a sheet, for fingers. */
  isNarrow: boolean;
}

const sizeOf = (isNarrow: boolean) => (isNarrow ? 'sm' : 'xs');

function Order({ queue: { order, setOrder }, layer, isNarrow }: QueueFiltersProps) {
  const t = useTranslations('supervision.orders');
  const size = sizeOf(isNarrow);
  const key = order.replace(/^-/, '');
  const isDown = order.startsWith('-');
  const fields = (layer?.config.form ?? []).filter((field) => !hasNoValue(field));
  return (
    <div className={classes.order}>
      <Select
        size={size}
        allowDeselect={false}
        aria-label={t('label')}
        data={[
          ...QUEUE_ORDERS.map((value) => ({ value: value as string, label: t(value) })),
          ...(fields.length > 0
            ? [{ group: t('fields'), items: fields.map(({ name, label }) => ({ value: `value__${name}`, label })) }]
            : []),
        ]}
        value={key}
        onChange={(next) => next !== null && setOrder(next)}
      />
      <IconButton
        label={t(isDown ? 'turnUp' : 'turnDown')}
        variant="default"
        size={30}
        onClick={() => setOrder(isDown ? key : `-${key}`)}
      >
        {isDown ? <IconSortDescending size={16} /> : <IconSortAscending size={16} />}
      </IconButton>
    </div>
  );
}

function Controls(props: QueueFiltersProps) {
  const { filters, setFilters } = props.queue;
  const size = sizeOf(props.isNarrow);
  const t = useTranslations('supervision');
  const people = usePeopleOptions(api.users.all, filters.person === null ? [] : [filters.person]);
  const regions = useRegionOptions();
  const projects = useRead(api.projects.list, { query: { limit: 100 } });
  const pick = (name: 'person' | 'region' | 'project', options: readonly { id: number; label: string }[]) => (
    <Select
      size={size}
      clearable
      searchable
      aria-label={t(`filters.${name}`)}
      placeholder={t(`filters.${name}`)}
      data={[...new Map(options.map(({ id, label }) => [id, { value: String(id), label }])).values()]}
      value={filters[name] === null ? null : String(filters[name])}
      onChange={(value) => setFilters({ [name]: value === null ? null : Number(value) })}
    />
  );
  return (
    <>
      <Select
        size={size}
        clearable
        aria-label={t('filters.state')}
        placeholder={t('filters.allWaiting')}
        data={QUEUE_STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
        value={filters.state}
        onChange={(value) => setFilters({ state: (value as typeof filters.state) ?? null })}
      />
      <Select
        size={size}
        clearable
        aria-label={t('filters.kind')}
        placeholder={t('filters.kind')}
        data={CHANGE_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
        value={filters.kind}
        onChange={(value) => setFilters({ kind: (value as typeof filters.kind) ?? null })}
      />
      {pick('person', [...people.known, ...people.options])}
      {pick('region', regions.known)}
      {pick(
        'project',
        (projects.data?.results ?? []).map(({ id, name }) => ({ id, label: name })),
      )}
      <JalaliRange
        size={size}
        label={t('filters.days')}
        value={filters.days}
        onChange={(days) => setFilters({ days })}
      />
      <Order {...props} />
    </>
  );
}

export function QueueFilters(props: QueueFiltersProps) {
  const t = useTranslations('common.list');
  const { number } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { filters } = props.queue;
  if (!props.isNarrow)
    return (
      <div className={classes.filters}>
        <Controls {...props} />
      </div>
    );
  const set = Object.values(filters).filter((value) => value !== null).length;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {set > 0 ? t('filtersSet', { n: number(set) }) : t('filters')}
      </Button>
      <Drawer opened={isOpen} onClose={() => setOpen(false)} position="bottom" title={t('filters')} size="auto">
        <Stack gap="sm">
          <Controls {...props} />
          <Button onClick={() => setOpen(false)}>{t('show')}</Button>
        </Stack>
      </Drawer>
    </>
  );
}
