// A block of a spreadsheet pasted over cells: tried first, shown row by row with what changes and what is refused, then written as one.
'use client';
import { Alert, Button, Group, Table } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { toast } from '@/components/feedback/toast';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract';
import { MAX_EDIT_CELLS, MAX_EDIT_ROWS, type RowsEdited } from '@/contract/schemas/acts/act';
import type { Layer } from '@/contract/schemas/layer';
import type { RecordQuery } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { useRead } from '@/lib/api/hooks';
import { useFormat } from '@/lib/i18n/use-format';
import { useValueText } from '@/lib/i18n/use-value-text';
import type { Column } from '../../logic/columns';
import classes from '../bulk-edit.module.css';
import { type PastedRow, readBlock, rowsOfBlock, visibleValue } from './cell-block';
import type { CellHistory } from './use-cell-history';

const SHOWN_ROWS = 50;

export interface PasteCellsProps {
  layer: Layer;
  text: string;
  request: RecordQuery;
  /** The row of the list that the block begins at, and the columns from the cursor on. */
  row: number;
  columns: readonly Column[];
  history: CellHistory;
  /** Makes new records of the text instead; missing where the person may not. */
  onAsNew: (() => void) | undefined;
  onClose: () => void;
}

const isTooLarge = (block: readonly (readonly string[])[]) =>
  block.length > MAX_EDIT_ROWS || block.reduce((n, cells) => n + cells.length, 0) > MAX_EDIT_CELLS;

/** The block over the records that are under it, what the server says of it, and its writing. */
function usePasteTrial({ layer, text, request, row, columns, history, onClose }: PasteCellsProps) {
  const t = useTranslations('records.cells');
  const f = useTranslations('records.form');
  const { number } = useFormat();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const block = useMemo(() => readBlock(text), [text]);
  const isLarge = block !== null && isTooLarge(block);
  const isRead = block !== null && !isLarge;
  const query = { ...request, limit: block?.length ?? 1, offset: row } as RecordQuery;
  const page = useRead(api.records.list, { query }, { enabled: isRead, staleTime: 0 });
  const records = page.data?.results;
  const { rows, passed } = useMemo(() => {
    const words = { yes: [f('yes'), 'yes', 'true'], no: [f('no'), 'no', 'false'] };
    return rowsOfBlock(block ?? [], records ?? [], columns, words);
  }, [block, records, columns, f]);
  const bodyOf = (some: readonly PastedRow[]) => ({
    layer: layer.id,
    rows: some.map(({ record, value }) => ({
      id: record.id,
      version: history.versionOf(record.id, record.version),
      value,
    })),
  });
  const trial = useRead(
    api.acts.editRows,
    { body: { ...bodyOf(rows), dry_run: true } },
    { enabled: rows.length > 0, staleTime: 0 },
  );
  const answers = trial.data?.rows ?? [];
  const isGood = (answer: RowsEdited['rows'][number]) => !answer.problem && !answer.problems;
  const changing = rows.filter((_, i) => answers[i] && isGood(answers[i]) && answers[i].changed.length > 0);
  const refused = answers.filter((answer) => !isGood(answer)).length;
  const cells = answers.reduce((n, answer) => n + (isGood(answer) ? answer.changed.length : 0), 0);
  const beyond = records && block ? Math.max(0, block.length - records.length) : 0;

  const write = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const { rows: written, count } = await call(api.acts.editRows, { body: bodyOf(changing) });
      const step = changing.map(({ record, value }, i) => {
        const names = written[i]?.changed ?? [];
        const visible = visibleValue(record);
        return {
          id: record.id,
          before: Object.fromEntries(names.map((name) => [name, visible[name] ?? null])),
          after: Object.fromEntries(names.map((name) => [name, value[name] ?? null])),
        };
      });
      history.push({ layer: layer.id, rows: step }, written);
      toast({ type: 'success', message: t('written', { count, n: number(count) }) });
      onClose();
    } catch (error) {
      setFailure(error);
      void page.refetch();
    } finally {
      setBusy(false);
    }
  };
  return {
    block,
    isLarge,
    rows,
    answers,
    passed,
    beyond,
    changing: changing.length,
    refused,
    cells,
    isTried: trial.data !== undefined,
    error: failure ?? page.error ?? trial.error,
    busy,
    write,
  };
}

