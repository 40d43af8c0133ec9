// All records of a layer as one table, however many: pages come as they are scrolled to.
'use client';
import { useTranslations } from 'next-intl';
import { useId, useMemo, useState } from 'react';
import type { Geometry } from '@/contract/schemas/common';
import type { Layer } from '@/contract/schemas/layer';
import { type LayerRecord, MAX_PER_CALL } from '@/contract/schemas/record';
import { idsFilter } from '@/lib/api/read-records';
import { useFormat } from '@/lib/i18n/use-format';
import { ExportMenu } from '@/tools';
import { minTableWidth, tracksOf } from '../logic/columns';
import { bodyHeight, HEAD_ROW, pagesOf, rowOffset } from '../logic/row-window';
import { actFilter, NO_QUERY } from '../logic/table-query';
import { CellEditor } from '../parts/cells/cell-editor';
import { useCells } from '../parts/cells/use-cells';
import { TableBody } from '../parts/grid/table-body';
import { TableFace } from '../parts/grid/table-face';
import { type Over, TableOver } from '../parts/grid/table-over';
import { useActiveRow } from '../parts/grid/use-active-row';
import { pressHead, useGridCursor } from '../parts/grid/use-grid-cursor';
import { useRequest } from '../parts/grid/use-request';
import classes from '../parts/record-table.module.css';
import { TableFoot } from '../parts/table-foot';
import { TableHead } from '../parts/table-head';
import { type ActOnAll, TableMore } from '../parts/table-more';
import { TableToolbar } from '../parts/table-toolbar';
import { useColumns } from '../parts/use-columns';
import { usePages } from '../parts/use-pages';
import { useRemoveMany } from '../parts/use-remove-many';
import { useRowSelection } from '../parts/use-row-selection';
import { useTableActions, type WholeSelection } from '../parts/use-table-actions';
import type { TableListeners } from '../parts/use-table-change';
import { type TableState, useLocalTableState } from '../parts/use-table-state';
import { useVirtualRows } from '../parts/use-virtual-rows';

export interface RecordTableProps extends TableListeners {
  layer: Layer;
  selected: readonly number[];
  /** `record` is the one that was pressed, where one was. */
  onSelect: (ids: number[], record?: LayerRecord) => void;
  /** Where all records of the layer can be marked before their ids are read. */
  whole?: WholeSelection;
  onOpen?: (record: LayerRecord) => void;
  onLocate?: (record: LayerRecord) => void;
  /** Brings shapes into view. */
  onZoom?: (shapes: Geometry[]) => void;
  /** Takes the height of what it stands in; else a height of its own. */
  height?: 'fill';
  /** Keeps the table to some records, as the filters of the records' list. */
  filter?: Readonly<Record<string, string>>;
  /** Where order, search and filters live; in the table itself where it is missing. */
  state?: TableState;
}

const [ACTION, TOUCH_ACTION] = [28, 44];

/** A layer's records. A new layer begins anew. */
export function RecordTable(props: RecordTableProps) {
  return <Table key={props.layer.id} {...props} />;
}

