// How much programs outside have asked for: by day, by key or by layer.
'use client';
import { Button } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { CollectionPage } from '@/components/collection/collection-page';
import type { Column } from '@/components/collection/columns';
import { api } from '@/contract/index';
import { USE_GROUPS } from '@/contract/schemas/publish/use';
import { saveFile } from '@/lib/api/download';
import { useRead } from '@/lib/api/hooks';
import type { DayRange } from '@/lib/collection/filters';
import { personName } from '@/lib/i18n/person-name';
import { useFormat } from '@/lib/i18n/use-format';
import { setInSearch } from '@/lib/routes/search';
import { csvOfUse, megabytes, type UseGroup, type UseRow } from '../logic/use-rows';
import type { FrameProps } from './layer-list';
import classes from './publish.module.css';

type Line = UseRow & { id: number };

/** What a row is called. */
function useNameOf(by: UseGroup) {
  const t = useTranslations('publish.use');
  const { date } = useFormat();
  return ({ of, label }: UseRow): string => {
    if (by === 'day') return date(of);
    if (of === '') return t('noKey');
    if (of === '0') return t('noLayer');
    return label ?? t('gone');
  };
}

/** The numbers of a row; of a key whose it is, too. */
function useColumns(by: UseGroup): Column<Line>[] {
  const t = useTranslations('publish');
  const { number } = useFormat();
  const person: Column<Line> = {
    id: 'person',
    title: t('keys.person'),
    // What was asked without a key is nobody's, and nothing is known of a key that has gone.
    cell: ({ of, label, person: owner }) => owner ? <bdi>{personName(owner)}</bdi> : of && label !== null ? <span className={classes.quiet}>{t('keys.ofProgram')}</span> : null, // biome-ignore format: one line
  };
  return [
    ...(by === 'key' ? [person] : []),
    { id: 'requests', title: t('use.requests'), isNumber: true, cell: ({ requests }) => number(requests) },
    { id: 'records', title: t('use.records'), isNumber: true, cell: ({ records }) => number(records) },
    { id: 'megabytes', title: t('use.megabytes'), isNumber: true, cell: (row) => number(megabytes(row), { maximumFractionDigits: 1 }) }, // biome-ignore format: one row
    { id: 'refused', title: t('use.refused'), isNumber: true, cell: ({ refused }) => number(refused) },
  ];
}

/** Saves the rows as a CSV file. */
function useSave(by: UseGroup, days: { from: string; to: string }) {
  const t = useTranslations('publish');
  const { date } = useFormat();
  const nameOf = useNameOf(by);
  const titles = {
    of: t(`use.of.${by}`),
    person: t('keys.person'),
    numbers: [t('use.requests'), t('use.records'), t('use.megabytes'), t('use.refused')],
  };
  return (rows: readonly UseRow[]) => {
    const name = t('use.file', { from: date(days.from), to: date(days.to) });
    saveFile(new Blob([csvOfUse(by, rows, titles, nameOf)], { type: 'text/csv' }), `${name.replaceAll('/', '-')}.csv`);
  };
}

export function UseList({ title, actions, primary }: FrameProps) {
  const t = useTranslations('publish.use');
  const parameter = useSearchParams().get('by');
  const by = USE_GROUPS.find((one) => one === parameter) ?? 'day';
  const [days, setDays] = useState<DayRange | null>(null);
  const query = { by, ...(days?.from ? { from: days.from } : {}), ...(days?.to ? { to: days.to } : {}) };
  const read = useRead(api.publish.use, { query }, { keep: true });
  const nameOf = useNameOf(by);
  const rows = (read.data?.rows ?? []).map((row, i): Line => ({ ...row, id: i + 1 }));
  const columns = useColumns(by);
  const save = useSave(by, { from: read.data?.from ?? '', to: read.data?.to ?? '' });
  return (
    <CollectionPage
      title={title}
      actions={actions}
      primary={
        rows.length > 0 ? (
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={() => save(rows)}>
            {t('csv')}
          </Button>
        ) : (
          primary
        )
      }
      faces={{
        rows,
        count: rows.length,
        isCapped: false,
        page: 1,
        size: 100,
        isPending: read.isPending,
        isStale: read.isPlaceholderData,
        isFiltered: days !== null,
        error: read.data ? null : read.error,
        retry: () => void read.refetch(),
        clear: () => setDays(null),
        onPage: () => undefined,
        onSize: () => undefined,
      }}
      filters={{
        fields: [
          { id: 'days', kind: 'days', label: t('days'), value: days, onChange: setDays },
          {
            id: 'by',
            kind: 'choice',
            label: t('by'),
            value: by === 'day' ? null : by,
            options: USE_GROUPS.map((value) => ({ value, label: t(`groups.${value}`) })),
            onChange: (value) => setInSearch('by', value === 'day' ? null : value),
          },
        ],
      }}
      list={{ title: { title: t(`of.${by}`), text: nameOf }, columns }}
      foot={null}
      empty={{ icon: <IconChartBar size={24} />, title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
}
