// Where in the list the person is, and the way to the pages beside it.
'use client';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { IconButton } from '@/components/icon-button';
import { useFormat } from '@/lib/i18n/use-format';
import { PAGE_SIZE } from '../logic/view';
import classes from './layers.module.css';

export interface PagerProps {
  page: number;
  /** On this page, and altogether. */
  shown: number;
  count: number;
  onPage: (page: number) => void;
}

/** "26 to 50 of 132". The buttons vanish where all fits on one page. */
export function Pager({ page, shown, count, onPage }: PagerProps) {
  const t = useTranslations('layers.pager');
  const { number } = useFormat();
  const first = (page - 1) * PAGE_SIZE + 1;
  const last = Math.max(1, Math.ceil(count / PAGE_SIZE));
  return (
    <nav className={classes.pager} aria-label={t('title')}>
      <span role="status">
        {t('range', { from: number(first), to: number(first + shown - 1), all: number(count) })}
      </span>
      {last > 1 && (
        <>
          <IconButton label={t('previous')} disabled={page <= 1} onClick={() => onPage(page - 1)}>
            <IconChevronLeft size={18} className="points" />
          </IconButton>
          <IconButton label={t('next')} disabled={page >= last} onClick={() => onPage(page + 1)}>
            <IconChevronRight size={18} className="points" />
          </IconButton>
        </>
      )}
    </nav>
  );
}
