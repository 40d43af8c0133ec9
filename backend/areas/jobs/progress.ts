// How far a running job is, as a share of the whole.
import { type AppendOrder, type ImportOrder, JOB_STAGES, type JobStage } from '../../../contract/schemas/upload';
import type { Engine } from '../../db/engine';
import type { JobRow } from './store';

/** Percent of the whole at which each stage ends. Points that no region holds back are not checked, other shapes are one by one. */
const STAGE_ENDS: Record<Engine['kind'], Record<'points' | 'shapes', Record<JobStage, number>>> = {
  server: {
    points: { reading: 88, checking: 88, indexing: 95, writing: 100 },
    shapes: { reading: 76, checking: 87, indexing: 94, writing: 100 },
  },
  embedded: {
    points: { reading: 95, checking: 95, indexing: 99, writing: 100 },
    shapes: { reading: 80, checking: 90, indexing: 99, writing: 100 },
  },
};

/** How far a running job is, in percent, when `share` of a stage is done; as each took in `npm run bench -- share import`. */
export function percentAt(engine: Engine['kind'], type: number, stage: JobStage, share: number): number {
  const ends = STAGE_ENDS[engine][type === 1 ? 'points' : 'shapes'];
  const before = JOB_STAGES[JOB_STAGES.indexOf(stage) - 1];
  const begin = before ? ends[before] : 0;
  return Math.min(99, Math.floor(begin + (ends[stage] - begin) * Math.min(1, share)));
}

/** Jobs that go through records one stretch after the other, each as costly as the next. */
const OF_RECORDS = new Set<JobRow['kind']>(['act', 'act_undo', 'layer_export']);

/** The kind of geometry that a job writes; 0 where its order does not say. */
const typeOf = (order: unknown): number => {
  const { type, append_metadata } = (order ?? {}) as Partial<ImportOrder & AppendOrder>;
  return type ?? append_metadata?.geom_type ?? 0;
};

/** How far a running job is, in percent; null while its size is unknown. */
export function progressOf({ kind, stage, share, read, total, order }: JobRow, engine: Engine['kind']): number | null {
  if (OF_RECORDS.has(kind)) return total ? Math.min(99, Math.floor((100 * read) / total)) : null;
  const at = stage ?? 'reading';
  if (at === 'reading' && !total) return null;
  return percentAt(engine, typeOf(order), at, at === 'reading' ? read / (total ?? 1) : share);
}
