// A grid of choices: value, label, parent, colour, retired. Typed, pasted from a spreadsheet, moved by keys; long ones are drawn in part.
'use client';
import { Checkbox, ColorInput, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'next-intl';
import { type ClipboardEvent, type KeyboardEvent, memo, useCallback, useRef } from 'react';
import { RowGap, useRowWindow } from '@/components/collection/row-window';
import { toast } from '@/components/feedback/toast';
import { IconButton } from '@/components/icon-button';
import { LIST_SEPARATOR } from '@/contract/import-words';
import { type Choice, MAX_CHOICES } from '@/contract/schemas/form';
import { useFormat } from '@/lib/i18n/use-format';
import { type Column, pasteCells, readCells, withCell } from '../../logic/choices';
import classes from './choices.module.css';

/** Up to so many rows all stand in the document. */
const MAX_WHOLE = 40;
const MAX_TEXT = 200;
const MARKS = ['colour', 'retired'];

export interface ChoicesGridProps {
  choices: readonly Choice[];
  /** Values that records may hold: they stay as they are. */
  savedValues: ReadonlySet<string>;
  hasParent: boolean;
  /** All columns are there; else value and label alone. */
  isWide: boolean;
  onChange: (choices: Choice[]) => void;
}

interface RowProps {
  choice: Choice;
  index: number;
  isLocked: boolean;
  hasParent: boolean;
  isWide: boolean;
  /** Null takes the row away. */
  onRow: (index: number, choice: Choice | null) => void;
  onPaste: (event: ClipboardEvent, index: number, column: Column) => void;
}

interface CellProps {
  column: Column;
  row: RowProps;
  isReadOnly?: boolean;
}

function Cell({ column, row, isReadOnly = false }: CellProps) {
  const t = useTranslations('formStudio.choices');
  const { number } = useFormat();
  const { choice, index, onRow, onPaste } = row;
  const text = column === 'parent' ? (choice.parent ?? []).join(LIST_SEPARATOR) : choice[column];
  return (
    <td>
      <TextInput
        size="xs"
        aria-label={t('cell', { column: t(column), n: number(index + 1) })}
        data-cell={`${index}:${column}`}
        value={text}
        maxLength={column === 'parent' ? 2000 : MAX_TEXT}
        readOnly={isReadOnly}
        onChange={(event) => onRow(index, withCell(choice, column, event.currentTarget.value))}
        onPaste={(event) => onPaste(event, index, column)}
      />
    </td>
  );
}

/** Colour, and whether the choice is offered still. */
function Marks({ row, n }: { row: RowProps; n: string }) {
  const t = useTranslations('formStudio.choices');
  const { choice, index, onRow } = row;
  const { colour: _colour, retired: _retired, ...plain } = choice;
  return (
    <>
      <td>
        <ColorInput
          size="xs"
          aria-label={t('cell', { column: t('colour'), n })}
          value={choice.colour ?? ''}
          withEyeDropper={false}
          onChange={(colour) =>
            onRow(index, {
              ...plain,
              ...(choice.retired && { retired: true }),
              ...(/^#[\da-f]{6}$/i.test(colour) && { colour }),
            })
          }
        />
      </td>
      <td>
        <Checkbox
          size="xs"
          aria-label={t('cell', { column: t('retired'), n })}
          checked={choice.retired ?? false}
          onChange={(event) =>
            onRow(index, {
              ...plain,
              ...(choice.colour && { colour: choice.colour }),
              ...(event.currentTarget.checked && { retired: true }),
            })
          }
        />
      </td>
    </>
  );
}

const Row = memo(function Row(props: RowProps) {
  const { choice, index, isLocked, hasParent, isWide, onRow } = props;
  const t = useTranslations('formStudio.choices');
  const { number } = useFormat();
  const n = number(index + 1);
  return (
    <tr aria-rowindex={index + 2} data-retired={choice.retired || undefined}>
      <Cell column="value" row={props} isReadOnly={isLocked} />
      <Cell column="label" row={props} />
      {isWide && hasParent && <Cell column="parent" row={props} />}
      {isWide && <Marks row={props} n={n} />}
      <td>
        <IconButton
          label={t('remove', { n })}
          variant="subtle"
          color="gray"
          size={28}
          onClick={() => onRow(index, null)}
        >
          <IconTrash size={14} />
        </IconButton>
      </td>
    </tr>
  );
});

export function ChoicesGrid({ choices, savedValues, hasParent, isWide, onChange }: ChoicesGridProps) {
  const t = useTranslations('formStudio.choices');
  const { number } = useFormat();
  const frame = useRef<HTMLDivElement>(null);
  const latest = useRef({ choices, savedValues, onChange });
  latest.current = { choices, savedValues, onChange };
  const rows = useRowWindow(choices.length, MAX_WHOLE, frame);
  const handleRow = useCallback((index: number, choice: Choice | null) => {
    const { choices: now, onChange: change } = latest.current;
    change(choice ? now.with(index, choice) : now.toSpliced(index, 1));
  }, []);
  const handlePaste = useCallback(
    (event: ClipboardEvent, index: number, column: Column) => {
      const cells = readCells(event.clipboardData.getData('text/plain'));
      if (!cells) return;
      event.preventDefault();
      const { choices: now, savedValues: saved, onChange: change } = latest.current;
      const pasted = pasteCells(now, index, column, cells, ({ value }) => saved.has(value));
      change(pasted.choices);
      if (pasted.dropped > 0)
        toast({ type: 'warning', message: t('dropped', { max: number(MAX_CHOICES), n: number(pasted.dropped) }) });
    },
    [t, number],
  );
  /** Enter and arrows go down and up a column; Enter on the last row makes one more. */
  const handleKey = (event: KeyboardEvent<HTMLTableElement>) => {
    const [row = '', column = ''] = (event.target as HTMLElement).dataset.cell?.split(':') ?? [];
    const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
    if (row === '' || !step) return;
    event.preventDefault();
    const next = Number(row) + step;
    if (next < 0 || next > choices.length || (next === choices.length && event.key !== 'Enter')) return;
    if (next === choices.length && next < MAX_CHOICES) onChange([...choices, { value: '', label: '' }]);
    rows.scrollTo(next);
    setTimeout(() => frame.current?.querySelector<HTMLElement>(`[data-cell="${next}:${column}"]`)?.focus());
  };
  const columns: string[] = ['value', 'label', ...(isWide && hasParent ? ['parent'] : []), ...(isWide ? MARKS : [])];
  return (
    <div ref={frame} className={classes.frame} data-wide={isWide || undefined}>
      <table className={classes.grid} aria-label={t('title')} aria-rowcount={choices.length + 1} onKeyDown={handleKey}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(column as Column)}
              </th>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          <RowGap height={rows.above} />
          {rows.indexes.map((index) => {
            const choice = choices[index];
            return (
              choice && (
                <Row
                  key={index}
                  choice={choice}
                  index={index}
                  isLocked={savedValues.has(choice.value)}
                  hasParent={hasParent}
                  isWide={isWide}
                  onRow={handleRow}
                  onPaste={handlePaste}
                />
              )
            );
          })}
          <RowGap height={rows.below} />
        </tbody>
      </table>
    </div>
  );
}
