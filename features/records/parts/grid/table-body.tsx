// The rows of the table that are in sight; records that they name are read by their titles.
'use client';
import { useDebouncedValue } from '@mantine/hooks';
import type { Layer } from '@/contract/schemas/layer';
import type { LayerRecord } from '@/contract/schemas/record';
import { RelatedCounts, useRelatedCounts } from '@/lib/api/use-relations';
import { ReferenceTitles } from '@/lib/i18n/reference-titles';
import type { PlacedColumn } from '../../logic/columns';
import classes from '../record-table.module.css';
import { TableRow, type TableRowProps } from '../table-row';

/** Rows that are scrolled past are not counted. */
const SETTLE_MS = 200;

interface TableBodyProps extends Pick<TableRowProps, 'tracks' | 'onOpen' | 'onLocate'> {
  layer: Layer;
  name: string;
  blockSize: number;
  rowNumbers: readonly number[];
  offsetOf: (row: number) => number;
  recordAt: (row: number) => LayerRecord | undefined;
  columns: readonly PlacedColumn[];
  marked: ReadonlySet<number>;
  selection: Pick<TableRowProps, 'onPress' | 'onMark'> & { active: number; column: number };
}

export function TableBody({
  layer,
  name,
  blockSize,
  rowNumbers,
  offsetOf,
  recordAt,
  columns,
  marked,
  selection,
  ...row
}: TableBodyProps) {
  const records = rowNumbers.map(recordAt);
  const hasCounts = columns.some(({ related }) => related !== undefined);
  const [ids] = useDebouncedValue(records.flatMap((record) => record?.id ?? []).join(), SETTLE_MS);
  const countOf = useRelatedCounts(layer.id, ids === '' ? [] : ids.split(',').map(Number), hasCounts);
  return (
    <ReferenceTitles form={layer.config.form} values={records.flatMap((record) => (record ? [record.value] : []))}>
      <RelatedCounts value={countOf}>
        <tbody className={classes.body} style={{ blockSize }}>
          {rowNumbers.map((at, i) => (
            <TableRow
              key={at}
              id={`${name}-${at}`}
              row={at}
              offset={offsetOf(at)}
              record={records[i]}
              columns={columns}
              selected={marked.has(records[i]?.id ?? -1)}
              active={at === selection.active}
              column={at === selection.active ? selection.column : -1}
              onPress={selection.onPress}
              onMark={selection.onMark}
              {...row}
            />
          ))}
        </tbody>
      </RelatedCounts>
    </ReferenceTitles>
  );
}
