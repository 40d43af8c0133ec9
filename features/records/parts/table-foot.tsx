// Below the table: how many of how many, what is marked, and a failure that left holes.
'use client';
import { Button } from '@mantine/core';
import { IconFilter, IconPencil, IconTrash, IconZoomScan } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/icon-button';
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
  /** Whether the table is kept to what is marked. */
  only: boolean;
  onOnly: (only: boolean) => void;
  /** Missing where there is no map. */
  onZoom: (() => void) | undefined;
  mayEdit: boolean;
  onEdit: () => void;
  mayDelete: boolean;
  onRemove: () => void;
  busy: boolean;
  /** The export of what is marked. */
  exporting: ReactNode;
}

/** One line; buttons stand here only when there is something for them. */
export function TableFoot(props: TableFootProps) {
  const t = useTranslations('records.foot');
  const does = useTranslations('records.actions');
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
          <IconButton
            label={does('only')}
            aria-pressed={props.only}
            variant={props.only ? 'light' : 'subtle'}
            color={props.only ? 'indigo' : 'gray'}
            size={28}
            onClick={() => props.onOnly(!props.only)}
          >
            <IconFilter size={16} />
          </IconButton>
          {props.onZoom && (
            <IconButton
              label={does('zoom')}
              variant="subtle"
              color="gray"
              size={28}
              loading={props.busy}
              onClick={props.onZoom}
            >
              <IconZoomScan size={16} />
            </IconButton>
          )}
          <IconButton
            label={props.mayEdit ? does('edit') : `${does('edit')}: ${does('noEdit')}`}
            variant="subtle"
            color="gray"
            size={28}
            disabled={!props.mayEdit}
            onClick={props.onEdit}
          >
            <IconPencil size={16} />
          </IconButton>
          <IconButton
            label={props.mayDelete ? does('remove') : `${does('remove')}: ${does('noDelete')}`}
            variant="subtle"
            color="red"
            size={28}
            disabled={!props.mayDelete}
            onClick={props.onRemove}
          >
            <IconTrash size={16} />
          </IconButton>
          {props.exporting}
          <Button variant="subtle" size="compact-xs" onClick={props.onClearSelection}>
            {t('clearSelection')}
          </Button>
        </span>
      )}
    </footer>
  );
}
