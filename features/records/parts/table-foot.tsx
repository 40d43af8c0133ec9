// Below the table: how many of how many, what is marked, and a failure that left holes.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useFormat } from '@/lib/i18n/use-format';
import classes from './record-table.module.css';

export interface TableFootProps {
  /** Null while nothing is known yet. */
  count: number | null;
  capped: boolean;
  total: number;
  filtered: boolean;
  selected: number;
  onClearSelection: () => void;
  onClearFilters: () => void;
  failed: boolean;
  onRetry: () => void;
}

/** One line; buttons stand here only when there is something for them. */
export function TableFoot(props: TableFootProps) {
  const t = useTranslations('records.foot');
  const { number } = useFormat();
  const { count, capped, total, filtered } = props;
  const n = count === null ? '…' : number(count);
  return (
    <footer className={classes.foot}>
      <span role="status">
        {filtered || capped
          ? t(capped ? 'shownAtLeast' : 'shown', { n, total: number(Math.max(total, count ?? 0)) })
          : t('all', { n: number(count ?? total) })}
      </span>
      {filtered && (
        <Button variant="subtle" size="compact-xs" onClick={props.onClearFilters}>
          {t('clearFilters')}
        </Button>
      )}
      {props.failed && (
        <span role="alert" className={classes.holes}>
          {t('holes')}
          <Button variant="subtle" color="red" size="compact-xs" onClick={props.onRetry}>
            {t('retry')}
          </Button>
        </span>
      )}
      {props.selected > 0 && (
        <span className={classes.footEnd}>
          <span role="status">{t('selected', { n: number(props.selected) })}</span>
          <Button variant="subtle" size="compact-xs" onClick={props.onClearSelection}>
            {t('clearSelection')}
          </Button>
        </span>
      )}
    </footer>
  );
}
