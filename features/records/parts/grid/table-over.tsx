// What is open over the table: a change of many, an act on all, a paste, the numbers of a column. Each comes when it is first opened.
'use client';
import { Suspense } from 'react';
import { lazyPart } from '@/components/layout/lazy-part';
import type { Field } from '@/contract/schemas/form';
import type { Layer } from '@/contract/schemas/layer';
import type { RecordQuery } from '@/contract/schemas/record';
import type { Column } from '../../logic/columns';
import type { CellHistory } from '../cells/use-cell-history';
import type { TableListeners } from '../use-table-change';

const ActDialog = lazyPart(() => import('../acts/act-dialog'));
const MoveDialog = lazyPart(() => import('../acts/move-dialog'));
const BulkEdit = lazyPart(() => import('../bulk-edit'));
const ColumnStatistics = lazyPart(() => import('../column-statistics'));
const PasteCells = lazyPart(() => import('../cells/paste-cells'));
const PasteRows = lazyPart(() => import('../paste-rows'));
const SheetDialog = lazyPart(() => import('../sheet/sheet-dialog'));
const VerdictDialog = lazyPart(() => import('../acts/verdict-dialog'));

export type Over =
  | { kind: 'edit'; ids: readonly number[] }
  | { kind: 'act'; act: 'edit' | 'delete' }
  | { kind: 'supervise' }
  | { kind: 'move'; filter: Record<string, string> }
  | { kind: 'print'; ids: readonly number[] }
  | { kind: 'paste'; text: string }
  | { kind: 'cells'; text: string; row: number; columns: readonly Column[] }
  | { kind: 'statistics'; field: Field };

interface TableOverProps extends TableListeners {
  over: Over | null;
  onChange: (over: Over | null) => void;
  layer: Layer;
  request: RecordQuery;
  filter: Record<string, string>;
  filtered: boolean;
  /** As it is told. */
  count: string;
  history: CellHistory;
  onStarted: () => void;
}

export function TableOver(props: TableOverProps) {
  const { over, onChange, layer, request, filter, filtered, count, history, onStarted, ...listeners } = props;
  const close = () => onChange(null);
  const common = { layer, onClose: close };
  return (
    <Suspense>
      {over?.kind === 'edit' && <BulkEdit {...common} ids={over.ids} {...listeners} />}
      {over?.kind === 'act' && <ActDialog {...common} filter={filter} act={over.act} onStarted={onStarted} />}
      {over?.kind === 'supervise' && <VerdictDialog {...common} filter={filter} onStarted={onStarted} />}
      {over?.kind === 'move' && <MoveDialog {...common} filter={over.filter} onStarted={onStarted} />}
      {over?.kind === 'print' && <SheetDialog {...common} ids={over.ids} />}
      {over?.kind === 'paste' && <PasteRows {...common} text={over.text} {...listeners} />}
      {over?.kind === 'cells' && (
        <PasteCells
          {...common}
          text={over.text}
          request={request}
          row={over.row}
          columns={over.columns}
          history={history}
          onAsNew={layer.rights.add ? () => onChange({ kind: 'paste', text: over.text }) : undefined}
        />
      )}
      {over?.kind === 'statistics' && (
        <ColumnStatistics
          form={layer.config.form}
          field={over.field}
          request={request}
          filtered={filtered}
          count={count}
          onClose={close}
        />
      )}
    </Suspense>
  );
}
