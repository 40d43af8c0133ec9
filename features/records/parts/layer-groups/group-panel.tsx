// The groups of a table's records: one row a group with its sums, which opens to its records, and the sums of all at the foot.
'use client';
import { Button, SegmentedControl, UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { EmptyState, ErrorState, ListSkeleton } from '@/components/feedback/states';
import { Num } from '@/components/num';
import { api } from '@/contract';
import type { Field } from '@/contract/schemas/form';
import type { Grouping, RecordGroup } from '@/contract/schemas/layers/groups';
import type { QueryNode } from '@/contract/schemas/query';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './layer-groups.module.css';
import { useGroupText } from './use-group-text';

const PAGE = 50;
const ORDERS = ['-count', 'value'] as const;

export interface GroupPanelProps {
  layer: number;
  form: readonly Field[];
  grouping: Grouping;
  /** What the table's filters leave. */
  query: QueryNode;
  open: RecordGroup | null;
  onOpen: (group: RecordGroup | null) => void;
}

function Sums({
  form,
  grouping,
  sums,
  means,
}: { form: readonly Field[]; grouping: Grouping } & Pick<RecordGroup, 'sums' | 'means'>) {
  // biome-ignore format: one line
  const t = useTranslations('layerPage.groups');
  const { number } = useFormat();
  const one = (value: number) => number(value, { maximumFractionDigits: 2 });
  return (
    <dl className={classes.sums}>
      {grouping.sums.map((name, i) => {
        const [sum, mean] = [sums[i], means[i]];
        return (
          <div key={name}>
            <dt>
              <bdi>{form.find((field) => field.name === name)?.label ?? name}</bdi>
            </dt>
            <dd>{sum == null || mean == null ? t('noNumber') : t('sumAndMean', { sum: one(sum), mean: one(mean) })}</dd>
          </div>
        );
      })}
    </dl>
  );
}

export default function GroupPanel({ layer, form, grouping, query, open, onOpen }: GroupPanelProps) {
  const t = useTranslations('layerPage.groups');
  const { number } = useFormat();
  const textOf = useGroupText(form, grouping);
  const [order, setOrder] = useState<(typeof ORDERS)[number]>('-count');
  const [page, setPage] = useState(0);
  const body = { ...grouping, query, order, limit: PAGE, offset: page * PAGE };
  const read = useRead(api.layerRecords.groups, { params: { layer }, body }, { keep: true });
  if (read.error && !read.data) return <ErrorState error={read.error} retry={() => void read.refetch()} />;
  if (!read.data) return <ListSkeleton rows={6} />;
  const { groups, count, capped, total, partial } = read.data;
  const pages = Math.ceil(count / PAGE);
  const openKey = open && JSON.stringify(open.query);
  return (
    <section className={classes.panel} aria-label={t('title')} aria-busy={read.isFetching}>
      <div className={classes.head}>
        <span role="status">
          {t(capped ? 'countAtLeast' : 'count', { count, n: number(count) })}
          {partial && ` · ${t('partial')}`}
        </span>
        <SegmentedControl
          size="xs"
          aria-label={t('order')}
          data={ORDERS.map((value) => ({ value, label: t(`orders.${value}`) }))}
          value={order}
          onChange={(next) => {
            setOrder(next as typeof order);
            setPage(0);
          }}
        />
      </div>
      {groups.length === 0 && <EmptyState title={t('empty')} noAct="beside" />}
      <ul className={classes.list}>
        {groups.map((group) => {
          const key = JSON.stringify(group.query);
          const isOpen = key === openKey;
          return (
            <li key={key}>
              <UnstyledButton
                className={classes.group}
                aria-pressed={isOpen}
                onClick={() => onOpen(isOpen ? null : group)}
              >
                <IconChevronRight size={16} className="points" aria-hidden />
                <span className={classes.name} dir="auto">
                  {textOf(group)}
                </span>
                <Num value={group.count} className={classes.number} />
                {grouping.sums.length > 0 && <Sums form={form} grouping={grouping} {...group} />}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
      {pages > 1 && (
        <div className={classes.head}>
          <Button size="compact-sm" variant="subtle" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('previous')}
          </Button>
          <span>{t('page', { n: number(page + 1), all: number(pages) })}</span>
          <Button size="compact-sm" variant="subtle" disabled={page + 1 >= pages} onClick={() => setPage(page + 1)}>
            {t('next')}
          </Button>
        </div>
      )}
      <footer className={classes.foot}>
        <strong>{t('total', { n: number(total.count) })}</strong>
        {grouping.sums.length > 0 && <Sums form={form} grouping={grouping} {...total} />}
      </footer>
    </section>
  );
}
