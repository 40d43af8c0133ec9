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
import { type PublishUse, USE_GROUPS } from '@/contract/schemas/publish/use';
import { saveFile } from '@/lib/api/download';
import { useRead } from '@/lib/api/hooks';
import { csvText } from '@/lib/collection/csv-text';
import type { DayRange } from '@/lib/collection/filters';
import { useFormat } from '@/lib/i18n/use-format';
import { setInSearch } from '@/lib/routes/search';
import type { FrameProps } from './layer-list';

type Row = PublishUse['rows'][number];
type Line = Row & { id: number };
type Group = (typeof USE_GROUPS)[number];

const MEGABYTE = 1_000_000;
const megabytes = ({ bytes }: Row) => bytes / MEGABYTE;

/** What a row is called. */
function useNameOf(by: Group) {
  const t = useTranslations('publish.use');
  const { date } = useFormat();
  return ({ of, label }: Row): string => {
    if (by === 'day') return date(of);
    if (of === '') return t('noKey');
    if (of === '0') return t('noLayer');
    return label ?? t('gone');
  };
}

export function UseList({ title, actions, primary }: FrameProps) {
  const t = useTranslations('publish.use');
  const { number, date } = useFormat();
  const parameter = useSearchParams().get('by');
  const by = USE_GROUPS.find((one) => one === parameter) ?? 'day';
  const [days, setDays] = useState<DayRange | null>(null);
  const query = { by, ...(days?.from ? { from: days.from } : {}), ...(days?.to ? { to: days.to } : {}) };
  const read = useRead(api.publish.use, { query }, { keep: true });
  const nameOf = useNameOf(by);
  const rows = (read.data?.rows ?? []).map((row, i): Line => ({ ...row, id: i + 1 }));
  const columns: Column<Line>[] = [
    { id: 'requests', title: t('requests'), isNumber: true, cell: ({ requests }) => number(requests) },
    { id: 'records', title: t('records'), isNumber: true, cell: ({ records }) => number(records) },
    { id: 'megabytes', title: t('megabytes'), isNumber: true, cell: (row) => number(megabytes(row), { maximumFractionDigits: 1 }) }, // biome-ignore format: one row
    { id: 'refused', title: t('refused'), isNumber: true, cell: ({ refused }) => number(refused) },
  ];
  const save = () => {
    const head = [t(`of.${by}`), t('requests'), t('records'), t('megabytes'), t('refused')];
    const lines = rows.map((row) => [by === 'day' ? row.of : nameOf(row), row.requests, row.records, megabytes(row), row.refused].map(String)); // biome-ignore format: one line
    const name = t('file', { from: date(read.data?.from ?? ''), to: date(read.data?.to ?? '') });
    saveFile(new Blob([csvText([head, ...lines])], { type: 'text/csv' }), `${name.replaceAll('/', '-')}.csv`);
  };
  return (
    <CollectionPage
      title={title}
      actions={actions}
      primary={
        rows.length > 0 ? (
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={save}>
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