function Table(props: RecordTableProps) {
  const { layer, selected, onSelect, onOpen, onLocate, onZoom, height, filter, state: givenState } = props;
  const { onChanged, onUndone } = props;
  const t = useTranslations('records.table');
  const { number } = useFormat();
  const own = useLocalTableState();
  const state = givenState ?? own;
  const choice = useColumns(layer);
  const name = useId();
  const { form } = layer.config;
  const [over, setOver] = useState<Over | null>(null);
  const [onlyMarked, setOnly] = useState(false);
  const only = onlyMarked && selected.length > 0 ? selected : null;
  const { request, filtered, isPart } = useRequest(layer, state.query, filter, only);
  const list = JSON.stringify(request);
  const [count, setCount] = useState(layer.record_count);
  const rows = useVirtualRows(count, list);
  const pages = usePages(form, request, pagesOf(rows));
  if (pages.rows !== null && pages.rows !== count) setCount(pages.rows);
  const recordOf = (id: number) => {
    const row = pages.rowOf(id);
    return row < 0 ? undefined : pages.recordAt(row);
  };
  const { visible } = choice;
  const whole = isPart || count > MAX_PER_CALL ? undefined : props.whole;
  const actions = useTableActions({ layer, request, columns: visible, selected, onSelect, whole, recordOf, onZoom });
  const removal = useRemoveMany(layer, { onChanged, onUndone });
  const selection = useRowSelection({
    rows,
    columns: visible.length,
    recordAt: pages.recordAt,
    selected,
    isWhole: props.whole?.isMarked,
    onSelect,
    onAll: () => void actions.selectAll(),
    onOpen,
    onHeadKey: (event, column) => pressHead(event, name, column, choice),
  });
  const { recordAt, rowOf } = pages;
  const { reveal } = rows;
  useActiveRow({ list, selected, rowOf, reveal, setActive: selection.setActive });
  const cells = useCells({
    layer,
    name,
    columns: visible,
    rows: count,
    recordAt,
    selection,
    reveal,
    onPasted: setOver,
  });
  const marked = useMemo(() => new Set(selected), [selected]);
  const locate = layer.type > 0 ? onLocate : undefined;
  const room = (rows.isTouch ? TOUCH_ACTION : ACTION) * ((onOpen ? 1 : 0) + (locate ? 1 : 0)) + 12;
  const tracks = tracksOf(visible, room);
  const paste = () => setOver({ kind: 'paste', text: '' });
  const clearFilters = () => state.change({ ...NO_QUERY, order: state.query.order });
  const { rights } = layer;
  const exported = actFilter(request);
  const marking = idsFilter(selected);
  const moved = selected.length > 0 ? marking : exported;
  const removeAll = (ids: readonly number[]) => void removal.run(ids).then((isDone) => isDone && onSelect([]));
  const allOf = (act: ActOnAll) => {
    if (act === 'supervise') return setOver({ kind: act });
    const withIds = (ids: number[]) => (act === 'edit' ? setOver({ kind: 'edit', ids }) : removeAll(ids));
    void actions.allIds(withIds, () => setOver({ kind: 'act', act }));
  };
  const rowNumbers = Array.from({ length: Math.max(0, rows.to - rows.from) }, (_, i) => rows.from + i);
  const nothing = pages.error !== undefined && rowNumbers.every((row) => !pages.recordAt(row));
  const empty = !nothing && pages.rows === 0;
  const cursor = useGridCursor({
    name,
    row: selection.active,
    column: selection.column,
    isDrawn: (row) => !empty && !nothing && row >= rows.from && row < rows.to && pages.recordAt(row) !== undefined,
  });
  return (
    <section
      className={classes.table}
      data-fill={height === 'fill' || undefined}
      aria-label={t('name', { layer: layer.label })}
    >
      <TableToolbar form={form} state={state} choice={choice}>
        <ExportMenu layer={layer} filter={exported} />
        <TableMore
          count={count}
          selected={selected.length}
          layer={layer}
          busy={actions.busy}
          onSelectAll={() => void actions.selectAll()}
          onAll={allOf}
          onMove={moved && (() => setOver({ kind: 'move', filter: moved }))}
          onPrint={() => setOver({ kind: 'print', ids: selected })}
          onPaste={paste}
        />
      </TableToolbar>
      <div className={classes.frame}>
        <div ref={rows.scroller} className={classes.scroller} onScroll={rows.onScroll}>
          <table
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that keys move in is a grid
            role="grid"
            tabIndex={0}
            aria-label={t('name', { layer: layer.label })}
            aria-rowcount={pages.capped ? -1 : count + 1}
            aria-colcount={visible.length + 1 + (onOpen || locate ? 1 : 0)}
            aria-multiselectable
            aria-busy={pages.loading}
            aria-activedescendant={cursor}
            className={classes.grid}
            style={{ minInlineSize: minTableWidth(visible, room) }}
            onKeyDown={cells.onKeyDown}
            onDoubleClickCapture={cells.onDoubleClick}
            onCopy={actions.onCopy}
            onPaste={cells.onPaste}
          >
            <TableHead
              choice={choice}
              state={state}
              tracks={tracks}
              name={name}
              at={selection.active === HEAD_ROW ? selection.column : -1}
              withActions={onOpen !== undefined || locate !== undefined}
              onStatistics={({ field }) => field && setOver({ kind: 'statistics', field })}
            />
            <TableBody
              layer={layer}
              name={name}
              blockSize={empty || nothing ? 0 : bodyHeight(rows.measures)}
              rowNumbers={empty || nothing ? [] : rowNumbers}
              offsetOf={(row) => rowOffset(rows.measures, row, rows.top, rows.scroll)}
              recordAt={pages.recordAt}
              columns={visible}
              tracks={tracks}
              marked={marked}
              selection={selection}
              onOpen={onOpen}
              onLocate={locate}
            />
          </table>
        </div>
        {(empty || nothing) && (
          <TableFace
            layer={layer}
            error={nothing ? pages.error : undefined}
            retry={pages.retry}
            isFiltered={filtered}
            onClearFilters={clearFilters}
            onPaste={paste}
          />
        )}
      </div>
      <TableFoot
        count={pages.rows === null ? null : pages.count}
        capped={pages.capped}
        total={layer.record_count}
        filtered={filtered}
        selected={selected.length}
        onClearSelection={() => onSelect([])}
        onClearFilters={clearFilters}
        failed={pages.error !== undefined && !nothing}
        onRetry={pages.retry}
        only={only !== null}
        onOnly={setOnly}
        onZoom={onZoom && layer.type > 0 ? () => void actions.zoom() : undefined}
        mayEdit={rights.edit}
        onEdit={() => setOver({ kind: 'edit', ids: selected })}
        mayDelete={rights.delete}
        onRemove={() => removeAll(selected)}
        busy={actions.busy || removal.busy}
        exporting={marking && <ExportMenu layer={layer} filter={exported} selection={marking} />}
      />
      <TableOver
        over={over}
        onChange={setOver}
        layer={layer}
        request={request}
        filter={exported}
        filtered={isPart}
        count={`${number(pages.count)}${pages.capped ? '+' : ''}`}
        history={cells.history}
        onStarted={() => onSelect([])}
        onChanged={onChanged}
        onUndone={onUndone}
      />
      {cells.editor && <CellEditor key={cells.editor.cell} layer={layer} history={cells.history} {...cells.editor} />}
    </section>
  );
}
