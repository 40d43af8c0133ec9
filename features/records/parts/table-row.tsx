// One row of the table: a record, or its outline while it is on its way.
'use client';
import { IconCheck, IconMapPin, IconPencil } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type CSSProperties, type MouseEvent, memo, useState } from 'react';
import { IconButton } from '@/components/icon-button';
import { isNumeric, isTextual } from '@/contract/fields';
import type { LayerRecord } from '@/contract/schemas/record';
import type { PlacedColumn } from '../logic/columns';
import classes from './record-table.module.css';
import { useCellText } from './use-cell-text';

export interface TableRowProps {
  id: string;
  row: number;
  offset: number;
  record: LayerRecord | undefined;
  columns: readonly PlacedColumn[];
  tracks: string;
  selected: boolean;
  active: boolean;
  /** The column that keys stand in; -1 in every row but the active one. */
  column: number;
  onPress: (row: number, record: LayerRecord, event: MouseEvent) => void;
  onMark: (row: number, record: LayerRecord) => void;
  onOpen?: ((record: LayerRecord) => void) | undefined;
  onLocate?: ((record: LayerRecord) => void) | undefined;
}

const LONG = 20;

/** Where a pinned column's cell stays; nothing for the others. */
export const pinStyle = ({ pinned, start }: PlacedColumn) =>
  pinned ? { 'data-pinned': true, style: { insetInlineStart: start } } : {};

/** Drawn again only when something of it changed: a wheel's turn moves dozens of them. */
/** A row whose record is on its way. */
function RowSkeleton({ id, row, active, columns, place }: TableRowProps & { place: CSSProperties }) {
  return (
    <tr
      id={id}
      aria-rowindex={row + 2}
      aria-busy
      className={classes.row}
      data-active={active || undefined}
      style={place}
    >
      <td aria-colindex={1} className={classes.mark} />
      {columns.map((column, i) => (
        <td key={column.id} aria-colindex={i + 2} className={classes.cell} {...pinStyle(column)}>
          <span className={classes.bone} style={{ inlineSize: `${40 + ((row * 7 + i * 23) % 45)}%` }} />
        </td>
      ))}
    </tr>
  );
}

export const TableRow = memo(function TableRow(props: TableRowProps) {
  const { id, row, offset, record, columns, tracks, selected, active, column: at } = props;
  const { onPress, onMark, onOpen, onLocate } = props;
  const text = useCellText();
  const [pointed, setPointed] = useState(false);
  const place = { gridTemplateColumns: tracks, transform: `translateY(${offset}px)` };
  if (!record) return <RowSkeleton {...props} place={place} />;
  return (
    <tr
      id={id}
      aria-rowindex={row + 2}
      aria-selected={selected}
      className={classes.row}
      data-active={active || undefined}
      style={place}
      onClick={(event) => onPress(row, record, event)}
      onDoubleClick={() => onOpen?.(record)}
      onMouseEnter={() => setPointed(true)}
      onMouseLeave={() => setPointed(false)}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Space on the active row does the same */}
      <td
        aria-colindex={1}
        className={classes.mark}
        onClick={(event) => {
          event.stopPropagation();
          onMark(row, record);
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <span className={classes.box} data-on={selected || undefined}>
          {selected && <IconCheck size={12} stroke={3} aria-hidden />}
        </span>
      </td>
      {columns.map((column, i) => {
        const cellText = text(column, record);
        return (
          <td
            key={column.id}
            id={`${id}-${i}`}
            aria-colindex={i + 2}
            className={classes.cell}
            data-at={at === i || undefined}
            {...pinStyle(column)}
            data-number={(column.field && isNumeric(column.field)) || undefined}
            {...(cellText.length > LONG ? { title: cellText } : {})}
          >
            {column.field && isTextual(column.field) ? (
              <span dir="auto" className={classes.text}>
                {cellText}
              </span>
            ) : (
              cellText
            )}
          </td>
        );
      })}
      {(onOpen || onLocate) && (
        <td aria-colindex={columns.length + 2} className={classes.actions}>
          {(pointed || active) && <RowActions record={record} onOpen={onOpen} onLocate={onLocate} />}
        </td>
      )}
    </tr>
  );
});

/** Only the row under the pointer or the keys has them: tooltips in every row would make scrolling heavy. */
function RowActions({
  record,
  onOpen,
  onLocate,
}: { record: LayerRecord } & Pick<TableRowProps, 'onOpen' | 'onLocate'>) {
  const t = useTranslations('records.table');
  const on = (act: (record: LayerRecord) => void) => (event: MouseEvent) => {
    event.stopPropagation();
    act(record);
  };
  return (
    <>
      {onLocate && (
        <IconButton size={24} tabIndex={-1} label={t('locate')} onClick={on(onLocate)}>
          <IconMapPin size={16} />
        </IconButton>
      )}
      {onOpen && (
        <IconButton size={24} tabIndex={-1} label={t('open')} hotkey="Enter" onClick={on(onOpen)}>
          <IconPencil size={16} />
        </IconButton>
      )}
    </>
  );
}
