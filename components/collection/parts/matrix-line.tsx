// A line of a matrix on screen: its name, where rows can be selected its box and menu, and its cells.
'use client';
import { Checkbox } from '@mantine/core';
import { useTranslations } from 'next-intl';
import type { RowAct } from '../acts';
import classes from '../matrix.module.css';
import { type CellPlace, type MatrixColumn, type MatrixLine, type MatrixValue, tickOf } from '../matrix-cells';
import { RowMenu } from '../row-menu';

export interface MatrixLineProps {
  line: MatrixLine;
  index: number;
  columns: readonly MatrixColumn[];
  value: MatrixValue;
  /** The column that the Tab key comes to, where it is in this line. */
  active: number | null;
  /** How much of the line is selected; null where nothing can be. */
  selected: 'all' | 'some' | 'none' | null;
  acts: readonly RowAct[];
  reason: (line: MatrixLine, column: string) => string | null;
  onToggle: (line: MatrixLine, column: string) => void;
  onSelect: (line: MatrixLine) => void;
  onFocus: (place: CellPlace) => void;
}

export function MatrixLineRow(props: MatrixLineProps) {
  const { line, index, columns, value, active, selected, acts, reason, onToggle, onSelect, onFocus } = props;
  const t = useTranslations('common.matrix');
  return (
    <tr
      aria-rowindex={index + 2}
      data-group={line.isGroup || undefined}
      data-selected={selected === 'all' || undefined}
    >
      <th scope="row" aria-label={line.label}>
        <span className={classes.name}>
          {selected && (
            <Checkbox
              size="xs"
              tabIndex={-1}
              aria-label={t('select', { row: line.label })}
              checked={selected === 'all'}
              indeterminate={selected === 'some'}
              onChange={() => onSelect(line)}
            />
          )}
          <span className={classes.words}>
            <bdi>{line.label}</bdi>
          </span>
          {acts.length > 0 && <RowMenu label={t('rowActs', { row: line.label })} acts={acts} isOutOfTab />}
        </span>
      </th>
      {columns.map(({ id, label }, column) => {
        const tick = tickOf(value, line.rows, id);
        const why = reason(line, id);
        return (
          <td key={id}>
            <Checkbox
              className={classes.box}
              data-cell={`${index}:${column}`}
              tabIndex={active === column ? 0 : -1}
              aria-label={t('cell', { column: label, row: line.label })}
              checked={tick === 'all'}
              indeterminate={tick === 'some'}
              {...(why ? { 'aria-disabled': true, 'aria-description': why, title: why, 'data-fixed': true } : {})}
              onChange={() => onToggle(line, id)}
              onFocus={() => onFocus({ line: index, column })}
            />
          </td>
        );
      })}
    </tr>
  );
}
