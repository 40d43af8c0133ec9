// Rows of a spreadsheet become records: pasted, their columns matched to fields, looked through, then created one after the other.
'use client';
import { Alert, Button, Checkbox, Group, Progress, Select, Table, Textarea } from '@mantine/core';
import { useTranslations } from 'next-intl';
import { useMemo, useRef, useState } from 'react';
import { useErrorText } from '@/components/feedback/states';
import { Dialog } from '@/components/layout/dialog';
import { api } from '@/contract';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { call } from '@/lib/api/client';
import { removeRecords } from '@/lib/api/remove-records';
import { useValueProblem } from '@/lib/form/value-problem';
import { useFormat } from '@/lib/i18n/use-format';
import type { WrittenRecords } from '@/map';
import { runInParallel } from '../logic/former-values';
import { guessColumns, MAX_ROWS, type PastedRows, pastedFields, type Row, readCells, readRows, type Target } from '../logic/paste'; // biome-ignore format: one line
import classes from './bulk-edit.module.css';
import { type TableListeners, useTableChange } from './use-table-change';

/** Rejects that are listed. */
const LISTED = 20;
const SHOWN_ROWS = 4;

export interface PasteRowsProps extends TableListeners {
  layer: Layer;
  /** What was pasted onto the table; '' asks for it. */
  text: string;
  onClose: () => void;
}

interface ColumnMatch {
  heading: boolean;
  targets: Target[];
}

export default function PasteRows({ layer, text, onClose, ...listeners }: PasteRowsProps) {
  const t = useTranslations('records.paste');
  const { number } = useFormat();
  const { form } = layer.config;
  const shaped = layer.type > 0;
  const [pasted, setPasted] = useState<PastedRows | null>(() => (text ? readCells(text) : null));
  const [unread, setUnread] = useState(text !== '' && pasted === null);
  const [matched, setMatched] = useState<ColumnMatch | null>(() => pasted && guessColumns(pasted.rows, form, shaped));
  const take = (typed: string) => {
    const cells = typed.trim() === '' ? null : readCells(typed);
    setUnread(typed.trim() !== '' && (cells === null || cells.rows.length === 0));
    setPasted(cells && cells.rows.length > 0 ? cells : null);
    setMatched(cells && guessColumns(cells.rows, form, shaped));
  };
  return (
    <Dialog opened onClose={onClose} title={t('title', { layer: layer.label })} size="xl" closeOnClickOutside={false}>
      {pasted && matched ? (
        <div className={classes.body}>
          {pasted.more > 0 && (
            <Alert color="orange">{t('tooMany', { max: number(MAX_ROWS), n: number(pasted.more) })}</Alert>
          )}
          <Columns layer={layer} rows={pasted.rows} matched={matched} onChange={setMatched} />
          <Creation
            key={JSON.stringify(matched)}
            layer={layer}
            rows={pasted.rows}
            matched={matched}
            onBack={() => setPasted(null)}
            onClose={onClose}
            {...listeners}
          />
        </div>
      ) : (
        <Textarea
          data-autofocus
          label={t('rows')}
          description={t('text')}
          error={unread ? t('unread') : null}
          rows={8}
          onChange={(event) => take(event.currentTarget.value)}
        />
      )}
    </Dialog>
  );
}

interface ColumnsProps {
  layer: Layer;
  rows: readonly string[][];
  matched: ColumnMatch;
  onChange: (matched: ColumnMatch) => void;
}