export default function PasteCells(props: PasteCellsProps) {
  const { layer, onAsNew, onClose } = props;
  const t = useTranslations('records.cells');
  const { number } = useFormat();
  const errorText = useErrorText();
  const trial = usePasteTrial(props);
  const { block, isLarge, refused, beyond, passed, changing, error } = trial;
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('pasteTitle', { layer: layer.label })}
      size="xl"
      closeOnClickOutside={false}
    >
      <div className={classes.body}>
        {block === null && <Alert color="red">{t('unread')}</Alert>}
        {isLarge && (
          <Alert color="red">{t('tooMany', { rows: number(MAX_EDIT_ROWS), cells: number(MAX_EDIT_CELLS) })}</Alert>
        )}
        {block !== null && !isLarge && (
          <p role="status" className={classes.count}>
            {trial.isTried ? t('summary', { cells: number(trial.cells), rows: number(changing) }) : t('checking')}
          </p>
        )}
        {refused > 0 && <Alert color="orange">{t('refusedRows', { count: refused, n: number(refused) })}</Alert>}
        {beyond > 0 && <p className={classes.text}>{t('beyond', { count: beyond, n: number(beyond) })}</p>}
        {passed > 0 && <p className={classes.text}>{t('passed', { count: passed, n: number(passed) })}</p>}
        {error !== null && error !== undefined && (
          <Alert color="red" role="alert">
            {errorText(error)}
          </Alert>
        )}
        {trial.isTried && <Trial layer={layer} rows={trial.rows} answers={trial.answers} />}
        <Group justify="flex-end" gap="xs">
          {onAsNew && (
            <Button variant="default" onClick={onAsNew}>
              {t('asNew')}
            </Button>
          )}
          <Button data-autofocus loading={trial.busy} disabled={changing === 0} onClick={() => void trial.write()}>
            {t('write', { count: changing, n: number(changing) })}
          </Button>
        </Group>
      </div>
    </Dialog>
  );
}

/** The rows with what they were and would be, or why not. */
function Trial({ layer, rows, answers }: { layer: Layer; rows: readonly PastedRow[]; answers: RowsEdited['rows'] }) {
  const t = useTranslations('records.cells');
  const { digits, number } = useFormat();
  const valueText = useValueText();
  const fieldOf = (name: string) => layer.config.form.find((field) => field.name === name);
  const changeText = ({ record, value }: PastedRow, name: string) => {
    const field = fieldOf(name);
    if (!field) return null;
    const was = valueText(field, visibleValue(record)[name]) || t('empty');
    return (
      <div key={name}>
        <bdi>{field.label}</bdi>: <del className={classes.was}>{was}</del>{' '}
        <ins className={classes.now}>{valueText(field, value[name]) || t('empty')}</ins>
      </div>
    );
  };
  return (
    <Table.ScrollContainer minWidth={420} mah={360} className={classes.examples}>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('record')}</Table.Th>
            <Table.Th>{t('changes')}</Table.Th>
            <Table.Th>{t('refused')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, SHOWN_ROWS).map((row, i) => {
            const { changed = [], problem, problems = {} } = answers[i] ?? {};
            const whys = [...(problem ? [problem] : []), ...Object.entries(problems).map(([name, why]) => `${fieldOf(name)?.label ?? name}: ${why}`)]; // biome-ignore format: one list
            return (
              <Table.Tr key={row.record.id}>
                <Table.Td>{digits(row.record.id)}</Table.Td>
                <Table.Td>
                  {changed.length > 0
                    ? changed.map((name) => changeText(row, name))
                    : whys.length > 0
                      ? null
                      : t('same')}
                </Table.Td>
                <Table.Td c="red">
                  <bdi>{whys.join(' ')}</bdi>
                </Table.Td>
              </Table.Tr>
            );
          })}
          {rows.length > SHOWN_ROWS && (
            <Table.Tr>
              <Table.Td colSpan={3}>{t('more', { n: number(rows.length - SHOWN_ROWS) })}</Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
