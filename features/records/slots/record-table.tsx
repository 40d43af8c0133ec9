// All records of a layer as one table, however many: pages come as they are scrolled to.
'use client';
import { Button } from '@mantine/core';
import { IconFilterOff, IconTable } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { useEffect, useId, useMemo, useState } from 'react';
import { EmptyState, ErrorState } from '@/components/states';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord, RecordQuery } from '@/contract/schemas/record';
import { useFormat } from '@/lib/i18n/use-format';
import { narrowest, tracksOf } from '../logic/columns';
import { isFiltered, NO_QUERY, requestOf } from '../logic/table-query';
import { bodyHeight, isScaled, pagesOf, ROW_HEIGHT, rowOffset } from '../logic/window';
import classes from '../parts/record-table.module.css';
import { TableFoot } from '../parts/table-foot';
import { TableHead } from '../parts/table-head';
import { TableRow } from '../parts/table-row';
import { TableToolbar } from '../parts/table-toolbar';
import { useColumns } from '../parts/use-columns';
import { usePages } from '../parts/use-pages';
import { useRowSelection } from '../parts/use-row-selection';
import { type TableState, useLocalTableState } from '../parts/use-table-state';
import { useVirtualRows } from '../parts/use-virtual-rows';

export interface RecordTableProps {
  layer: Layer;
  selected: readonly number[];
  /** `record` is the one that was pressed, where one was. */
  onSelect: (ids: number[], record?: LayerRecord) => void;
  onOpen?: (record: LayerRecord) => void;
  onLocate?: (record: LayerRecord) => void;
  /** Takes the height of what it stands in; else a height of its own. */
  height?: 'fill';
  /** Keeps the table to some records, as the filters of the records' list. */
  filter?: Readonly<Record<string, string>>;
  /** Where order, search and filters live; in the table itself where it is missing. */
  state?: TableState;
}

const HEAD = 36;
const ACTION = 28;

/** A layer's records. A new layer begins anew. */
export function RecordTable(props: RecordTableProps) {
  return <Table key={props.layer.id} {...props} />;
}

function Table({ layer, selected, onSelect, onOpen, onLocate, height, filter, state: given }: RecordTableProps) {
  const t = useTranslations('records.table');
  const { lang } = useFormat();
  const own = useLocalTableState();
  const state = given ?? own;
  const choice = useColumns(layer);
  const { form } = layer.config;
  const request = useMemo(
    () => ({ ...requestOf(layer.id, form, state.query, lang), ...filter }) as RecordQuery,
    [layer.id, form, state.query, lang, filter],
  );
  const list = JSON.stringify(request);
  const [count, setCount] = useState(layer.record_count);
  const rows = useVirtualRows(count, HEAD, list);
  const pages = usePages(request, pagesOf(rows));
  if (pages.rows !== null && pages.rows !== count) setCount(pages.rows);
  const selection = useRowSelection({ rows, recordAt: pages.recordAt, selected, onSelect, onOpen });
  const { setActive } = selection;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list begins at its first row
  useEffect(() => setActive(0), [list]);

  const marked = useMemo(() => new Set(selected), [selected]);
  const locate = layer.type > 0 ? onLocate : undefined;
  const actions = (onOpen ? ACTION : 0) + (locate ? ACTION : 0) + 12;
  const tracks = tracksOf(choice.visible, actions);
  const name = useId();
  const filtered = isFiltered(state.query);
  const drawn = Array.from({ length: Math.max(0, rows.to - rows.from) }, (_, i) => rows.from + i);
  const nothing = pages.error !== undefined && drawn.every((row) => !pages.recordAt(row));
  const empty = !nothing && pages.rows === 0;
  const activeDrawn = selection.active >= rows.from && selection.active < rows.to;
  return (
    <section
      className={classes.table}
      data-fill={height === 'fill' || undefined}
      aria-label={t('name', { layer: layer.label })}
    >
      <TableToolbar form={form} state={state} choice={choice} />
      <div className={classes.frame}>
        <div ref={rows.scroller} className={classes.scroller} onScroll={rows.onScroll}>
          <table
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that keys move in is a grid
            role="grid"
            tabIndex={0}
            aria-label={t('name', { layer: layer.label })}
            aria-rowcount={pages.capped ? -1 : count + 1}
            aria-colcount={choice.visible.length + 1 + (onOpen || locate ? 1 : 0)}
            aria-multiselectable
            aria-busy={pages.loading}
            {...(activeDrawn && !empty && !nothing ? { 'aria-activedescendant': `${name}-${selection.active}` } : {})}
            className={classes.grid}
            style={{ minInlineSize: narrowest(choice.visible, actions) }}
            onKeyDown={selection.onKeyDown}
          >
            <TableHead
              columns={choice.visible}
              state={state}
              tracks={tracks}
              withActions={onOpen !== undefined || locate !== undefined}
            />
            <tbody className={classes.body} style={{ blockSize: empty || nothing ? 0 : bodyHeight(count) }}>
              {!empty &&
                !nothing &&
                drawn.map((row) => (
                  <TableRow
                    key={row}
                    id={`${name}-${row}`}
                    row={row}
                    offset={isScaled(count) ? rowOffset(row, rows.top, rows.scroll) : row * ROW_HEIGHT}
                    record={pages.recordAt(row)}
                    columns={choice.visible}
                    tracks={tracks}
                    selected={marked.has(pages.recordAt(row)?.id ?? -1)}
                    active={row === selection.active}
                    onPress={selection.onPress}
                    onMark={selection.onMark}
                    onOpen={onOpen}
                    onLocate={locate}
                  />
                ))}
            </tbody>
          </table>
        </div>
        {(empty || nothing) && (
          <div className={classes.face}>
            {nothing ? (
              <ErrorState error={pages.error} retry={pages.retry} title={t('failed')} />
            ) : filtered ? (
              <EmptyState
                icon={<IconFilterOff size={24} />}
                title={t('noneFound')}
                text={t('noneFoundText')}
                action={
                  <Button variant="default" onClick={() => state.change({ ...NO_QUERY, order: state.query.order })}>
                    {t('clearFilters')}
                  </Button>
                }
              />
            ) : (
              <EmptyState
                icon={<IconTable size={24} />}
                title={t('empty')}
                text={t(layer.type > 0 ? 'emptyText' : 'emptyTableText')}
              />
            )}
          </div>
        )}
      </div>
      <TableFoot
        count={pages.rows === null ? null : pages.count}
        capped={pages.capped}
        total={layer.record_count}
        filtered={filtered}
        selected={selected.length}
        onClearSelection={() => onSelect([])}
        onClearFilters={() => state.change({ ...NO_QUERY, order: state.query.order })}
        failed={pages.error !== undefined && !nothing}
        onRetry={pages.retry}
      />
    </section>
  );
}
