// A screen that is a list: heading and its one primary act, filters, the four faces, the foot. A room declares what stands in it.
'use client';
import { Button } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { type ReactElement, type ReactNode, useRef } from 'react';
import type { PageSize } from '@/lib/collection/list-settings';
import type { BulkProgress } from '@/lib/collection/use-bulk';
import type { Selection } from '@/lib/collection/use-selection';
import { useHotkeys } from '@/lib/hotkeys/use-hotkeys';
import { EmptyState, type EmptyText, ErrorState, TableSkeleton } from '../feedback/states';
import { Page } from '../layout/page';
import { SplitView } from '../layout/split-view';
import type { RowAct } from './acts';
import classes from './collection-page.module.css';
import { DataList, type DataListProps } from './data-list';
import { FilterBar, type FilterBarProps } from './filter-bar';
import { Pager } from './pager';
import { SelectionBar } from './selection-bar';

/** The part of `useCollection` that is shown. */
export interface CollectionFaces<T> {
  rows: readonly T[];
  count: number;
  isCapped: boolean;
  page: number;
  size: PageSize;
  isPending: boolean;
  isStale: boolean;
  isFiltered: boolean;
  error: unknown;
  retry: () => void;
  clear: () => void;
  onPage: (page: number) => void;
  onSize: (size: PageSize) => void;
}

export interface CollectionPageProps<T extends { id: number }, O extends string = string> {
  title: string;
  /** The one primary act, and others before it. */
  primary?: ReactElement | false;
  actions?: ReactNode;
  faces: CollectionFaces<T>;
  filters: Omit<FilterBarProps, 'isFiltered' | 'onClear' | 'searchRef'>;
  list: Omit<DataListProps<T, O>, 'rows' | 'label' | 'isStale'>;
  /** What stands in place of the pages at the foot, for a list that goes on below its last row. */
  foot?: ReactNode;
  /** What stands in place of the table. */
  cards?: ReactNode;
  /** What the list is for, while it holds nothing at all. The primary act ends that. */
  empty: EmptyText;
  bulk?: { selection: Selection; acts: readonly RowAct[]; progress: BulkProgress | null; onStop: () => void };
  /** What is open beside the list; null while nothing is. */
  detail?: { title: string; content: ReactNode; onClose: () => void } | null;
  /** What stands before the filters, also while the list is empty. */
  above?: ReactNode;
  /** Dialogs above the list. */
  children?: ReactNode;
}

/** What stands where no rows are: loading, failed, empty, nothing found. */
function Face<T extends { id: number }, O extends string>(props: CollectionPageProps<T, O> & { isEmpty: boolean }) {
  const { primary, faces, list, empty, isEmpty } = props;
  const t = useTranslations('common.list');
  if (faces.error) return <ErrorState error={faces.error} retry={faces.retry} />;
  if (faces.isPending) return <TableSkeleton rows={10} columns={list.columns.length + 1} />;
  if (isEmpty) return <EmptyState {...empty} {...(primary ? { action: primary } : { noAct: 'final' })} />;
  return (
    <EmptyState
      title={t('nothingTitle')}
      text={t('nothingText')}
      action={
        <Button variant="default" onClick={faces.clear}>
          {t('clearFilters')}
        </Button>
      }
    />
  );
}

/** Keys: `/` goes to the search; the rest are the list's. */
export function CollectionPage<T extends { id: number }, O extends string>(props: CollectionPageProps<T, O>) {
  const { title, primary, actions, faces, filters, list, foot, cards, bulk, detail, above, children } = props;
  const search = useRef<HTMLInputElement>(null);
  const { rows, isFiltered, isPending, error } = faces;
  const isEmpty = !isPending && !error && faces.count === 0 && !isFiltered;
  const focusSearch = () => {
    if (!search.current) return false;
    search.current.focus();
    return true;
  };
  useHotkeys('screen', [{ keys: 'Slash', run: focusSearch }]);
  return (
    <Page
      title={title}
      fill
      actions={
        <>
          {actions}
          {!isEmpty && primary}
        </>
      }
    >
      <div className={classes.body}>
        {above}
        {!isEmpty && <FilterBar {...filters} isFiltered={isFiltered} onClear={faces.clear} searchRef={search} />}
        {rows.length > 0 || detail ? (
          <SplitView
            title={detail?.title ?? ''}
            detail={detail?.content ?? null}
            onClose={() => detail?.onClose()}
            list={
              rows.length === 0 ? (
                <Face {...props} isEmpty={isEmpty} />
              ) : (
                <>
                  {cards ?? (
                    <DataList {...list} label={title} rows={rows} isStale={faces.isStale} isCompact={Boolean(detail)} />
                  )}
                  {bulk && <SelectionBar {...bulk} rowCount={rows.length} count={faces.count} />}
                  {foot === undefined ? <Pager {...faces} rowCount={rows.length} /> : foot}
                </>
              )
            }
          />
        ) : (
          <Face {...props} isEmpty={isEmpty} />
        )}
        {children}
      </div>
    </Page>
  );
}
