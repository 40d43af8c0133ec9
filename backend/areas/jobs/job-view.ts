// A job as the wire shows it.
import type { Job, JobOutcome, JobReport } from '../../../contract/schemas/upload';
import type { Engine } from '../../db/engine';
import { progressOf } from './progress';
import type { JobRow } from './store';

/** Kinds that note their steps, and the states after which what they did is there. */
const UNDOABLE: Partial<Record<Job['kind'], readonly Job['state'][]>> = {
  append: ['done'],
  rewind: ['done', 'failed', 'cancelled'],
  act: ['done', 'failed', 'cancelled'],
};

/** Whether a job can be taken back: it noted its steps and changed something, and nobody took it back. */
export const canUndo = ({ kind, state, dry_run, outcome, imported, undone_at }: JobRow): boolean =>
  UNDOABLE[kind]?.includes(state) === true &&
  !dry_run &&
  undone_at === null &&
  (kind === 'act' ? imported > 0 : outcome !== null);

/** A job as the wire shows it; `word` puts codes into the reader's language. */
export const toJob = (row: JobRow, engine: Engine['kind'], word: (code: string) => string): Job => {
  const report = row.report as JobReport | null;
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    label: row.label,
    file_id: row.upload_id,
    dry_run: row.dry_run,
    progress: row.state === 'done' ? 100 : progressOf(row, engine),
    stage: row.state === 'running' ? (row.stage ?? 'reading') : null,
    total: row.total,
    read: row.read,
    imported: row.imported,
    rejected: row.rejected,
    rejects: row.rejects.map(({ row: number, reason }) => ({ row: number, reason: word(reason) })),
    layer: row.layer_id,
    report: report && { ...report, reasons: report.reasons.map((r) => ({ ...r, reason: word(r.reason) })) },
    outcome: row.outcome as JobOutcome | null,
    can_undo: canUndo(row),
    file: row.file ?? null,
    text_follows: row.text_follows ?? false,
    error: row.error === null ? null : word(row.error),
  };
};
