// The foot of a list: where in it the person is, the pages beside this one, how many rows a page has.
'use client';
import { NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { PAGE_SIZES, type PageSize } from '@/lib/collection/list-settings';
import { useFormat } from '@/lib/i18n/use-format';
import { IconButton } from '../icon-button';
import classes from './pager.module.css';

export interface PagerProps {
  /** From 1. */
  page: number;
  size: PageSize;
  /** Rows on this page, and of all pages; `isCapped`: at least that many. */
  rowCount: number;
  count: number;
  isCapped?: boolean;
  onPage: (page: number) => void;
  onSize?: (size: PageSize) => void;
}

/** "26 to 50 of 132". What there is only one of is not offered. */
export function Pager({ page, size, rowCount, count, isCapped, onPage, onSize }: PagerProps) {
  const t = useTranslations('common.list');
  const { number } = useFormat();
  const first = (page - 1) * size + 1;
  const last = Math.max(1, Math.ceil(count / size));
  return (
    <nav className={classes.pager} aria-label={t('pages')}>
      <span role="status">
        {t('range', {
          from: number(first),
          to: number(first + rowCount - 1),
          all: `${number(count)}${isCapped ? '+' : ''}`,
        })}
      </span>
      {onSize && count > PAGE_SIZES[0] && (
        <NativeSelect
          size="xs"
          aria-label={t('size')}
          data={PAGE_SIZES.map((one) => ({ value: String(one), label: t('sizeOf', { n: number(one) }) }))}
          value={String(size)}
          onChange={(event) => onSize(Number(event.currentTarget.value) as PageSize)}
        />
      )}
      {last > 1 && (
        <span className={classes.steps}>
          <IconButton label={t('previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={18} className="points" />
          </IconButton>
          <IconButton label={t('next')} disabled={page >= last} onClick={() => onPage(page + 1)}>
            <IconChevronRight size={18} className="points" />
          </IconButton>
        </span>
      )}
    </nav>
  );
}