function Columns({ layer, rows, matched, onChange }: ColumnsProps) {
  const t = useTranslations('records.paste');
  const { number } = useFormat();
  const { heading, targets } = matched;
  const data = [
    { value: 'skip', label: t('skip') },
    ...pastedFields(layer.config.form).map((f) => ({ value: `field:${f.name}`, label: f.label })),
    ...(layer.type > 0 ? (['x', 'y', 'wkt'] as const).map((value) => ({ value, label: t(value) })) : []),
  ];
  // A field that another column had goes to the column that now asks for it.
  const set = (at: number, target: Target) =>
    onChange({
      heading,
      targets: targets.map((one, i) => (i === at ? target : one === target && target !== 'skip' ? 'skip' : one)),
    });
  return (
    <>
      <Checkbox
        label={t('heading')}
        checked={heading}
        onChange={(event) => onChange({ heading: event.currentTarget.checked, targets })}
      />
      <Table.ScrollContainer minWidth={targets.length * 160} className={classes.examples}>
        <Table aria-label={t('columns')} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              {targets.map((target, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a pasted column has nothing but its place
                <Table.Th key={i}>
                  <Select
                    size="xs"
                    aria-label={t('nth', { n: number(i + 1) })}
                    data={data}
                    value={target}
                    allowDeselect={false}
                    onChange={(value) => value && set(i, value as Target)}
                  />
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.slice(0, SHOWN_ROWS).map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: as above
              <Table.Tr key={i}>
                {targets.map((target, j) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above
                  <Table.Td key={j} c={target === 'skip' || (heading && i === 0) ? 'dimmed' : undefined}>
                    <bdi>{(row[j] ?? '').slice(0, 60)}</bdi>
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

interface CreationProps extends TableListeners {
  layer: Layer;
  rows: readonly string[][];
  matched: ColumnMatch;
  onBack: () => void;
  onClose: () => void;
}

function Creation({ layer, rows, matched, onBack, onClose, ...listeners }: CreationProps) {
  const t = useTranslations('records.paste');
  const f = useTranslations('records.form');
  const { number } = useFormat();
  const problemText = useValueProblem();
  const errorText = useErrorText();
  const announce = useTableChange(listeners);
  const { form, supervised } = layer.config;
  const shaped = layer.type > 0;
  const words = useMemo(() => ({ yes: [f('yes'), 'yes', 'true'], no: [f('no'), 'no', 'false'] }), [f]);
  const all = useMemo(() => readRows(rows, matched, form, shaped, words), [rows, matched, form, shaped, words]);
  const good = all.filter((row) => row.problems.length === 0 && !row.shapeless);
  const [refused, setRefused] = useState<{ line: number; why: string }[]>([]);
  const [createdCount, setCreatedCount] = useState<number | null>(null);
  const [ended, setEnded] = useState(false);
  const stopped = useRef(false);
  const running = createdCount !== null && !ended;
  const why = (row: Row) =>
    [
      ...row.problems.map(({ field, problem }) =>
        t('field', { field: field.label, problem: problemText(field, problem) }),
      ),
      ...(row.shapeless ? [t('noShape')] : []),
    ].join(' ');
  const rejects = [
    ...all.filter((row) => !good.includes(row)).map((row) => ({ line: row.line, why: why(row) })),
    ...refused,
  ].sort((a, b) => a.line - b.line);
  const needsShape = shaped && !matched.targets.includes('wkt') && !(matched.targets.includes('x') && matched.targets.includes('y')); // biome-ignore format: a line

  const run = async () => {
    const records: LayerRecord[] = [];
    stopped.current = false;
    setCreatedCount(0);
    const create = async ({ value, geometry, line }: Row) => {
      if (stopped.current) return;
      try {
        records.push(await call(api.records.create, { body: { layer: layer.id, value, geometry } }));
        setCreatedCount(records.length);
      } catch (error) {
        setRefused((now) => [...now, { line, why: errorText(error) }]);
      }
    };
    await runInParallel(good.map((row) => () => create(row)));
    setEnded(true);
    if (records.length === 0) return;
    const count = records.length;
    const n = number(count);
    const ids = records.map(({ id }) => id);
    const there: WrittenRecords = { layers: [layer.id], records };
    announce({
      message: t(supervised ? 'waits' : 'done', { count, n }),
      written: there,
      undo: {
        change: {
          id: `paste/${layer.id}/${ids[0]}`,
          label: t('change', { count, n }),
          undo: () => removeRecords(layer.id, ids),
          redo: async () => {
            await call(api.records.restore, { body: { ids } });
            return there;
          },
        },
        label: t('undo'),
        done: (left) => t('undone', { count: count - left, n: number(count - left) }),
      },
    });
    if (records.length === all.length) onClose();
  };
  return (
    <>
      {needsShape ? (
        <Alert color="orange">{t('needsShape')}</Alert>
      ) : (
        <div role="status" className={classes.text}>
          {createdCount === null
            ? t('ready', { count: good.length, n: number(good.length) })
            : t('running', { n: number(createdCount), all: number(good.length) })}
        </div>
      )}
      {running && (
        <Progress
          aria-label={t('running', { n: number(createdCount), all: number(good.length) })}
          value={(createdCount / Math.max(1, good.length)) * 100}
        />
      )}
      {!needsShape && rejects.length > 0 && (
        <Alert color="red" title={t('rejected', { count: rejects.length, n: number(rejects.length) })}>
          <ul className={classes.rejects}>
            {rejects.slice(0, LISTED).map(({ line, why: reason }) => (
              <li key={line}>{t('rejectedRow', { row: number(line), why: reason })}</li>
            ))}
            {rejects.length > LISTED && <li>{t('more', { n: number(rejects.length - LISTED) })}</li>}
          </ul>
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        {running ? (
          <Button
            variant="default"
            onClick={() => {
              stopped.current = true;
            }}
          >
            {t('stop')}
          </Button>
        ) : (
          <Button variant="default" onClick={onBack}>
            {t('again')}
          </Button>
        )}
        {!ended && (
          <Button loading={running} disabled={needsShape || good.length === 0} onClick={() => void run()}>
            {t('run', { count: good.length, n: number(good.length) })}
          </Button>
        )}
      </Group>
    </>
  );
}
